import type { IncomingMessage } from "node:http";
import { constants } from "node:zlib";
import type { Operation } from "@countinghouse/contract/kit/operation.ts";
import { Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { pathOf } from "@countinghouse/contract/kit/resource.ts";
import { limitsOf } from "@countinghouse/contract/platform/input-limits.ts";
import compress from "@fastify/compress";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { type Actor, anonymousActor } from "../access/actor.ts";
import { refusalFromDatabase } from "../db/database-error.ts";
import { noteCaller, registerRequestLog } from "../observability/request-log.ts";
import { limitBody, measureBody } from "./body-measure.ts";
import { noteDefect, sentTo } from "./call-notes.ts";
import { type AnswerPage, serveConsole } from "./console-files.ts";
import type { RequestFacts } from "./context.ts";
import { registerDrain } from "./drain.ts";
import { type Envelope, refusalAnswer } from "./envelope.ts";
import { answerFile, isFileAnswer } from "./file-answer.ts";
import { ReplayedRefusal } from "./idempotency.ts";
import type { ResourceRoutes } from "./implement.ts";
import type { Metrics } from "./metrics.ts";
import type { BoundOperation, OperationCall, Runtime } from "./open-context.ts";
import { fromQuery } from "./parse-input.ts";
import { factsOfRequest, requestIdFrom, toldPath } from "./request-facts.ts";
import { runOperation } from "./run-operation.ts";
import { isOverLimits } from "./screen-input.ts";
import { sendSecurityHeaders } from "./security-headers.ts";
import type { SignedCallers } from "./signed-callers.ts";
import { type UnreadRequestBody, unreadRequests } from "./unread-request.ts";

/**
 * Turns the credentials of a request into an actor; may set renewed tokens as headers even if the operation then
 * fails.
 */
export type Authenticate = (
  request: RequestFacts,
  operation: Operation,
  setHeader: (name: string, value: string) => void,
) => Promise<Actor>;

export interface ServerOptions {
  readonly spine: Runtime;
  readonly routes: readonly ResourceRoutes[];
  readonly authenticate: Authenticate;
  /** Authentication of signed requests; none by default. */
  readonly signedCallers?: SignedCallers;
  readonly metrics: Metrics;
  readonly logger: FastifyBaseLogger;
  /** Number of trusted proxy hops; with false, the client's address is the socket's. */
  readonly trustProxy: number | false;
  /** The product's own by default; tests shorten them. */
  readonly timeLimits?: TimeLimits;
  readonly isProduction: boolean;
  /** Body for requests that were never received completely; the envelope by default. */
  readonly wordUnread?: UnreadRequestBody;
  /** Folder of the built console; without it only the API is served. */
  readonly consoleRoot?: string;
  /** Routes a request to another address; the target itself must not be reachable from outside. */
  readonly rewriteUrl?: (request: Pick<IncomingMessage, "url" | "headers">) => string;
}

/** Time limits of a connection in milliseconds; it is closed within a second of them. */
export interface TimeLimits {
  /** To receive a request's headers, from connecting or from the first byte. */
  readonly headMs: number;
  /** To receive the whole request. */
  readonly requestMs: number;
  /**
   * Idle time between two requests. Longer than proxies keep theirs, so that none sends into a connection that just
   * closed.
   */
  readonly idleMs: number;
  /** Without a byte in either direction during a request: a client that does not read its answer. */
  readonly stalledMs: number;
}

export const timeLimits: TimeLimits = { headMs: 10_000, requestMs: 30_000, idleMs: 65_000, stalledMs: 60_000 };

/**
 * Answers are compressed per request: the fastest level and a window of 64 kB take a third of the default's time and
 * make a page of a list some 10 % larger. Console files are compressed at build time.
 */
const quickBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 16 } };

const formType = "application/x-www-form-urlencoded";

/** Raw bodies of signed requests: the signature covers every byte. */
const signedBodies = new WeakMap<FastifyRequest, string>();

