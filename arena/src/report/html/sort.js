"use strict";
// Headers of tables become buttons that sort: numbers by data-v, the largest first, texts by their letters; empty cells last.
(function () {
  function value(cell) {
    return cell.dataset.v === undefined ? cell.textContent : cell.dataset.v;
  }
  function number(text) {
    return text === "inf" ? Infinity : text === "-inf" ? -Infinity : text === "" ? NaN : Number(text);
  }
  function compare(one, other, down) {
    if (one === "" || other === "") return (one === "") - (other === "");
    const a = number(one), b = number(other);
    const order = isNaN(a) || isNaN(b) ? (one < other ? -1 : one > other ? 1 : 0) : a < b ? -1 : a > b ? 1 : 0;
    return down ? -order : order;
  }
  function sort(table, header) {
    const at = header.cellIndex, body = table.tBodies[0], rows = Array.from(body.rows);
    const isText = rows.every(function (row) { return row.cells[at].dataset.v === undefined; });
    const was = header.getAttribute("aria-sort");
    const down = was === null ? !isText : was === "ascending";
    rows.map(function (row, place) { return [value(row.cells[at]), place, row]; })
      .sort(function (a, b) { return compare(a[0], b[0], down) || a[1] - b[1]; })
      .forEach(function (entry) { body.appendChild(entry[2]); });
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", down ? "descending" : "ascending");
  }
  for (const table of document.querySelectorAll("table[data-table]:not(.down)")) {
    for (const header of table.tHead.rows[0].cells) {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...header.childNodes);
      button.addEventListener("click", function () { sort(table, header); });
      header.append(button);
    }
  }
})();
