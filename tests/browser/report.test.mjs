// Reports of a tournament, a match and a study, opened from disk.

import { after, before } from "node:test";
import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parse } from "csv-parse/sync";
import { assertAccessible, assertQuiet, folder, launch, open, riverlab, shoot, test } from "./browser.mjs";

const RUNS = {
  tournament: ["tournament", "the-river", "--players", "3", "--bots", "mcts:sims=20", "greedy", "random", "--deals", "20"],
  match: ["match", "--focus", "greedy", "--against", "random", "--sprt", "win:0.1", "--deals", "200"],
  balance: ["balance", "the-river", "--bots", "greedy", "--elements", "mill-*", "--deals", "60"],
};

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

/** The cells of the tables of a page, by the names of their files. */
const tables = (page) => page.evaluate(() => {
  const text = (cell) => cell.dataset.v ?? cell.textContent;
  return [...document.querySelectorAll("table[data-table]")].map((table) => ({
    name: table.dataset.table,
    isDown: table.classList.contains("down"),
    leftOut: Number(table.dataset.rowsLeftOut ?? 0),
    columns: [...table.querySelectorAll("[data-column]")].map((head) => head.dataset.column),
    rows: [...table.tBodies[0].rows].map((row) => [...row.cells].map(text)),
  }));
});

for (const [kind, words] of Object.entries(RUNS)) {
  test(`the page of a ${kind}`, async () => {
    const out = folder();
    riverlab(...words, "--seed", "1", "--out", out);
    const files = [join(out, "report.html"), join(out, "again.html")];
    for (const file of files) riverlab("report", out, "--html", file);
    assert.deepEqual(readFileSync(files[0]), readFileSync(files[1]), "the same bytes each time");
    assert.ok(statSync(files[0]).size < 300_000, `${statSync(files[0]).size} bytes`);

    const url = pathToFileURL(files[0]).href;
    const page = await open(browser, url);
    const shown = await tables(page);
    let compared = 0;
    for (const { name, isDown, leftOut, columns, rows } of shown) {
      const csv = parse(readFileSync(join(out, `${name}.csv`)), { relax_column_count: false });
      const expected = isDown ? csv[0].map((column, index) => csv[1][index]) : csv.slice(1, csv.length - leftOut);
      assert.deepEqual(isDown ? rows.map((row) => row[1]) : rows, expected, `${name}.csv`);
      assert.deepEqual(columns, csv[0], `columns of ${name}.csv`);
      compared += 1;
    }
    assert.ok(compared >= (kind === "balance" ? 1 : 4), `${compared} tables of ${readdirSync(out)}`);
    await sorts(page);
    await assertAccessible(page);
    assertQuiet(page, url);
    await page.context().close();

    const plain = await open(browser, url, { javaScriptEnabled: false });
    assert.ok((await plain.locator("table[data-table] td").count()) > 0, "readable without its script");
    await plain.context().close();
    await shoot(browser, url, kind);
  });
}

/** A click sorts by a column and a second one the other way round; so does the keyboard. */
const sorts = async (page) => {
  const table = page.locator("table[data-table]:not(.down)").first();
  const button = table.locator("th button:visible").last();
  const values = () => table.evaluate((table) => {
    const column = [...table.tHead.rows[0].cells].findIndex((cell) => cell.hasAttribute("aria-sort"));
    return [...table.tBodies[0].rows].map((row) => Number(row.cells[column].dataset.v ?? row.cells[column].textContent));
  });
  await button.click();
  const down = await values();
  assert.deepEqual(down, [...down].sort((a, b) => b - a), "largest first");
  await button.focus();
  await page.keyboard.press("Enter");
  const up = await values();
  assert.deepEqual(up, [...up].sort((a, b) => a - b), "smallest first");
};
