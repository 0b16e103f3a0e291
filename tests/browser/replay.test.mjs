// Replays of all games, opened from disk.

import { after, before } from "node:test";
import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { assertAccessible, assertQuiet, folder, launch, open, riverlab, shoot, test } from "./browser.mjs";

const GAMES = {
  "the-river": ["--players", "2", "--bots", "mcts:sims=30", "greedy", "--explain"],
  "rio-grande": ["--players", "3", "--bots", "greedy"],
  "carcassonne:rivers=both": ["--players", "3", "--bots", "greedy"],
  "river-dragons": ["--players", "6", "--bots", "random"],
};

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

for (const [game, words] of Object.entries(GAMES)) {
  test(`the page of a game of ${game}`, async () => {
    const out = folder();
    const trace = join(out, "game.jsonl");
    writeFileSync(trace, riverlab("trace", game, ...words, "--seed", "1"));
    const lines = readFileSync(trace, "utf8").trim().split("\n").map((line) => JSON.parse(line));
    const [moves, { outcome }] = [lines.slice(1, -1), lines.at(-1)];
    const file = join(out, "game.html");
    riverlab("replay", trace, "--html", file);
    assert.ok(statSync(file).size < 3_000_000 * Math.max(1, moves.length / 2500), `${statSync(file).size} bytes`);

    const url = pathToFileURL(file).href;
    const page = await open(browser, url);
    const points = () => page.locator("#points tbody tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
    const parts = Object.keys(outcome.parts[0]);
    const final = await points();
    outcome.scores.forEach((score, seat) => {
      assert.deepEqual(final[seat].slice(1, 1 + parts.length), parts.map((part) => String(outcome.parts[seat][part])));
      assert.ok(Math.abs(Number(final[seat][1 + parts.length]) - score) < 5.1e-4, final[seat].join());
    });
    // What the slider shows is what the program draws of the same position, forth and back.
    for (const at of [0, 1, Math.floor(moves.length / 2), moves.length, 7, moves.length - 1]) {
      await page.locator("#slider").evaluate((slider, value) => {
        slider.value = value;
        slider.dispatchEvent(new Event("input"));
      }, at);
      assert.equal(await page.locator("#at").textContent(), String(at));
      if (at > 0) assert.ok((await page.locator("#said").textContent()).includes(moves[at - 1].move));
      if (at === moves.length) continue;
      const svgs = folder();
      riverlab("replay", trace, "--show", "--svg", svgs, "--line", String(at + 2));
      const svg = readFileSync(join(svgs, `position-${String(at).padStart(4, "0")}.svg`), "utf8");
      const drawn = await page.evaluate((svg) => {
        const expected = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
        const inner = (root) => [...root.querySelectorAll("g[data-part]")].map((part) => {
          const words = [...part.querySelectorAll("*")].map((element) => [...element.attributes].map(({ name, value }) => `${name}=${value}`).sort().join(" "));
          return [part.dataset?.part ?? part.getAttribute("data-part"), part.textContent, ...words];
        });
        const shown = document.getElementById("board");
        return [inner(shown), inner(expected), shown.getAttribute("viewBox"), expected.getAttribute("viewBox")];
      }, svg);
      assert.deepEqual(drawn[0], drawn[1], `the picture after ${at} moves`);
      assert.equal(drawn[2], drawn[3]);
    }
    // The keyboard alone: the slider and the buttons can be reached and do what they say.
    await page.locator("#slider").focus();
    await page.keyboard.press("Home");
    assert.equal(await page.locator("#at").textContent(), "0");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.locator("#at").textContent(), "1");
    await page.locator("#last").focus();
    await page.keyboard.press("Enter");
    assert.equal(await page.locator("#at").textContent(), String(moves.length));
    const explained = moves.findIndex(({ explain }) => explain);
    if (explained >= 0) {
      await page.locator("#moves li").nth(explained).click();
      assert.equal(await page.locator("#ranking th").first().textContent(), moves[explained].explain.ranking[0].move);
    }
    await assertAccessible(page);
    assertQuiet(page, url);
    await page.context().close();

    const plain = await open(browser, url, { javaScriptEnabled: false });
    assert.equal(await plain.locator("#moves li").count(), moves.length, "readable without its script");
    assert.ok((await plain.locator("#board g[data-part]").count()) > 0);
    await plain.context().close();
    await shoot(browser, url, `replay-${game.split(":")[0]}`);
  });
}