/** Published clients send JSON under several content types; an empty body stands for `{}`. */
function acceptBodies(app: FastifyInstance): void {
  const keepSigned = (request: FastifyRequest, body: string): void => {
    if (request.headers.sign !== undefined) signedBodies.set(request, body);
  };
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser(
    ["application/json", "application/json-patch+json"],
    { parseAs: "string" },
    (request, body, done) => {
      keepSigned(request, body as string);
      if (body === "") return done(null, {});
      try {
        measureBody(request, body as string);
      } catch (error) {
        return done(error as Refusal);
      }
      parseJson(request, body as string, done);
    },
  );
  app.addContentTypeParser(formType, { parseAs: "string" }, (request, body, done) => {
    keepSigned(request, body as string);
    done(null, Object.fromEntries(new URLSearchParams(body as string)));
  });
}

/** Turns every error into an envelope in the caller's language; defects are logged and answered without detail. */
function answerErrors(app: FastifyInstance, { spine, metrics }: ServerOptions, answerPage: AnswerPage): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (error instanceof ReplayedRefusal) return reply.code(error.status).send(error.body);
    const refusal = toRefusal(error, request);
    if (refusal.status >= 500) request.log.error({ err: error }, "request failed");
    metrics.refusals.inc({ code: refusal.code });
    const facts = factsOfRequest(request);
    noteDefect(spine.journal, request, facts, { error, refusal, elapsedMs: reply.elapsedTime });
    const body = refusalAnswer(refusal, {
      now: spine.clock.now(),
      locale: facts.locale,
      requestId: facts.id,
      translator: spine.translator,
    });
    for (const [name, value] of Object.entries(refusal.headers)) reply.header(name, value);
    return reply.code(refusal.status).send(body);
  });
  app.setNotFoundHandler((request, reply) => {
    const page = answerPage(request, reply);
    if (page) return page;
    throw nothingAt(request);
  });
}

const nothingAt = ({ method, url }: FastifyRequest): Refusal =>
  refuse("platform.routeNotFound", { method, path: toldPath(url) });

const megabyte = 1_048_576;
const strayBodyBytes = 16_384;

const limitOf = ({ routeOptions: { bodyLimit = strayBodyBytes } }: FastifyRequest): string =>
  bodyLimit < megabyte ? `${Math.floor(bodyLimit / 1_024)} KB` : `${Math.floor(bodyLimit / megabyte)} MB`;

function toRefusal(error: FastifyError, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  const fromDatabase = refusalFromDatabase(error);
  if (fromDatabase) return fromDatabase;
  // A folder of the console's files is answered as not found.
  if (error.statusCode === 403 || error.statusCode === 404) return nothingAt(request);
  if (error.statusCode === 413) return refuse("platform.bodyTooLarge", { limit: limitOf(request) });
  if (error.statusCode === 415) {
    return refuse("platform.unsupportedMediaType", { type: request.headers["content-type"] ?? "" });
  }
  if (error.statusCode === 400 || error instanceof SyntaxError) return refuse("platform.malformedBody");
  if (error.statusCode === 429) return refuse("platform.tooManyRequests", { seconds: 1 });
  return refuse("platform.unexpected", { requestId: request.id });
}

const inputOf = (operation: Operation, request: FastifyRequest): unknown => {
  const named = { ...(request.query as object), ...(request.params as object) };
  if (operation.method === "GET") return fromQuery(operation.input, named);
  const isForm = request.headers["content-type"]?.startsWith(formType) ?? false;
  if (isForm) return fromQuery(operation.input, request.body as Record<string, unknown>);
  const body = request.body ?? {};
  // Published clients send a few commands' inputs in the query; where both are present, the body wins.
  if (Array.isArray(body) || typeof body !== "object") return body;
  return { ...fromQuery(operation.input, named), ...body };
};

/**
 * Registers one operation on its route. The caller is authenticated by the headers before a byte of the body is read:
 * an anonymous caller costs no more than that, and never uploads where a session is required.
 */
