import { maxHeaderSize, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { localeFrom } from "@countinghouse/contract/kit/locale.ts";
import { type Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { ConnectionError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RefusalWording } from "./envelope.ts";
import type { Metrics } from "./metrics.ts";
import type { Runtime } from "./open-context.ts";
import { requestIdFrom } from "./request-facts.ts";

/**
 * The body of a refusal before routing, by the API that `path` belongs to; the path is undefined where the request's
 * headers never arrived.
 */
export type UnreadRequestBody = (refusal: Refusal, facts: RefusalWording, path: string | undefined) => object;

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface UnreadOptions {
  readonly spine: Pick<Runtime, "clock" | "translator">;
  readonly metrics: Pick<Metrics, "refusals">;
  readonly word: UnreadRequestBody;
}

function refusalOf({ code }: Error & { readonly code?: string }): Refusal {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return refuse("platform.requestTimeout", {}, { status: 408 });
  if (code !== "HPE_HEADER_OVERFLOW") return refuse("platform.malformedRequest");
  return refuse("platform.headersTooLarge", { limit: `${maxHeaderSize / 1_024} KB` }, { status: 431 });
}

/**
 * Answers requests that were never received completely: headers or body timed out, or are no HTTP. No operation saw
 * them, and the refusal says so. The connection is closed with the answer, because the start of the next request on it
 * is unknown. While another request of the connection is in progress it is closed without an answer: a refusal would
 * be taken for that request's answer.
 */
export function unreadRequests({ spine, metrics, word }: UnreadOptions) {
  const underWay = new WeakMap<Socket, Set<Exchange>>();

  const follow = (app: FastifyInstance): void => {
    app.addHook("onRequest", async (request, reply) => {
      const exchange = { request, reply };
      const exchanges = underWay.get(request.raw.socket) ?? new Set();
      underWay.set(request.raw.socket, exchanges.add(exchange));
      reply.raw.once("close", () => exchanges.delete(exchange));
    });
  };

  const answer = (error: ConnectionError, socket: Socket): void => {
    if (error.code === "ECONNRESET" || socket.destroyed) return;
    const exchanges = [...(underWay.get(socket) ?? [])];
    const isAnswerable = exchanges.every(({ request, reply }) => !request.raw.complete && !reply.raw.headersSent);
    if (!socket.writable || !isAnswerable) {
      socket.destroy();
      return;
    }
    const refusal = refusalOf(error);
    metrics.refusals.inc({ code: refusal.code });
    socket.end(messageOf(refusal, exchanges[0]?.request), () => socket.destroy());
  };

  const messageOf = (refusal: Refusal, request: FastifyRequest | undefined): string => {
    const requestId = request?.id ?? requestIdFrom(undefined);
    // Without an Accept-Language header the client is a program.
    const locale = localeFrom(request?.headers["accept-language"], "en");
    const facts = { now: spine.clock.now(), locale, requestId, translator: spine.translator };
    const body = JSON.stringify(word(refusal, facts, request?.url));
    return [
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Cache-Control: no-store",
      `X-Request-Id: ${requestId}`,
      "Connection: close",
      "",
      body,
    ].join("\r\n");
  };

  return { follow, answer };
}
