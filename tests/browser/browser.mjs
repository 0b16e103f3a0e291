// What all browser tests need: a browser that can look up no name, pages that count requests and complaints, and the program.

import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import * as runner from "node:test";
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

export const WORK = process.env.WORK;
const SHOTS = process.env.SHOTS;
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// The runner ends a file that takes too long by this signal. What `exit` stops, servers and the browser, is stopped then too.
process.once("SIGTERM", () => process.exit(1));

/** A test that has two minutes: a file may have many. */
export const test = (name, body) => runner.test(name, { timeout: 120_000 }, body);

/** Starts the browser. No name can be looked up, and nothing is contacted in the background. */
export const launch = () => chromium.launch({
  executablePath: process.env.CHROMIUM,
  handleSIGTERM: false,
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"],
});

/** Runs the program in a folder and returns what it prints. */
export const riverlab = (...words) => execFileSync(process.env.RIVERLAB, words, {
  cwd: WORK, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 28,
});

/** A new folder for results. */
export const folder = () => mkdtempSync(join(WORK, "run-"));

/** The servers that were started. A test that fails may leave one behind, and while it lives this process does not end. */
const servers = [];
runner.after(() => servers.forEach((server) => server.kill("SIGKILL")));

/** Starts the server of a folder; `stop` ends it as Ctrl-C does, `kill` at once. All of them end with the tests. */
export const serve = async (folder, ...words) => {
  const server = spawn(process.env.RIVERLAB, ["serve", folder, ...words], { cwd: WORK, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  let complaints = "";
  server.stderr.on("data", (data) => { complaints += data; });
  servers.push(server);
  process.once("exit", () => server.kill("SIGKILL"));
  const url = await new Promise((resolve, reject) => {
    let text = "";
    server.stdout.on("data", (data) => {
      text += data;
      if (text.includes("\n")) resolve(text.slice(0, text.indexOf("\n")));
    });
    ended.then(() => reject(new Error(`the server has ended: ${complaints}`)));
  });
  const end = (signal) => () => {
    server.kill(signal);
    return ended;
  };
  return { url, stop: end("SIGINT"), kill: end("SIGKILL"), complaints: () => complaints };
};

/** Opens a page; `page.requests` and `page.complaints` gather what a report must not have. */
export const open = async (browser, url, options = {}) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.requests = [];
  page.complaints = [];
  page.on("request", (request) => page.requests.push(request.url()));
  page.on("console", (message) => page.complaints.push(message.text()));
  page.on("pageerror", (error) => page.complaints.push(String(error)));
  await page.goto(url);
  return page;
};

/** No request but the page itself, and no complaint. */
export const assertQuiet = (page, url) => {
  assert.deepEqual(page.requests, [url]);
  assert.deepEqual(page.complaints, []);
};

/** Nothing that axe-core calls serious or critical. */
export const assertAccessible = async (page) => {
  await page.evaluate(AXE);
  const found = await page.evaluate(() => window.axe.run());
  const serious = found.violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
  const told = serious.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html).join(" ")}`);
  assert.deepEqual(told, []);
};

/** Screenshots in two widths, light and dark, once `ready` is there; the page never scrolls sideways. */
export const shoot = async (browser, url, name, ready = "h1") => {
  for (const width of [360, 1280]) {
    for (const colorScheme of ["light", "dark"]) {
      const page = await open(browser, url, { viewport: { width, height: 900 }, colorScheme });
      await page.locator(ready).first().waitFor();
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(excess <= 0, `${name} at ${width} pixels scrolls sideways by ${excess}`);
      await page.screenshot({ path: join(SHOTS, `${name}-${width}-${colorScheme}.png`), fullPage: true });
      await page.context().close();
    }
  }
};
