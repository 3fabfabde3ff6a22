import { followSession, sessionHeaders } from "./client.ts";
import { millisecondsLeft, storedTokens } from "./tokens.ts";

/** An event of the server's stream. */
export interface ServerEvent {
  readonly id: string;
  /** Topic, such as `sysNotice.published`. */
  readonly topic: string;
  readonly payload: unknown;
}

/** Silence after which a stream counts as broken, in milliseconds: the server sends comments more often. */
const longestSilence = 90_000;

/** Opens the stream after the event `since` and reads until it ends; answers whether it was opened at all. */
export async function readEvents(
  since: string,
  signal: AbortSignal,
  deliver: (event: ServerEvent) => void,
): Promise<boolean> {
  const pair = storedTokens();
  const headers = sessionHeaders(pair, pair !== undefined && millisecondsLeft(pair.access) <= 0);
  headers.set("Accept", "text/event-stream");
  headers.set("X-Passive", "1");
  if (since) headers.set("Last-Event-ID", since);
  const silence = new AbortController();
  const response = await fetch("/api/events", {
    headers,
    credentials: "omit",
    cache: "no-store",
    signal: AbortSignal.any([signal, silence.signal]),
  });
  followSession(response);
  if (!response.ok || !response.body) return false;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const parse = createEventParser(deliver);
  for (;;) {
    const alarm = setTimeout(() => silence.abort(), longestSilence);
    const { done, value } = await reader.read().finally(() => clearTimeout(alarm));
    if (done) return true;
    parse(value);
  }
}

/** Parses the stream from chunks of any size into events (WHATWG HTML, server-sent events). */
export function createEventParser(deliverEvent: (event: ServerEvent) => void): (piece: string) => void {
  let rest = "";
  let fields = { id: "", event: "message", data: [] as string[] };
  const line = (text: string) => {
    if (text === "") {
      if (fields.data.length > 0)
        deliverEvent({ id: fields.id, topic: fields.event, payload: payloadOf(fields.data.join("\n")) });
      fields = { id: "", event: "message", data: [] };
      return;
    }
    const at = text.indexOf(":");
    if (at === 0) return;
    const name = at < 0 ? text : text.slice(0, at);
    const value = at < 0 ? "" : text.slice(at + 1).replace(/^ /, "");
    if (name === "data") fields.data.push(value);
    else if (name === "event") fields.event = value;
    else if (name === "id" && !value.includes("\u0000")) fields.id = value;
  };
  return (piece) => {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    for (const text of lines) line(text);
  };
}

function payloadOf(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
}
