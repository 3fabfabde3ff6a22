import { maskedHead } from "@countinghouse/contract/platform/card-number.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Actor } from "../access/actor.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The path holds a word that opens something: the log names the route in its place. */
    hidesPath?: boolean;
  }
}

/** What the log says of a request beside what HTTP knows. */
interface Caller {
  /** `resource.verb`. */
  readonly operation: string;
  readonly actor: Actor;
  /** What was sent, once it was read: without secrets and card numbers. */
  readonly sent?: () => unknown;
}

const callers = new WeakMap<FastifyRequest, Caller>();

/** Notes who runs which operation, for the request's line in the log. */
export const noteCaller = (request: FastifyRequest, caller: Caller): void => void callers.set(request, caller);

/** Who runs which operation by a request, as far as that is known. */
export const callerOf = (request: FastifyRequest): Caller | undefined => callers.get(request);

/**
 * One line per request, when its answer has left or its client has gone: what was asked, how it ended, how long it
 * took, who asked. Never a body, and never a query string: published calls carry secrets there.
 */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    const started = performance.now();
    reply.raw.once("close", () => {
      const caller = callers.get(request);
      const status = reply.raw.statusCode;
      const line = {
        operation: caller?.operation,
        method: request.method,
        path: pathOf(request),
        status,
        ms: Math.round((performance.now() - started) * 10) / 10,
        actorId: caller?.actor.userId || undefined,
        sessionId: caller?.actor.sessionId || undefined,
        ip: request.ip,
        ...(reply.raw.writableFinished ? {} : { aborted: true }),
      };
      if (status >= 500) request.log.error(line, "request");
      else request.log.info(line, "request");
    });
  });
}

/** What is logged of an address, in characters. */
const pathMax = 1_024;

const pathOf = ({ url, routeOptions }: FastifyRequest): string | undefined =>
  routeOptions.config.hidesPath ? routeOptions.url : maskedHead(url.split("?", 1)[0] ?? "", pathMax);
