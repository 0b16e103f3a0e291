"use strict";
// A game as somebody plays or watches it. What is shown comes from the server, position by position; what is not to be seen
// never comes here.
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const about = JSON.parse(by("main").dataset.game);
  const path = `/games/${about.id}`;
  const link = location.hash.slice(1);
  const atSharedScreen = about.byTurns && about.who === "screen";
  // Who looks, with what key; at a shared screen nobody until somebody sits down.
  let who = about.who, key = atSharedScreen ? "" : link;
  let shown = null, newest = null, told = [], chosen = [], showsAll = false, wanted = null;

  const isMine = (seat) => seat !== null && (seat === who || (who === "screen" && !atSharedScreen));
  const name = (seat) => {
    const player = about.players[Number(seat.slice(1)) - 1];
    return player === "human" ? seat : `${seat} ${player}`;
  };

  // ---- The position ------------------------------------------------------------------------------------------------

  const showPicture = (picture) => {
    by("frame").hidden = !picture;
    by("as-text").open ||= !picture;
    if (!picture) return;
    const board = by("board");
    const old = new Map([...by("parts").children].map((part) => [part.dataset.part, part]));
    const focused = document.activeElement?.closest?.("#parts > g")?.dataset.part;
    if (picture.definitions !== null) by("definitions").innerHTML = picture.definitions;
    by("parts").replaceChildren(...picture.parts.map(([part, drawing]) => {
      if (drawing === undefined) return old.get(part);
      const group = document.createElementNS(SVG, "g");
      group.dataset.part = part;
      group.innerHTML = drawing;
      return group;
    }));
    if (focused) by("parts").querySelector(`[data-part="${focused}"]`)?.focus({ preventScroll: true });
    const [, , width, height] = picture.view;
    board.setAttribute("viewBox", picture.view.join(" "));
    board.setAttribute("width", width);
    board.setAttribute("height", height);
  };

  const item = ({ turn, move, events = [] }) => {
    const unseen = turn === "chance" ? "an event that you do not see" : "a move that you do not see";
    const line = element("li", {}, element("b", {}, turn), ` ${move ?? unseen}`);
    for (const event of events) line.append(element("br", {}), event);
    return line;
  };

  const showMoves = (kept) => {
    const list = by("moves");
    while (list.children.length > kept) list.lastChild.remove();
    list.append(...told.slice(kept).map(item));
    list.scrollTop = list.scrollHeight;
    const self = who === "screen" ? shown.waiting : who;
    const last = told.map(({ turn }) => turn).lastIndexOf(self);
    const since = told.slice(last + 1);
    by("since").replaceChildren(...since.slice(-200).map(item));
    by("since").closest("section").hidden = !about.people.includes(self) || !since.length;
  };

  const showPoints = ({ points, outcome }) => {
    by("points").classList.toggle("is-over", Boolean(outcome));
    const rows = [...document.querySelectorAll("table#points tbody tr")];
    rows.forEach((row, seat) => {
      const final = outcome ? [outcome.scores[seat], outcome.ranks[seat]] : ["", ""];
      [...points[seat], ...final].forEach((value, index) => { row.cells[index + 1].textContent = value; });
    });
    by("result").hidden = !outcome;
  };

  const standing = ({ turn, waiting, failed, outcome }) => {
    if (outcome) {
      const winners = about.players.map((_, seat) => `p${seat + 1}`).filter((_, seat) => outcome.ranks[seat] === Math.min(...outcome.ranks));
      return `The game is over: ${winners.map(name).join(" and ")} ${winners.length > 1 ? "share the win" : "wins"}.`;
    }
    if (failed) return "A bot could not move, or the game could not be saved: the terminal of the server says why.";
    if (waiting && isMine(waiting)) return who === "screen" ? `It is the turn of ${waiting}.` : `It is your turn, ${waiting}.`;
    if (turn === "chance") return "Chance decides.";
    return waiting ? `${name(turn)} is to move.` : `${name(turn)} is thinking.`;
  };

  const show = (sight) => {
    shown = sight;
    told = [...told.slice(0, sight.kept), ...sight.told];
    [chosen, showsAll, wanted] = [[], false, null];
    by("table").hidden = false;
    by("said").textContent = standing(sight);
    showPicture(sight.picture);
    by("text").textContent = sight.text;
    showPoints(sight);
    showMoves(sight.kept);
    clearHint();
    by("undo").disabled = !sight.undo;
    by("undo").hidden = who === "public" || Boolean(sight.outcome);
    by("retry").hidden = !sight.failed;
    by("hints").hidden = !sight.legal.length;
    arm();
  };

  // ---- Moves -------------------------------------------------------------------------------------------------------

  /** The legal moves that are about all parts that were chosen. */
  const candidates = () => shown.legal.filter(({ parts }) => chosen.every((part) => parts.includes(part)));

  /** Makes parts of the picture clickable that tell the candidates apart, and lists these. */
  const arm = () => {
    const moves = candidates();
    const counts = new Map();
    for (const { parts } of moves) for (const part of parts) counts.set(part, (counts.get(part) || 0) + 1);
    for (const part of by("parts").children) {
      const count = counts.get(part.dataset.part), isChosen = chosen.includes(part.dataset.part);
      part.classList.toggle("can", Boolean(count) && !isChosen);
      part.classList.toggle("chosen", isChosen);
      if (!count) {
        for (const attribute of ["role", "tabindex", "aria-pressed"]) part.removeAttribute(attribute);
        label(part, "");
        continue;
      }
      const only = moves.find(({ parts }) => parts.includes(part.dataset.part));
      part.setAttribute("role", "button");
      part.setAttribute("tabindex", "0");
      part.setAttribute("aria-pressed", isChosen);
      label(part, count === 1 ? only.move : `${part.dataset.part}: ${count} moves`);
    }
    by("again").hidden = !chosen.length;
    by("confirm").hidden = !wanted;
    if (wanted) by("final").textContent = wanted.move;
    list(moves);
  };

  /** Gives a part of the picture a name, behind the one that it may have. */
  const label = (part, text) => {
    let title = part.querySelector(":scope > title");
    if (!title && !text) return;
    if (!title) {
      title = document.createElementNS(SVG, "title");
      part.prepend(title);
    }
    part.dataset.name ??= title.textContent;
    title.textContent = [part.dataset.name, text].filter(Boolean).join(": ");
    if (!title.textContent) title.remove();
  };

  const list = (moves) => {
    const most = showsAll ? Infinity : 60;
    by("choices").hidden = !moves.length;
    by("count").textContent = moves.length === 1 ? "1 move" : `${moves.length} moves${chosen.length ? " are left" : ": click the picture, or choose here"}`;
    by("legal").replaceChildren(...moves.slice(0, most).map((move) => {
      const button = element("button", { type: "button", "data-parts": move.parts.join(" ") }, move.move);
      button.addEventListener("click", () => want(move));
      for (const [event, isMeant] of [["mouseenter", true], ["focus", true], ["mouseleave", false], ["blur", false]]) {
        button.addEventListener(event, () => mean(move.parts, isMeant));
      }
      return element("li", {}, button);
    }));
    by("more").hidden = moves.length <= most;
  };

  /** Marks the parts of the picture that a listed move is about. */
  const mean = (parts, isMeant) => {
    for (const part of by("parts").children) part.classList.toggle("meant", isMeant && parts.includes(part.dataset.part));
  };

  const choose = (part) => {
    chosen = chosen.includes(part) ? chosen.filter((other) => other !== part) : [...chosen, part];
    const moves = candidates();
    if (moves.length === 1) want(moves[0]);
    else arm();
  };

  /** Plays a move; one that cannot be changed any more is confirmed first. */
  const want = (move) => {
    if (!move.final) return void act("move", { move: move.move });
    wanted = move;
    arm();
    by("sure").focus();
    return undefined;
  };

  /** Nothing can be chosen until the server has answered. */
  const disarm = () => {
    for (const id of ["choices", "again", "confirm"]) by(id).hidden = true;
    for (const part of by("parts").children) {
      part.classList.remove("can", "chosen");
      part.removeAttribute("tabindex");
    }
    by("undo").disabled = true;
  };

  const act = async (what, more) => {
    try {
      trouble("");
      disarm();
      await ask(`${path}/${what}`, { at: newest.at, ...more }, key);
    } catch (error) {
      trouble(error.message);
      [chosen, wanted] = [[], null];
      by("undo").disabled = !newest.undo;
      arm();
    }
  };

  const part = (event) => event.target.closest("#parts > .can, #parts > .chosen")?.dataset.part;
  by("parts").addEventListener("click", (event) => part(event) && choose(part(event)));
  by("parts").addEventListener("keydown", (event) => {
    if (!["Enter", " "].includes(event.key) || !part(event)) return;
    event.preventDefault();
    choose(part(event));
  });
  by("again").addEventListener("click", () => { chosen = []; arm(); });
  by("more").addEventListener("click", () => { showsAll = true; arm(); });
  by("sure").addEventListener("click", () => act("move", { move: wanted.move }));
  by("unsure").addEventListener("click", () => { [chosen, wanted] = [[], null]; arm(); });
  by("undo").addEventListener("click", () => act("undo", {}));
  by("retry").addEventListener("click", () => ask(`${path}/go-on`, {}, key).catch((error) => trouble(error.message)));

  // ---- Hints -------------------------------------------------------------------------------------------------------

  const clearHint = () => {
    by("advice").replaceChildren();
    by("ranked").hidden = true;
  };

  by("hint").addEventListener("click", async () => {
    clearHint();
    by("hint").disabled = true;
    by("advice").textContent = "Thinking …";
    const at = newest.at;
    try {
      const hint = await ask(`${path}/hint`, { at, bot: by("advisor").value.trim() }, key);
      if (newest.at === at) showHint(hint);
    } catch (error) {
      by("advice").textContent = error.message;
    }
    by("hint").disabled = false;
  });

  const showHint = ({ bot, move, simulations, ranking }) => {
    const legal = shown.legal.find((candidate) => candidate.move === move);
    const play = element("button", { type: "button", id: "follow-hint" }, "Play it");
    play.addEventListener("click", () => legal && want(legal));
    const effort = simulations ? ` (${simulations} simulations)` : "";
    by("advice").replaceChildren(`${bot} would play `, element("strong", {}, move), `${effort}. `, play);
    by("ranked").hidden = !ranking.length;
    by("ranking").replaceChildren(...ranking.slice(0, 12).map((ranked) => {
      const meter = element("meter", { value: ranked.value, "aria-label": `value of ${ranked.move}` });
      const cells = [ranked.visits, ranked.value.toFixed(3), meter].map((content) => element("td", {}, content));
      return element("tr", {}, element("th", { scope: "row", class: "t" }, ranked.move), ...cells);
    }));
  };

  // ---- One position after the other ----------------------------------------------------------------------------------

  const queue = [];
  let isShowing = false;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) by("pace").value = "0";

  const pump = async () => {
    if (isShowing) return;
    isShowing = true;
    while (queue.length) {
      const sight = queue.shift();
      const isFirst = shown === null;
      show(sight);
      const mover = sight.told.at(-1)?.turn;
      const pace = queue.length > 60 ? 20 : Number(by("pace").value);
      if (!isFirst && pace && mover && mover !== who && !sight.legal.length) await sleep(pace);
    }
    isShowing = false;
  };

  const hear = (event, data) => {
    if (event === "left") {
      // Somebody else's turn at this screen: nothing of this one stays.
      document.body.replaceChildren();
      location.reload();
      return "end";
    }
    if (event !== "sight") return undefined;
    const sight = JSON.parse(data);
    newest = sight;
    if (atSharedScreen && who === "screen" && sight.waiting) {
      offer(sight.waiting);
      return "end";
    }
    queue.push(sight);
    pump();
    return undefined;
  };

  // ---- Several people at one screen ----------------------------------------------------------------------------------

  const offer = (seat) => {
    queue.length = 0;
    // Neither does what all could see before.
    [shown, told] = [null, []];
    by("moves").replaceChildren();
    by("table").hidden = true;
    by("said").textContent = `It is the turn of ${seat}.`;
    by("handover").hidden = false;
    by("sit").textContent = `I am ${seat}: show my game`;
    by("sit").onclick = async () => {
      try {
        ({ key } = await ask(`${path}/sit`, { seat }, link));
        [who, shown, told] = [seat, null, []];
        by("moves").replaceChildren();
        by("handover").hidden = true;
        listen(`${path}/events`, key, hear);
      } catch (error) {
        trouble(error.message);
        await sleep(1500);
        location.reload();
      }
    };
    by("sit").focus();
  };

  if (atSharedScreen) {
    addEventListener("pagehide", () => { if (who !== "screen") document.body.replaceChildren(); });
    addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  }
  if (who !== "public" && !link) trouble("This link lacks its key: open the one that was shown when the game began.");
  else listen(`${path}/events`, key, hear);
})();
