"use strict";
(() => {
  const by = (id) => document.getElementById(id);
  const game = JSON.parse(by("game").textContent);
  const [slider, board, moves] = [by("slider"), by("board"), [...by("moves").children]];
  const end = game.frames.length - 1;
  // The parts of the picture that is shown, as pairs of numbers, and what else belongs to the position.
  let at = -1, parts = [], view = null, points = null;
  const forward = (frame) => {
    if (frame.all) parts = frame.all.map((part) => [...part]);
    for (const [name, drawing, next] of frame.d || []) {
      const place = parts.findIndex((part) => part[0] === name);
      if (drawing === undefined) parts.splice(place, 1);
      else if (next === undefined) parts[place][1] = drawing;
      else parts.splice(next < 0 ? parts.length : parts.findIndex((part) => part[0] === next), 0, [name, drawing]);
    }
    view = frame.v || view;
    points = frame.s || points;
  };
  const show = (to) => {
    to = Math.max(0, Math.min(end, to));
    if (to < at) at = -1, parts = [];
    while (at < to) forward(game.frames[++at]);
    slider.value = at;
    by("at").textContent = at;
    by("said").textContent = at ? `${at}: ${moves[at - 1].innerText}` : "The first position.";
    if (board) {
      by("parts").innerHTML = parts.map(([name, drawing]) => `<g data-part="${game.names[name]}">${game.drawings[drawing]}</g>`).join("");
      board.setAttribute("viewBox", view.join(" "));
      board.setAttribute("width", view[2]);
      board.setAttribute("height", view[3]);
    }
    by("text").textContent = game.frames[at].x.map((line) => game.lines[line]).join("\n");
    [...by("points").tBodies[0].rows].forEach((row, seat) => points[seat].forEach((value, part) => {
      row.cells[part + 1].textContent = value;
    }));
    moves.forEach((item, index) => {
      if (index === at - 1) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
    const list = by("moves");
    if (at) list.scrollTop = moves[at - 1].offsetTop - list.offsetTop - list.clientHeight / 2;
    rank(at ? game.frames[at - 1].e : undefined);
  };
  const rank = (ranking) => {
    by("thought").hidden = !ranking;
    by("ranking").replaceChildren(...(ranking || []).map(([move, visits, value]) => {
      const row = document.createElement("tr");
      const head = document.createElement("th");
      head.scope = "row";
      head.className = "t";
      head.textContent = move;
      const meter = document.createElement("meter");
      meter.value = value;
      meter.setAttribute("aria-label", `value of ${move}`);
      row.append(head, ...[visits, value.toFixed(3)].map((text) => {
        const cell = document.createElement("td");
        cell.textContent = text;
        return cell;
      }), document.createElement("td"));
      row.lastChild.append(meter);
      return row;
    }));
  };
  slider.addEventListener("input", () => show(Number(slider.value)));
  by("first").addEventListener("click", () => show(0));
  by("back").addEventListener("click", () => show(at - 1));
  by("next").addEventListener("click", () => show(at + 1));
  by("last").addEventListener("click", () => show(end));
  moves.forEach((item, index) => item.addEventListener("click", () => show(index + 1)));
  by("controls").hidden = false;
  show(end);
})();
