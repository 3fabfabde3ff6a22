import type { OpenOperation } from "@countinghouse/contract/integration/open-api/open-operation.ts";
import { type Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { appActor } from "../../../platform/access/actor.ts";
import { noteDefect } from "../../../platform/http/call-notes.ts";
import { clientGone } from "../../../platform/http/client-gone.ts";
import type { Metrics } from "../../../platform/http/metrics.ts";
import type { Runtime } from "../../../platform/http/open-context.ts";
import { toldPath } from "../../../platform/http/request-facts.ts";
import { noteCaller } from "../../../platform/observability/request-log.ts";
import type { Platform } from "../../../platform/platform.ts";
import { corsHeaders, preflightHeaders } from "./browser-origin.service.ts";
import { serveOpenDocuments } from "./docs.routes.ts";
import { openError } from "./open-answer.service.ts";
import type { BoundOpenOperation, OpenCaller } from "./open-call.service.ts";
import { type AppDirectory, admitCaller, assertReaches, type RequestToVerify } from "./open-caller.service.ts";
import { openFacts } from "./open-facts.service.ts";
import { openRefusalOf, readOpen, runOpen } from "./run-open.service.ts";
import { assertVersion } from "./signature.service.ts";
import type { CallTurns } from "./turns.service.ts";

export interface OpenApiOptions {
  readonly platform: Platform;
  readonly spine: Runtime;
  readonly metrics: Metrics;
  readonly directory: AppDirectory;
  /** Requests per second of one app over all nodes; bursts of twice as many. */
  readonly perSecond: number;
  /** Calls processed concurrently on this node. */
  readonly turns: CallTurns;
  /** Calls with their handlers. */
  readonly operations: readonly BoundOpenOperation[];
}

const bodyLimitBytes = 262_144;
const noBody = Buffer.alloc(0);

/** Serves the open API: its calls, its documents, and one error format for everything below `/v1`. */
export function serveOpenApi(app: FastifyInstance, options: OpenApiOptions): void {
  app.register(
    async (scope) => {
      acceptJsonOnly(scope);
      answerErrors(scope, options);
      scope.addHook("onRequest", async (_request, reply) => void reply.header("cache-control", "no-store"));
      for (const bound of options.operations) addCall(scope, options, bound);
      serveOpenDocuments(scope, options);
      scope.all("/*", async (request) => {
        throw nothingAt(request);
      });
    },
    { prefix: "/v1" },
  );
}

/** The raw body is kept, because it is what was signed. */
function acceptJsonOnly(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    "application/json",
    { parseAs: "buffer", bodyLimit: bodyLimitBytes },
    (_request, body, done) => done(null, body),
  );
}

const nothingAt = ({ method, url }: FastifyRequest): Refusal =>
  refuse("platform.routeNotFound", { method, path: toldPath(url) });

function toRefusal(error: FastifyError, request: FastifyRequest): Refusal {
  const known = openRefusalOf(error);
  if (known) return known;
  if (error.statusCode === 413) return refuse("platform.bodyTooLarge", { limit: "256 KB" });
  if (error.statusCode === 415) return refuse("openApi.unsupportedMediaType");
  if (error.statusCode === 400) return refuse("openApi.malformedJson", { position: 0 });
  if (error.statusCode === 404) return nothingAt(request);
  return refuse("platform.unexpected", { requestId: request.id });
}

const addHeaders = (reply: FastifyReply, headers: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(headers)) reply.header(name, value);
};

function answerErrors(scope: FastifyInstance, { spine, metrics }: OpenApiOptions): void {
  scope.setErrorHandler(async (error: FastifyError, request, reply) => {
    const refusal = toRefusal(error, request);
    if (refusal.status >= 500) request.log.error({ err: error }, "request failed");
    noteDefect(spine.journal, request, openFacts(request), { error, refusal, elapsedMs: reply.elapsedTime });
    metrics.refusals.inc({ code: refusal.code });
    const { locale, id: requestId } = openFacts(request);
    addHeaders(reply, refusal.headers);
    return reply.code(refusal.status).send(openError(refusal, { locale, requestId, translator: spine.translator }));
  });
}

/** The request byte for byte. A body where none is allowed could be read by one server and skipped by another. */
function wireOf(request: FastifyRequest, reply: FastifyReply, { method }: OpenOperation): RequestToVerify {
  const { headers, url, body } = request;
  if (headers["content-encoding"] !== undefined) throw refuse("openApi.unsupportedMediaType");
  const announcesBody = Number(headers["content-length"] ?? 0) > 0 || headers["transfer-encoding"] !== undefined;
  if (method !== "POST" && announcesBody) throw refuse("platform.malformedBody");
  const mark = url.indexOf("?");
  const [path, query] = mark < 0 ? [url, ""] : [url.slice(0, mark), url.slice(mark + 1)];
  return { path, query, body: Buffer.isBuffer(body) ? body : noBody, gone: clientGone(reply) };
}

function addCall(scope: FastifyInstance, options: OpenApiOptions, bound: BoundOpenOperation): void {
  const { operation, name } = bound;
  const event = `openApi.${name}`;
  if (operation.forPayer) addPreflight(scope, options, operation);
  scope.route({
    method: operation.method,
    url: operation.path.replace(/^\/v1/, ""),
    handler: async (request, reply) => {
      observe(reply, options.metrics, event);
      const facts = openFacts(request);
      addHeaders(reply, await corsHeaders(options.directory.knowsOrigin, operation, facts));
      const wire = wireOf(request, reply, operation);
      assertVersion(facts);
      const params = request.params as Record<string, string>;
      const sent = { facts, params, query: wire.query, body: wire.body };
      const read = (caller: OpenCaller) => readOpen(options, bound, caller, sent);
      const { headers, place, ...admitted } = await admitCaller(options, name, operation, facts, wire, read);
      const { caller } = admitted;
      try {
        noteCaller(request, { operation: event, actor: appActor(caller.app) });
        addHeaders(reply, headers);
        assertReaches(caller, params);
        const answer = await place.run(() => runOpen(options, bound, admitted, facts));
        addHeaders(reply, answer.headers);
        return reply.code(answer.status).type("application/json; charset=utf-8").send(answer.text);
      } finally {
        place.leave();
      }
    },
  });
}

/** Answers CORS preflight requests for payers' calls. */
function addPreflight(scope: FastifyInstance, { directory }: OpenApiOptions, operation: OpenOperation): void {
  scope.options(operation.path.replace(/^\/v1/, ""), async (request, reply) => {
    addHeaders(reply, await preflightHeaders(directory.knowsOrigin, operation, openFacts(request)));
    return reply.code(204).send();
  });
}

function observe(reply: FastifyReply, { requestSeconds }: Metrics, operation: string): void {
  const started = process.hrtime.bigint();
  reply.raw.once("close", () => {
    const seconds = Number(process.hrtime.bigint() - started) / 1e9;
    requestSeconds.observe({ operation, status: String(reply.statusCode) }, seconds);
  });
}
