import { query } from "@countinghouse/contract/kit/operation.ts";
import { Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { pathOf } from "@countinghouse/contract/kit/resource.ts";
import { limitsOf } from "@countinghouse/contract/platform/input-limits.ts";
import { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { limitedStep, makeCaptcha, signInByPassword, signInServicesOf } from "../../modules/system/auth/index.ts";
import { type Actor, anonymousActor } from "../../platform/access/actor.ts";
import { assertMay } from "../../platform/access/permission.ts";
import type { StockClientSettings } from "../../platform/config/stock-client-config.ts";
import { installationKeys } from "../../platform/crypto/installation-keys.ts";
import { limitBody } from "../../platform/http/body-measure.ts";
import { noteDefect } from "../../platform/http/call-notes.ts";
import type { Runtime } from "../../platform/http/open-context.ts";
import { factsOfRequest } from "../../platform/http/request-facts.ts";
import { runOperation } from "../../platform/http/run-operation.ts";
import type { Authenticate } from "../../platform/http/server.ts";
import type { Platform } from "../../platform/platform.ts";
import { metered, refuseLarge, tooLarge } from "./body-limits.ts";
import { bytesOf, type CallTable, type FoundCall, isAnonymous, jsonBytes } from "./call-table.ts";
import { allowOrigin, answerPreflight } from "./cross-origin.ts";
import { type StockDoor, stockPrefix } from "./door.ts";
import { type OwnApi, ownApiFor } from "./own-api.ts";
import { type SealedPasswords, sealedPasswords } from "./passwords.ts";
import { refusalPages } from "./refusal-pages.ts";
import { type OwnResult, reasonFor, type StockFile, StockRefusal, type StockRequest, said } from "./stock-call.ts";
import { uploadGate } from "./upload-gate.ts";
import { isRecord, type StockInput } from "./values.ts";
import { localTimesOf } from "./zone.ts";

interface StockClientOptions {
  readonly platform: Platform;
  readonly settings: StockClientSettings;
  readonly authenticate: Authenticate;
  readonly spine: Runtime;
  readonly table: CallTable;
  readonly door: StockDoor;
}

/** Authenticating for the adapter does not reset the session's idle time-out: the translated call does. */
const knock = query(z.object({}), z.unknown(), { access: "signedIn", passive: true });

/** Origin of our own console. */
const originOf = ({ config }: Platform, request: FastifyRequest): string =>
  config.publicUrl ?? `${request.protocol}://${request.host}`;

/** Translates between clients of the published API family and our own API; see ADR 70. */
export async function serveStockClient(app: FastifyInstance, options: StockClientOptions): Promise<void> {
  const { platform, settings } = options;
  const passwords = sealedPasswords(installationKeys(platform.secret).ring, settings.privateKey);
  platform.logger.info(
    { publicKey: passwords.publicKey, zone: settings.zone },
    "clients of the published API family are served",
  );
  const times = localTimesOf(settings.zone);
  const knocked = new WeakMap<FastifyRequest, FoundCall>();
  const uploads = uploadGate();
  await app.register(
    async (edge) => {
      acceptBodies(edge);
      edge.setErrorHandler((error: FastifyError, request, reply) => {
        const refusal = refusalOf(options, error, request);
        if (!(error instanceof StockRefusal)) noteDefectOf(options, request, { error, elapsedMs: reply.elapsedTime });
        return answerRefusal(options, request, reply, refusal);
      });
      edge.addHook("onRequest", async (request, reply) => {
        reply.header("cache-control", "no-store").header("vary", "Origin");
        allowOrigin(reply, request, settings.origin);
      });
      edge.options("/api/*", async (request, reply) => answerPreflight(reply, request, settings.origin));
      edge.route({
        method: ["GET", "POST"],
        url: "/api/*",
        bodyLimit: options.table.bytesMax,
        config: { hidesPath: true },
        onRequest: async (request, reply) => {
          const found = foundAt(options, request);
          if (!isOfClient(request)) throw notHere(options, request);
          const actor = !found || !isAnonymous(found) ? await identify(options, request, reply) : anonymousActor;
          const isRefused = found?.call.unsafe !== undefined || found?.call.elsewhere !== undefined;
          if (!found || (!found.operation && !found.call.run && !isRefused)) throw notHere(options, request);
          if (isRefused) throw notFromHere(options, request, found);
          if (found.call.takesText) request.headers["content-type"] = "text/plain";
          knocked.set(request, found);
          // Of whoever is signed in it takes more than it hands on: rows as the client shows them.
          if (isAnonymous(found) && found.operation) limitBody(request, limitsOf(found.operation.operation));
          refuseLarge(request, bytesOf(found));
          if (!found.call.bytes || !found.operation) return;
          // A place, and memory for the whole body, is for whoever may do it, and found out before a byte is read.
          const { resource, name, operation } = found.operation;
          assertMay(actor, resource.name, name, operation, platform.clock.now());
          uploads.enter(actor.userId, reply, () => said(factsOfRequest(request).locale, "uploadsBusy"));
        },
        preParsing: async (request, _reply, payload) => {
          const found = knocked.get(request);
          return found && request.headers["content-length"] === undefined ? metered(payload, bytesOf(found)) : payload;
        },
        handler: async (request, reply) => {
          const found = knocked.get(request);
          if (!found) throw new Error("nobody asked who calls");
          const api = ownApiFor(request, { app, inside: options.door.inside, times });
          const asked = stockRequestFor(request, { ...options, api, passwords, times });
          const result = await run(found, sentBy(request, found), asked, api);
          return answer(options, found, { request, reply, result, api });
        },
      });
    },
    { prefix: stockPrefix },
  );
}

function acceptBodies(edge: FastifyInstance): void {
  edge.addContentTypeParser("text/plain", { parseAs: "string" }, (_request, body, done) => done(null, body));
  edge.addContentTypeParser(
    /^multipart\/form-data/,
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: Buffer) => {
      const type = String(request.headers["content-type"]);
      try {
        const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
        return Object.fromEntries(form.entries());
      } catch {
        throw refuse("platform.malformedBody");
      }
    },
  );
}

const pathWithin = (request: FastifyRequest): string =>
  (request.raw.url ?? "").split("?", 1)[0]?.slice(`${stockPrefix}/api`.length) ?? "";

const isOfClient = (request: FastifyRequest): boolean => /^\/api\//i.test(request.originalUrl);

function foundAt({ table }: StockClientOptions, request: FastifyRequest): FoundCall | undefined {
  return isOfClient(request) ? table.find(request.method, pathWithin(request)) : undefined;
}

/** Authenticates before a byte of the body is read; renewed tokens are sent with the answer, whatever it is. */
async function identify(
  { authenticate }: StockClientOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Actor> {
  return authenticate(factsOfRequest(request), knock, (name, value) => {
    reply.header(name, value);
    if (name === "access-token") {
      request.headers.authorization = `Bearer ${value}`;
      request.headers["x-authorization"] = "";
    }
  });
}

function sentBy(request: FastifyRequest, { params }: FoundCall): StockInput | readonly unknown[] {
  const { query: named, body } = request;
  if (Array.isArray(body)) return body;
  if (typeof body === "string") return { text: /^"[^"]*"$/.test(body) ? body.slice(1, -1) : body, ...params };
  return { ...(named as StockInput), ...(isRecord(body) ? body : {}), ...params };
}

interface Surroundings extends StockClientOptions {
  readonly api: OwnApi;
  readonly passwords: SealedPasswords;
  readonly times: ReturnType<typeof localTimesOf>;
}

function stockRequestFor(request: FastifyRequest, surroundings: Surroundings): StockRequest {
  const { api, passwords, times, platform, settings, spine } = surroundings;
  const { locale } = factsOfRequest(request);
  const origin = originOf(platform, request);
  return {
    locale,
    times,
    passwords,
    zone: settings.zone,
    page: (path = "") => origin + path,
    now: platform.clock.now(),
    ask: api.ask,
    fetch: api.fetch,
    picture: () => shortPicture(spine, platform, request),
    signIn: (input, open) => signInSealed(surroundings, request, input, open),
    tell: (word, values) => new StockRefusal(400, said(locale, word, values), { isWarning: true }),
  };
}

const pictureSymbols = 4;

/** A captcha of four characters: the client's field takes no more. Rate limits and storage are the usual ones. */
async function shortPicture(spine: Runtime, platform: Platform, request: FastifyRequest): Promise<OwnResult> {
  const services = signInServicesOf(platform);
  const handler = limitedStep(services, (ctx) => makeCaptcha(services, ctx, pictureSymbols));
  const bound = { resource: sysAuth, name: "captcha", operation: sysAuth.operations.captcha, handler };
  const call = { actor: anonymousActor, request: factsOfRequest(request), sent: {}, setHeader: () => {} };
  return (await runOperation(spine, bound, call)).result;
}

/**
 * The usual sign-in with an encrypted password. Decryption takes milliseconds of CPU time, so it happens behind the
 * sign-in's gate and rate limits.
 */
async function signInSealed(
  { spine, platform, api, ...options }: Surroundings,
  request: FastifyRequest,
  input: StockInput,
  open: () => string,
): Promise<OwnResult> {
  const services = signInServicesOf(platform);
  const handler = limitedStep(services, (ctx, sent: StockInput & { account: string }) =>
    signInByPassword(services, ctx, { ...sent, password: open }),
  );
  const bound = { resource: sysAuth, name: "login", operation: sysAuth.operations.login, handler };
  const setHeader = (name: string, value: string) => {
    api.headers[name] = value;
  };
  const call = {
    actor: anonymousActor,
    // The log shows the address of the operation, not of the adapter.
    request: { ...factsOfRequest(request), path: pathOf(sysAuth, "login") },
    sent: { ...input, password: "encrypted" },
    setHeader,
  };
  try {
    return (await runOperation(spine, bound, call)).result;
  } catch (error) {
    throw error instanceof Refusal ? refusalOf({ ...options, spine, platform }, error, request) : error;
  }
}

/** Runs a call: by its translation, or by the operation of its name. */
async function run(
  found: FoundCall,
  sent: StockInput | readonly unknown[],
  request: StockRequest,
  api: OwnApi,
): Promise<unknown> {
  const { call, operation } = found;
  if (call.run) return call.run(sent as StockInput, request);
  if (!operation) throw new Error(`${call.call} is answered by nothing`);
  const { resource, name: action, operation: own } = operation;
  const input = call.input && isRecord(sent) ? call.input(sent, request) : sent;
  if (own.answer === "file") return request.fetch(resource, action, input);
  const result = await api.ask(resource, action, input, call.overwrites);
  if (call.result) return call.result(result, request, isRecord(sent) ? sent : {});
  return own.list ? withoutCursors(result) : result;
}

const withoutCursors = ({
  totalIsExact: _exact,
  nextCursor: _next,
  prevCursor: _prev,
  limitedBy: _limit,
  ...page
}: Record<string, unknown>) => page;

const isFile = (result: unknown): result is StockFile =>
  isRecord(result) && Buffer.isBuffer(result.content) && isRecord(result.headers);

interface Answered {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly result: unknown;
  readonly api: OwnApi;
}

function answer(options: StockClientOptions, found: FoundCall, { request, reply, result, api }: Answered): unknown {
  for (const [name, value] of Object.entries(api.headers)) reply.header(name, value);
  if (api.sent !== undefined) {
    const { locale } = factsOfRequest(request);
    const page = `${originOf(options.platform, request)}${refusalPages.flows}`;
    throw new StockRefusal(400, said(locale, "sent", { message: api.sent, page }), { isWarning: true });
  }
  if (found.operation?.operation.answer === "bare") return reply.type("application/json").send(JSON.stringify(result));
  if (isFile(result)) return reply.headers(result.headers).send(result.content);
  return reply.send({
    code: 200,
    type: "success",
    message: "",
    result: result ?? null,
    extras: null,
    time: timeOf(options),
  });
}

const timeOf = ({ platform, settings }: StockClientOptions): string =>
  localTimesOf(settings.zone).written(platform.clock.now());

/** Refuses a call that does not exist, or the adapter's internal address, which nobody may call. */
function notHere({ spine: { translator } }: StockClientOptions, request: FastifyRequest): StockRefusal {
  const { locale } = factsOfRequest(request);
  if (isOfClient(request))
    return new StockRefusal(400, said(locale, "missing", { call: pathWithin(request).slice(1) }));
  const [path = ""] = request.originalUrl.split("?", 1);
  return new StockRefusal(404, translator.refusal("platform.routeNotFound", { method: request.method, path }, locale));
}

/** Refuses a call that is never offered, or is done on a page of ours, and names the page. */
function notFromHere(
  { platform }: StockClientOptions,
  request: FastifyRequest,
  { call, name }: FoundCall,
): StockRefusal {
  const { locale } = factsOfRequest(request);
  const why = call.unsafe ?? call.elsewhere;
  if (why === undefined) throw new Error(`${name} is not refused`);
  const page = originOf(platform, request) + refusalPages[why];
  const values = { call: name, reason: reasonFor(locale, why), page };
  return new StockRefusal(400, said(locale, call.unsafe ? "refused" : "moved", values), { isWarning: true });
}

/** Status codes of this API: any refusal is a 400. */
const codeOf = (status: number): number => {
  if ([401, 403, 404, 429].includes(status)) return status;
  return status >= 500 ? 500 : 400;
};

/** Messages for refusals that our console would answer with a screen, and this client cannot. */
const elsewhere: Readonly<
  Record<string, { readonly word: "stepUp" | "secondPerson" | "locked"; readonly path: string }>
> = {
  "platform.stepUpRequired": { word: "stepUp", path: "/login" },
  "platform.reasonRequired": { word: "secondPerson", path: "" },
  "platform.locked": { word: "locked", path: "/login" },
};

function refusalOf(
  { spine: { translator }, platform }: StockClientOptions,
  error: Error,
  request: FastifyRequest,
): StockRefusal {
  const { locale } = factsOfRequest(request);
  if (error instanceof StockRefusal) {
    const other = elsewhere[error.bizCode ?? ""];
    if (!other) return error;
    const origin = originOf(platform, request);
    return new StockRefusal(error.code, said(locale, other.word, { page: origin + other.path }), error);
  }
  if (error instanceof Refusal) {
    const { code, status, values, headers } = error;
    return new StockRefusal(status, translator.refusal(code, values, locale), { bizCode: code, headers });
  }
  const { code, values, status } = ofServer(error, request);
  if (status >= 500) request.log.error({ err: error }, "a call of the stock client failed");
  return new StockRefusal(status, translator.refusal(code, values, locale));
}

function noteDefectOf(
  { spine }: StockClientOptions,
  request: FastifyRequest,
  { error, elapsedMs }: { readonly error: FastifyError; readonly elapsedMs: number },
): void {
  if (error instanceof Refusal) return;
  noteDefect(spine.journal, request, factsOfRequest(request), { error, refusal: ofServer(error, request), elapsedMs });
}

/** Refusals and defects of the HTTP server itself. */
function ofServer(error: Partial<FastifyError>, request: FastifyRequest): Refusal {
  if (error.statusCode === 413) return tooLarge(jsonBytes);
  if (error.statusCode === 415)
    return refuse("platform.unsupportedMediaType", { type: request.headers["content-type"] ?? "" });
  if (error.statusCode === 400 || error instanceof SyntaxError) return refuse("platform.malformedBody");
  return refuse("platform.unexpected", { requestId: request.id });
}

function answerRefusal(
  options: StockClientOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: StockRefusal,
): FastifyReply {
  const code = codeOf(refusal.code);
  for (const [name, value] of Object.entries(refusal.headers)) reply.header(name, value);
  if (code === 401) reply.header("access-token", "invalid_token").header("x-access-token", "");
  // As in the published API, only these two keep their HTTP status.
  reply.code(code === 404 && refusal.bizCode === undefined ? 404 : code === 429 ? 429 : 200);
  return reply.send({
    code: code === 404 && refusal.bizCode !== undefined ? 400 : code,
    type: refusal.isWarning ? "warning" : "error",
    message: refusal.message,
    result: null,
    extras: { bizCode: refusal.bizCode ?? null, requestId: request.id },
    time: timeOf(options),
  });
}
