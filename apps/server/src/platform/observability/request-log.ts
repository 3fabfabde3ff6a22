import { maskedHead } from "@countinghouse/contract/platform/card-number.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Actor } from "../access/actor.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The path contains a token: the log names the route instead. */
    hidesPath?: boolean;
  }
}

/** What the log says of a request beyond HTTP. */
interface Caller {
  /** `resource.verb`. */
  readonly operation: string;
  readonly actor: Actor;
  /** The parsed input, without secrets and card numbers. */
  readonly sent?: () => unknown;
}

const callers = new WeakMap<FastifyRequest, Caller>();

/** Notes the caller and the operation, for the request's log line. */
export const noteCaller = (request: FastifyRequest, caller: Caller): void => void callers.set(request, caller);

/** Caller and operation of a request, as far as known. */
export const callerOf = (request: FastifyRequest): Caller | undefined => callers.get(request);

/**
 * One log line per request, when its answer was sent or its client disconnected: what was asked, the result, the
 * duration and the caller. Never a body or a query string: published calls carry secrets there.
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

/** Longest logged path, in characters. */
const pathMax = 1_024;

const pathOf = ({ url, routeOptions }: FastifyRequest): string | undefined =>
  routeOptions.config.hidesPath ? routeOptions.url : maskedHead(url.split("?", 1)[0] ?? "", pathMax);
