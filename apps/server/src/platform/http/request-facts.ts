import { randomUUID } from "node:crypto";
import { localeFrom } from "@countinghouse/contract/kit/locale.ts";
import { hasCardNumber, maskedHead } from "@countinghouse/contract/platform/card-number.ts";
import type { FastifyRequest } from "fastify";
import type { RequestFacts } from "./context.ts";

/** A caller's own request id is kept when it is harmless, so that a trace can be followed across systems. */
export const requestIdFrom = (header: string | string[] | undefined): string =>
  typeof header === "string" && /^[\w-]{8,64}$/.test(header) && !hasCardNumber(header) ? header : randomUUID();

const single = (header: string | string[] | undefined): string =>
  Array.isArray(header) ? (header[0] ?? "") : (header ?? "");

/** No address of ours is longer, in characters; what is said and kept of a longer one is its mark. */
const pathMax = 1_024;
const userAgentMax = 1_024;

/** The path of an address as it may be told back and logged: one that is too long, or holds a card number, in escapes or not, is not. */
export function toldPath(url: string): string {
  const path = url.split("?", 1)[0] ?? "";
  return path.length > pathMax || hasCardNumber(path) ? "…" : path;
}

/** Reads the facts of a request once, at the door. What of them is written down holds no card number. */
export const factsOfRequest = (request: FastifyRequest): RequestFacts => ({
  id: request.id,
  method: request.method,
  path: maskedHead(request.url.split("?", 1)[0] ?? "", pathMax),
  ip: request.ip,
  userAgent: maskedHead(single(request.headers["user-agent"]), userAgentMax),
  locale: localeFrom(single(request.headers["accept-language"])),
  queryNames: Object.keys(request.query ?? {}).map((name) => name.toLowerCase()),
  headers: request.headers,
});
