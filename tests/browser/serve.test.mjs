// The server's pages: games that are played by clicking and by keys alone, several people at one screen, a tournament that is
// watched, and a server that is killed.

import { after, before } from "node:test";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { WORK, assertAccessible, folder, launch, open, riverlab, serve, shoot, test } from "./browser.mjs";

let browser, server, dir;
before(async () => {
  browser = await launch();
  dir = folder();
  server = await serve(dir, "--port", "0", "--hint", "greedy");
});
after(async () => {
  await browser.close();
  await server.stop();
  assert.ok(!server.complaints().includes("panicked"), server.complaints());
});

/** Begins a game by the form of the overview. */
const begin = async (page, game, seats) => {
  await page.goto(server.url);
  await page.selectOption("#game", game);
  await page.selectOption("#count", String(seats.length));
  for (const [index, seat] of seats.entries()) await page.locator("#seats input").nth(index).fill(seat);
  await page.locator("#new button[type=submit]").click();
  await page.waitForURL(/\/games\//);
  await page.selectOption("#pace", "0", { force: true });
};

/** Waits until somebody at this page is to move, or the game is over. */
const ready = (page) => page.waitForFunction(() => {
  const shows = (id) => document.getElementById(id)?.checkVisibility();
  return shows("result") ? "over" : shows("choices") ? "move" : shows("sit") ? "sit" : "";
}).then((handle) => handle.jsonValue());

const moves = (page) => page.locator("#moves li").count();

/** Where a part of the picture can be hit: in its middle, or where that is empty in the middle of one of its shapes. */
const place = (part) => {
  part.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const middle = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const isHit = ({ x, y }) => part.contains(document.elementFromPoint(x, y));
  return [part, ...part.querySelectorAll("*")].map(middle).find(isHit) ?? null;
};

/** The same once it is there: a picture may be about to change. Nothing if another part is in front of it all the time. */
const placeOf = async (part) => {
  for (let tries = 0; tries < 20; tries += 1) {
    const found = await part.evaluate(place);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return null;
};

/** Plays what the bot advises by clicking its parts in the picture, one after the other, and the list where these leave a choice. */
const playByClicks = async (page, tally) => {
  const before = await moves(page);
  await page.locator("#hint").click();
  const advice = await page.locator("#advice strong").textContent();
  const more = page.locator("#more");
  if (await more.isVisible()) await more.click();
  const button = page.locator("#legal button").filter({ hasText: new RegExp(`^${advice.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`) });
  const parts = (await button.getAttribute("data-parts")).split(" ").filter(Boolean);
  const isChoosing = async () => (await page.locator("#choices").isVisible()) && (await moves(page)) === before;
  for (const name of parts) {
    const part = page.locator(`#parts > .can[data-part="${name}"]`);
    if (!(await isChoosing()) || (await page.locator("#confirm").isVisible()) || (await part.count()) === 0) continue;
    const found = await placeOf(part);
    if (!found) break;
    await page.mouse.click(found.x, found.y);
    tally.clicks += 1;
  }
  // What the picture does not tell apart is chosen from the list.
  if ((await isChoosing()) && !(await page.locator("#confirm").isVisible())) {
    tally.listed += 1;
    await button.click();
  }
  if (await page.locator("#confirm").isVisible()) await page.locator("#sure").click();
  // The page may also be another player's now.
  await page.waitForFunction((before) => document.querySelectorAll("#moves li").length > before || document.getElementById("sit")?.checkVisibility(), before);
};

for (const [game, players] of Object.entries({ "the-river": 2, "rio-grande": 2, carcassonne: 2, "river-dragons": 2 })) {
  test(`a whole game of ${game} is played by clicking`, async () => {
    const page = await open(browser, server.url);
    await begin(page, game, ["human", ...Array(players - 1).fill("greedy")]);
    const tally = { clicks: 0, listed: 0, decisions: 0 };
    while ((await ready(page)) === "move") {
      tally.decisions += 1;
      if (tally.decisions === 12) {
        await assertAccessible(page);
        await shoot(browser, page.url(), `serve-${game}`, "#legal button");
      }
      await playByClicks(page, tally);
    }
    assert.ok(tally.clicks >= tally.decisions - tally.listed, JSON.stringify(tally));
    assert.ok(tally.listed < tally.decisions / 2, `the picture is enough for most moves: ${JSON.stringify(tally)}`);
    assert.match(await page.locator("#said").textContent(), /The game is over/);

    // The trace is saved, replays, and says what the page says.
    const id = new URL(page.url()).pathname.split("/")[2];
    const trace = join(dir, "games", `${id}.jsonl`);
    riverlab("replay", trace);
    const { outcome } = JSON.parse(readFileSync(trace, "utf8").trim().split("\n").at(-1));
    const final = await page.locator("table#points td.final").evaluateAll((cells) => cells.map((cell) => Number(cell.textContent)));
    outcome.scores.forEach((score, seat) => assert.ok(Math.abs(final[2 * seat] - score) < 1e-9, final.join()));
    assert.deepEqual(page.complaints, []);
    await page.locator("#replay").click();
    assert.equal(await page.locator("#at").textContent(), String(readFileSync(trace, "utf8").trim().split("\n").length - 2));
    await page.context().close();
  });
}

test("the keyboard alone is enough to begin a game and to play it to its end", async () => {
  const page = await open(browser, server.url);
  const focused = (selector) => page.evaluate((selector) => Boolean(document.activeElement?.matches(selector)), selector);
  const tabTo = async (selector) => {
    for (let presses = 0; !(await focused(selector)); presses += 1) {
      assert.ok(presses < 200, `${selector} is reached by the Tab key`);
      await page.keyboard.press("Tab");
    }
  };
  await tabTo("#game");
  await page.keyboard.type("Connect");
  await tabTo("#seats p:nth-child(2) input");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("random");
  await tabTo("#new button[type=submit]");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/games\//);
  let decisions = 0;
  while ((await ready(page)) === "move") {
    const before = await moves(page);
    await tabTo(decisions % 2 ? "#parts > .can" : "#legal button");
    await page.keyboard.press(decisions % 4 === 1 ? "Space" : "Enter");
    await page.waitForFunction((before) => document.querySelectorAll("#moves li").length > before, before);
    decisions += 1;
  }
  assert.ok(decisions >= 4, `${decisions} decisions`);
  await tabTo("#replay");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/replay$/);
  await page.context().close();
});

test("between people who know different things nothing stays and nothing is sent ahead", async () => {
  const page = await open(browser, server.url);
  await begin(page, "rio-grande", ["human", "human", "greedy"]);
  const shown = () => page.evaluate(() => document.documentElement.outerHTML);
  // Drawings of cards in a hand; hands of others are drawn as a number only.
  const hand = async () => (await shown()).match(/data-part="hand-p\d-\d+"/g) ?? [];
  for (let turn = 0; turn < 3; turn += 1) {
    assert.equal(await ready(page), "sit");
    assert.deepEqual(await hand(), [], "before the button no hand is here");
    await page.waitForFunction(() => document.querySelectorAll("#moves li").length === 0);
    if (turn === 0) {
      await assertAccessible(page);
      await shoot(browser, page.url(), "serve-handover", "#sit");
    }
    const seat = (await page.locator("#sit").textContent()).match(/p\d/)[0];
    await page.locator("#sit").click();
    await page.locator("#choices").waitFor();
    assert.ok((await hand()).every((part) => part.includes(seat)) && (await hand()).length > 0, "the own hand and no other");
    if (turn > 0) assert.ok(await page.locator("#since li").count() > 0, "what has happened since");
    while ((await ready(page)) === "move" && (await page.locator("#said").textContent()).includes(seat)) {
      await playByClicks(page, { clicks: 0, listed: 0 });
    }
    assert.equal(await ready(page), "sit");
    assert.deepEqual(await hand(), [], "the hand is gone");
    const kept = await page.evaluate(async () => [localStorage.length, sessionStorage.length, (await caches.keys()).length, document.cookie.length, JSON.stringify(history.state)]);
    assert.deepEqual(kept, [0, 0, 0, 0, "null"]);
    await page.goBack();
    assert.equal(page.url(), server.url);
    await page.goForward();
    assert.equal(await ready(page), "sit");
    assert.deepEqual(await hand(), [], "the back button brings nothing back");
  }
  await page.context().close();
});

test("a tournament is watched to its end", async () => {
  const words = ["tournament", "the-river", "--bots", "mcts:sims=150", "greedy", "random", "--deals", "150", "--out", join(dir, "live"), "-q"];
  const run = spawn(process.env.RIVERLAB, words, { cwd: WORK, stdio: "ignore" });
  const ended = new Promise((resolve) => run.once("exit", resolve));
  try {
    const page = await open(browser, server.url);
    await page.waitForFunction(async () => (await (await fetch("/")).text()).includes("?dir=live"));
    await page.reload();
    await page.locator("a[href='/run?dir=live']").click();
    const games = () => page.locator("#games").textContent().then((text) => Number(text.split(" ")[0]));
    await page.locator("#report table").first().waitFor();
    await page.locator("#report th button").first().waitFor();
    // A fast machine would be done while the page is looked at: the run waits meanwhile.
    run.kill("SIGSTOP");
    const seen = await games();
    assert.ok(seen > 0 && seen < 900, `${seen} games`);
    await assertAccessible(page);
    await shoot(browser, page.url(), "serve-live", "#report table");
    run.kill("SIGCONT");
    await page.waitForFunction((seen) => {
      const games = document.getElementById("games");
      return games && Number(games.textContent.split(" ")[0]) > seen;
    }, seen);
    assert.deepEqual(page.complaints, []);
    // At the end the page becomes the report.
    await page.waitForSelector("text=This page is one file", { timeout: 90_000 });
    assert.equal(await ended, 0);
    const standings = parse(readFileSync(join(dir, "live", "standings.csv"), "utf8"), { columns: true });
    const rows = await page.locator("#standings tbody tr").evaluateAll((rows) => rows.map((row) => row.textContent));
    standings.forEach(({ bot }) => assert.ok(rows.some((row) => row.includes(bot)), bot));
    await page.goto(server.url);
    await page.locator("input[aria-label='Number of a game of live']").fill("7");
    await page.locator("#runs form button").click();
    await page.locator("#slider").waitFor();
    await page.context().close();
  } finally {
    run.kill("SIGKILL");
  }
});

test("a server that is killed goes on with its games, and pages find it again", async () => {
  const own = folder();
  let mortal = await serve(own, "--port", "0", "--hint", "greedy");
  const port = new URL(mortal.url).port;
  const page = await open(browser, mortal.url);
  await page.locator("#new button[type=submit]").click();
  await page.waitForURL(/\/games\//);
  for (let round = 0; round < 2; round += 1) {
    assert.equal(await ready(page), "move");
    await page.locator("#legal button").first().click();
    await mortal.kill();
    await page.locator("#trouble").waitFor();
    mortal = await serve(own, "--port", port, "--hint", "greedy");
    await page.waitForFunction(() => document.getElementById("trouble").hidden);
  }
  // The clicks may have been too late for the servers that were killed; this one is played, and answered by the others.
  assert.equal(await ready(page), "move");
  const seen = await moves(page);
  await page.locator("#legal button").first().click();
  await page.waitForFunction((seen) => document.querySelectorAll("#moves li").length > seen, seen);
  assert.equal(await ready(page), "move");
  // A server that is killed may leave what it was about to write.
  assert.equal(readdirSync(join(own, "games")).filter((name) => !name.startsWith(".")).length, 2);
  await page.context().close();
  await mortal.stop();
});

test("the overview", async () => {
  riverlab("balance", "the-river", "--bots", "greedy", "--deals", "10", "--out", join(dir, "a <b> & \"study\""), "-q");
  const page = await open(browser, server.url);
  await page.locator("#runs a", { hasText: "a <b> & \"study\"" }).waitFor();
  await assertAccessible(page);
  await shoot(browser, server.url, "serve-overview");
  await page.locator("#runs a", { hasText: "study" }).click();
  await page.waitForSelector("text=Balance study");
  await page.context().close();
});
