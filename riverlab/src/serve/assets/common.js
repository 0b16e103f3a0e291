"use strict";
// What all pages of the server share.

const by = (id) => document.getElementById(id);
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** An element with attributes and content. */
const element = (name, attributes, ...content) => {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...content);
  return made;
};

/** Says what went wrong, or with an empty text that nothing did. */
const trouble = (text) => {
  by("trouble").textContent = text;
  by("trouble").hidden = !text;
};

const bearing = (key) => (key ? { Authorization: `Bearer ${key}` } : {});

const reason = async (answer) => {
  const json = await answer.json().catch(() => ({}));
  return json.error || `the server answers ${answer.status}`;
};

/** Asks the server to do something, and returns its answer. */
const ask = async (path, body, key) => {
  const headers = { "Content-Type": "application/json", ...bearing(key) };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await reason(answer));
  return answer.json();
};

/** Hands each whole event of a text to `on`, and returns what is left; `undefined` once `on` wants no more. */
const take = (text, on) => {
  for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2)) {
    const lines = text.slice(0, end).split("\n");
    const values = (name) => lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trimStart());
    const [event] = values("event");
    if (event && on(event, values("data").join("\n")) === "end") return undefined;
  }
  return text;
};

/**
 * Listens to an event stream, and again where it breaks off, until `on` returns "end" or the server refuses. A key must not
 * stand in the address, as it would for an EventSource.
 */
const listen = (path, key, on) => {
  const control = new AbortController();
  (async () => {
    while (!control.signal.aborted) {
      try {
        const answer = await fetch(path, { headers: bearing(key), signal: control.signal, cache: "no-store" });
        if (!answer.ok && answer.status !== 503) return trouble(await reason(answer));
        if (answer.ok) {
          trouble("");
          const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
          let text = "";
          for (let read; !(read = await reader.read()).done;) {
            text = take(text + read.value, on);
            if (text === undefined) return control.abort();
          }
        } else trouble(await reason(answer));
      } catch (error) {
        if (control.signal.aborted) return;
      }
      if (by("trouble").hidden) trouble("The connection to the server is lost; trying again …");
      await sleep(1000);
    }
  })();
  return () => control.abort();
};