test("a page for one seat keeps what others hide", async () => {
  const out = folder();
  const trace = join(out, "game.jsonl");
  writeFileSync(trace, riverlab("trace", "rio-grande", "--players", "2", "--bots", "mcts:sims=20", "--explain", "--seed", "4"));
  const own = (seat) => {
    const file = join(out, `${seat}.html`);
    riverlab("replay", trace, "--html", file, "--seat", seat);
    return file;
  };
  const page = await open(browser, pathToFileURL(own("p2")).href);
  const game = JSON.parse(await page.locator("#game").textContent());
  const lines = readFileSync(trace, "utf8").trim().split("\n").slice(1, -1).map((line) => JSON.parse(line));
  game.frames.forEach((frame, index) => {
    assert.ok(!frame.e || lines[index].turn === "p2", "what the bot of p1 thought of its hand");
  });
  assert.ok(game.frames.some((frame) => frame.e), "what the own bot thought is there");
  const lead = await page.locator(".lead").textContent();
  assert.ok(lead.includes("only what p2 may know"), lead);
  // Cards that are dealt to the other hand have no name here.
  const dealt = await page.locator("#moves li").evaluateAll((items) => items.map((item) => item.textContent));
  const hidden = dealt.filter((text) => text.includes("does not show")).length;
  assert.ok(hidden > 5, `${hidden} events`);
  await page.context().close();
});

test("what a seat gets is the same, byte for byte, whatever cards others are dealt", async () => {
  const out = folder();
  const trace = join(out, "game.jsonl");
  // Without the seed, from which the cards would follow.
  const traced = riverlab("trace", "rio-grande", "--players", "3", "--bots", "greedy", "--seed", "5");
  writeFileSync(trace, traced.replace('"seed":5,"deal":1,', ""));
  const files = (trace, seat) => {
    const svgs = folder();
    const file = join(svgs, "page.html");
    const words = seat ? ["--seat", seat] : [];
    const shown = riverlab("replay", trace, "--html", file, "--svg", svgs, "--show", ...words).replaceAll(svgs, "");
    return [shown, ...readdirSync(svgs).sort().map((name) => readFileSync(join(svgs, name), "utf8"))];
  };
  // Cards that p2 does not see dealt come in another order: everything else is as it was.
  const own = files(trace, "p2");
  const page = own.find((content) => content.startsWith("<!DOCTYPE"));
  const items = [...page.matchAll(/<li>(.*?)<\/li>/gs)].map((match) => match[1]);
  const lines = readFileSync(trace, "utf8").trim().split("\n");
  let swapped = 0;
  for (let at = 0; at + 1 < items.length; at += 1) {
    const [one, two] = [lines[at + 1], lines[at + 2]];
    if (one !== two && [items[at], items[at + 1]].every((item) => item.includes("an event that this page does not show")) && dealtTo(lines, at)) {
      [lines[at + 1], lines[at + 2]] = [two, one];
      swapped += 1;
      at += 1;
    }
  }
  assert.ok(swapped > 3, `${swapped} pairs of cards`);
  const other = join(out, "other.jsonl");
  writeFileSync(other, lines.join("\n") + "\n");
  assert.notDeepEqual(files(other), files(trace), "who may know everything sees it");
  assert.deepEqual(files(other, "p2"), own);
});

/** Whose turn it was before this event: who has played cards is dealt others. In the beginning all players are dealt theirs: null. */
const dealtTo = (lines, at) => {
  for (let line = at + 1; line > 0; line -= 1) {
    const { turn } = JSON.parse(lines[line]);
    if (turn !== "chance") return turn;
  }
  return null;
};
