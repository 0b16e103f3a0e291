"use strict";
// The form by which a game begins.
(() => {
  const games = JSON.parse(by("new").dataset.games);
  const game = () => games.find(({ name }) => name === by("game").value);
  const seats = () => [...by("seats").querySelectorAll("input")];
  const people = () => seats().filter((seat) => seat.value.trim() === "human").length;

  const showPeople = () => { by("where").hidden = people() < 2; };
  const showSeats = () => {
    const values = seats().map((seat) => seat.value);
    const count = Number(by("count").value);
    by("seats").replaceChildren(...Array.from({ length: count }, (_, index) => {
      const input = element("input", { type: "text", list: "bots", size: 24, spellcheck: "false", autocomplete: "off" });
      input.value = values[index] || (index ? "mcts" : "human");
      input.addEventListener("input", showPeople);
      return element("p", {}, element("label", {}, `p${index + 1} `, input));
    }));
    showPeople();
  };
  const showGame = () => {
    const { players: [least, most], variant } = game();
    by("count").replaceChildren(...Array.from({ length: most - least + 1 }, (_, index) => element("option", {}, String(least + index))));
    by("variant-row").hidden = !variant.length;
    by("variant").value = variant.join(",");
    showSeats();
  };

  const number = (id) => {
    const text = by(id).value.trim();
    const given = Number(text);
    if (!/^\d*$/.test(text) || !Number.isSafeInteger(given)) {
      throw new Error(`${id}: "${text}": expected a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`);
    }
    return text ? given : undefined;
  };
  const begin = async () => {
    const variant = by("variant").value.trim();
    const { id, links } = await ask("/games", {
      game: variant && !by("variant-row").hidden ? `${game().name}:${variant}` : game().name,
      seats: seats().map((seat) => seat.value.trim()),
      one_screen: document.querySelector("[name=where]:checked").value === "screen",
      seed: number("seed"),
      deal: number("deal"),
      explain: by("explain").checked,
    });
    if (links.length === 0) location.href = `/games/${id}`;
    else if (links.length === 1) location.href = links[0].link;
    else {
      const all = [...links, { who: "onlookers", link: `/games/${id}` }];
      by("links").querySelector("ul").replaceChildren(...all.map(({ who, link }) => element("li", {}, `${who}: `, element("a", { href: link }, new URL(link, location).href))));
      by("links").hidden = false;
      by("links").scrollIntoView();
    }
  };

  by("game").addEventListener("change", showGame);
  by("count").addEventListener("change", showSeats);
  by("new").addEventListener("submit", (event) => {
    event.preventDefault();
    trouble("");
    begin().catch((error) => trouble(error.message));
  });
  showGame();
})();
