import { randomUUID } from "node:crypto";
import { localeFrom } from "@countinghouse/contract/kit/locale.ts";
import { hasCardNumber, maskCardNumbers } from "@countinghouse/contract/platform/card-number.ts";
import type { FastifyRequest } from "fastify";
import type { RequestFacts } from "./context.ts";

/** A caller's own request id is kept when it is harmless, so that a trace can be followed across systems. */
export const requestIdFrom = (header: string | string[] | undefined): string =>
  typeof header === "string" && /^[\w-]{8,64}$/.test(header) && !hasCardNumber(header) ? header : randomUUID();

const single = (header: string | string[] | undefined): string =>
  Array.isArray(header) ? (header[0] ?? "") : (header ?? "");

/** Reads the facts of a request once, at the door. What of them is written down holds no card number. */
export const factsOfRequest = (request: FastifyRequest): RequestFacts => ({
  id: request.id,
  method: request.method,
  path: maskCardNumbers(request.url.split("?", 1)[0] ?? ""),
  ip: request.ip,
  userAgent: maskCardNumbers(single(request.headers["user-agent"])),
  locale: localeFrom(single(request.headers["accept-language"])),
  queryNames: Object.keys(request.query ?? {}).map((name) => name.toLowerCase()),
  headers: request.headers,
});
