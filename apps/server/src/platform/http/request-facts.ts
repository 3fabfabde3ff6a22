import { randomUUID } from "node:crypto";
import { localeFrom } from "@countinghouse/contract/kit/locale.ts";
import { hasCardNumber, maskedHead } from "@countinghouse/contract/platform/card-number.ts";
import type { FastifyRequest } from "fastify";
import type { RequestFacts } from "./context.ts";

/** Keeps a caller's own request id when it is harmless, so that a trace can be followed across systems. */
export const requestIdFrom = (header: string | string[] | undefined): string =>
  typeof header === "string" && /^[\w-]{8,64}$/.test(header) && !hasCardNumber(header) ? header : randomUUID();

const single = (header: string | string[] | undefined): string =>
  Array.isArray(header) ? (header[0] ?? "") : (header ?? "");

/** Longest path to repeat or log, in characters; none of our own is longer. A longer one is replaced. */
const pathMax = 1_024;
const userAgentMax = 1_024;

/**
 * The path of an address as it may be repeated and logged. One that is too long or holds a card number,
 * percent-encoded or not, is replaced.
 */
export function toldPath(url: string): string {
  const path = url.split("?", 1)[0] ?? "";
  return path.length > pathMax || hasCardNumber(path) ? "…" : path;
}

/** Reads the facts of a request once, on arrival. Those that are logged hold no card number. */
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
