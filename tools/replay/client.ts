import { createHash, createHmac, randomUUID } from "node:crypto";
import { textToSign } from "@countinghouse/contract/integration/open-api/signing.ts";

/** Where the open API is and who calls it. */
export interface ClientOptions {
  /** For instance `http://127.0.0.1:8080`. */
  readonly base: string;
  readonly appKey: string;
  readonly appSecret: string;
  /** How long one call may take, in milliseconds. */
  readonly timeoutMs?: number;
  /** Tries of one call before it is given up, the first included. */
  readonly tries?: number;
  /** Waits between tries; tests do not. */
  readonly sleep?: (ms: number) => Promise<void>;
  /** What time it is where the open API is, in milliseconds; the machine's unless told. */
  readonly now?: () => number;
}

/** An answer of the open API; declines are answers too. */
export interface OpenAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what is read of it is checked where it is used.
  readonly body: any;
}

/** No answer after all tries: whether the call was carried out is not known. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

export interface OpenClient {
  get(path: string): Promise<OpenAnswer>;
  /** The same key with the same body may be sent any number of times and has one effect. */
  post(path: string, body: object, idempotencyKey: string): Promise<OpenAnswer>;
}

const firstWaitMs = 500;
const longestWaitMs = 15_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Answers after which the same call is sent again: it did not arrive, or the server is busy or still at the first try. */
export const isPassing = ({ status, body }: OpenAnswer): boolean =>
  status === 408 || status === 429 || status >= 500 || (status === 409 && body?.bizCode === "idempotency_in_progress");

/** Signs calls with an app's key and repeats those that got no final answer. */
export function openClient(options: ClientOptions): OpenClient {
  const { tries = 8, sleep = pause } = options;
  const send = async (method: "GET" | "POST", path: string, body: object | undefined, key?: string) => {
    let last = "no answer";
    for (let attempt = 0; attempt < tries; attempt += 1) {
      if (attempt > 0) await sleep(Math.min(longestWaitMs, firstWaitMs * 2 ** (attempt - 1)));
      try {
        const { answer, waitMs } = await callOnce(options, method, path, body, key);
        if (!isPassing(answer)) return answer;
        last = `HTTP ${answer.status}`;
        if (waitMs > 0) await sleep(Math.min(longestWaitMs, waitMs));
      } catch (error) {
        last = error instanceof Error ? error.message : String(error);
      }
    }
    throw new Unreachable(`${options.base} gave no final answer in ${tries} tries (${last}).`);
  };
  return {
    get: (path) => send("GET", path, undefined),
    post: (path, body, key) => send("POST", path, body, key),
  };
}

/** Signs one call and sends it once; the wait is what the answer asks for before the next try. */
export async function callOnce(
  { base, appKey, appSecret, timeoutMs = 60_000, now = Date.now }: Omit<ClientOptions, "tries" | "sleep">,
  method: "GET" | "POST",
  path: string,
  body: object | undefined,
  idempotencyKey: string | undefined,
): Promise<{ answer: OpenAnswer; waitMs: number }> {
  const text = body === undefined ? "" : JSON.stringify(body);
  const [pathname = "", query = ""] = path.split("?");
  const timestamp = String(Math.floor(now() / 1000));
  const nonce = randomUUID();
  const bodyHash = createHash("sha256").update(text).digest("hex");
  const signed = textToSign({ method, path: pathname, query, timestamp, nonce, bodyHash });
  const response = await fetch(base + path, {
    method,
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      "X-App-Key": appKey,
      "X-Timestamp": timestamp,
      "X-Nonce": nonce,
      "X-Signature": createHmac("sha256", appSecret).update(signed).digest("hex"),
      "X-Api-Version": "2026-06-01",
      "Accept-Language": "en",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: text }),
  });
  const answered = await response.text();
  const waitMs = Number(response.headers.get("retry-after") ?? 0) * 1000;
  try {
    return { answer: { status: response.status, body: JSON.parse(answered) }, waitMs };
  } catch {
    throw new Error(`HTTP ${response.status} without JSON`);
  }
}