function addRoute(app: FastifyInstance, options: ServerOptions, bound: BoundOperation): void {
  const { spine, authenticate, signedCallers, metrics } = options;
  const { resource, name, operation } = bound;
  const event = `${resource.name}.${name}`;
  const callers = new WeakMap<FastifyRequest, Pick<OperationCall, "actor" | "request" | "setHeader">>();
  const isSigned = (facts: RequestFacts) => operation.access !== "anonymous" && signedCallers?.presents(facts) === true;
  app.route({
    method: operation.method,
    url: pathOf(resource, name),
    bodyLimit: limitsOf(operation).bytes,
    onRequest: async (request, reply) => {
      const started = process.hrtime.bigint();
      const facts = factsOfRequest(request);
      const setHeader = (header: string, value: string) => void reply.header(header, value);
      reply.header("cache-control", "no-store");
      reply.raw.once("close", () => {
        const seconds = Number(process.hrtime.bigint() - started) / 1e9;
        metrics.requestSeconds.observe({ operation: event, status: String(reply.statusCode) }, seconds);
      });
      // The signature can be verified only with the body; before that, a valid key is required and the caller stays
      // anonymous.
      if (signedCallers && isSigned(facts)) await signedCallers.knock({ request: facts, bound });
      const actor = isSigned(facts)
        ? anonymousActor
        : await actorOf(operation, () => authenticate(facts, operation, setHeader));
      noteCaller(request, { operation: event, actor });
      limitBody(request, limitsOf(operation));
      callers.set(request, { actor, request: facts, setHeader });
    },
    handler: async (request, reply) => {
      const caller = callers.get(request);
      if (!caller) throw new Error(`nobody asked who calls ${event}`);
      const run = (actor: Actor) => {
        const call = { ...caller, actor, sent: inputOf(operation, request) };
        noteCaller(request, { operation: event, actor, sent: () => sentTo(operation, call.sent) });
        return noted(spine, bound, call, () => runOperation(spine, bound, call), {
          refusalOf: (error) => toRefusal(error as FastifyError, request),
          elapsedMs: () => reply.elapsedTime,
        });
      };
      const body =
        signedCallers && isSigned(caller.request)
          ? await signedCallers.answer({ request: caller.request, wire: wireOf(request), bound }, run)
          : await run(caller.actor);
      return send(reply, operation, body.result, body);
    },
  });
}

interface Noting {
  refusalOf(error: unknown): Refusal;
  elapsedMs(): number;
}

/**
 * Whether an operation changes something: a command, or a sign-in operation, which takes a secret and manages its own
 * transactions.
 */
const isAct = ({ kind, passive, secretInputs = [] }: Operation): boolean =>
  kind === "command" || (!passive && secretInputs.length > 0);

/** Runs a command and logs how it ended; reads are not logged. */
async function noted(
  { journal, translator }: Runtime,
  { resource, name, operation }: BoundOperation,
  call: OperationCall,
  run: () => Promise<Envelope>,
  { refusalOf, elapsedMs }: Noting,
): Promise<Envelope> {
  if (!journal || !isAct(operation)) return run();
  const { actor, request } = call;
  const note = { resource: resource.name, operation: name, actor, request };
  const write = (status: number, bizCode: string | null, message: string | null) => {
    // A sender must not decide how much is logged.
    const sent = bizCode !== null && isOverLimits(bizCode) ? null : sentTo(operation, call.sent);
    journal.command({ ...note, sent, status, bizCode, message, elapsedMs: elapsedMs() });
  };
  try {
    const body = await run();
    write(body.code, null, null);
    return body;
  } catch (error) {
    if (error instanceof ReplayedRefusal) write(error.status, error.body.extras?.bizCode ?? null, error.body.message);
    else {
      const { status, code, values } = refusalOf(error);
      write(status, code, translator.refusal(code, values, request.locale));
    }
    throw error;
  }
}

function wireOf(request: FastifyRequest) {
  const at = request.url.indexOf("?");
  const [path, query] = at < 0 ? [request.url, ""] : [request.url.slice(0, at), request.url.slice(at + 1)];
  return { path, query, body: signedBodies.get(request) ?? "" };
}

/**
 * The caller of an operation. An anonymous operation authenticates only where it declares so, and then treats an
 * invalid token as no token.
 */
