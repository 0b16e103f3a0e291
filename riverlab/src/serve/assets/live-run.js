"use strict";
// Follows a run: how many games are played all the time, the report whenever there is a new one.
(() => {
  const path = by("main").dataset.run;
  let newest = "";
  const showReport = () => {
    if (!newest || !by("follow").checked) return;
    by("report").innerHTML = newest;
    newest = "";
    // Tables sort again.
    document.head.querySelector("script[data-sort]")?.remove();
    document.head.append(element("script", { src: "/assets/sort.js", "data-sort": "" }));
  };
  by("follow").addEventListener("change", showReport);
  listen(`/run/events?dir=${encodeURIComponent(path)}`, "", (event, data) => {
    if (event !== "standing") return undefined;
    const { rows, expected, complete, report } = JSON.parse(data);
    if (complete) {
      location.reload();
      return "end";
    }
    by("said").textContent = rows ? "Games are coming in." : "No game is finished yet.";
    if (expected) {
      by("progress").max = expected;
      by("progress").value = Math.min(rows, expected);
    }
    by("games").textContent = expected ? `${rows} of ${expected}` : `${rows}`;
    if (report) newest = report;
    showReport();
    return undefined;
  });
})();