async function actorOf({ access, knowsCaller }: Operation, authenticate: () => Promise<Actor>): Promise<Actor> {
  if (access !== "anonymous") return authenticate();
  if (!knowsCaller) return anonymousActor;
  try {
    return await authenticate();
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) return anonymousActor;
    throw error;
  }
}

function send(reply: FastifyReply, operation: Operation, result: unknown, body: Envelope): FastifyReply {
  reply.code(body.code);
  if (operation.answer === "file" && isFileAnswer(result)) return answerFile(reply, result);
  return reply.send(operation.answer === "bare" ? JSON.stringify(result) : body);
}

/** An operation without an access mark must not be served. */
function assertMarked({ resource, name, operation }: BoundOperation): void {
  if (!["permission", "signedIn", "anonymous"].includes(operation.access)) {
    throw new Error(`operation ${resource.name}.${name} has no access mark; say who may call it in the contract`);
  }
}

/** Every operation of the routes with its handler. Throws for an operation without one. */
export const bindOperations = (routes: readonly ResourceRoutes[]): BoundOperation[] =>
  routes.flatMap(({ resource, handlers }) =>
    Object.entries(resource.operations).map(([name, operation]) => {
      const handler = handlers[name];
      if (!handler) throw new Error(`operation ${resource.name}.${name} has no handler`);
      const bound = { resource, name, operation, handler };
      assertMarked(bound);
      return bound;
    }),
  );

/** Trusts the forwarded address of the nearest hops only. */
const trustHops = (hops: number | false) => (hops === false ? false : (_address: string, hop: number) => hop < hops);

/** Builds the HTTP server with every operation on its route. Throws when an operation has no access mark. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { headMs, requestMs, idleMs, stalledMs } = options.timeLimits ?? timeLimits;
  const { spine, metrics, wordUnread: word = refusalAnswer } = options;
  const unread = unreadRequests({ spine, metrics, word });
  const app = Fastify({
    loggerInstance: options.logger,
    trustProxy: trustHops(options.trustProxy),
    // For bodies that no operation expects.
    bodyLimit: strayBodyBytes,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionTimeout: stalledMs,
    clientErrorHandler: unread.answer,
    ...(options.rewriteUrl && { rewriteUrl: options.rewriteUrl }),
    genReqId: (request) => requestIdFrom(request.headers["x-request-id"]),
    requestIdHeader: false,
    // The token of a payment page's address is longer than the router's default of a hundred characters.
    routerOptions: { caseSensitive: false, maxParamLength: 256 },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: "idle",
    return503OnClosing: true,
    // Node would keep the first of two duplicate headers: a proxy and the server could then read different ones.
    http: {
      joinDuplicateHeaders: true,
      headersTimeout: headMs,
      connectionsCheckingInterval: Math.min(1_000, headMs / 2),
    },
  }) as unknown as FastifyInstance;
  await sendSecurityHeaders(app, { contentSecurityPolicy: contentPolicy, hsts: options.isProduction });
  await app.register(compress, { global: true, threshold: 1024, brotliOptions: quickBrotli });
  acceptBodies(app);
  const answerPage = options.consoleRoot ? await serveConsole(app, options.consoleRoot) : () => undefined;
  answerErrors(app, options, answerPage);
  registerRequestLog(app);
  unread.follow(app);
  app.addHook("onRequest", async (request, reply) => {
    options.metrics.inFlight.inc();
    // Also emitted when the client disconnects before its answer.
    reply.raw.once("close", () => options.metrics.inFlight.dec());
    reply.header("x-request-id", request.id);
    reply.header("access-control-expose-headers", "access-token, x-access-token, content-disposition, x-request-id");
    // The body of a request to an unknown route is not read.
    if (request.is404 && !["GET", "HEAD"].includes(request.method)) throw nothingAt(request);
  });
  registerDrain(app);
  for (const bound of bindOperations(options.routes)) addRoute(app, options, bound);
  return app;
}

const contentPolicy = {
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    fontSrc: ["'self'"],
    imgSrc: ["'self'", "data:", "blob:"],
    connectSrc: ["'self'"],
    frameAncestors: ["'self'"],
    frameSrc: ["'self'", "https:"],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    upgradeInsecureRequests: null,
  },
};
