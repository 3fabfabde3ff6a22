import { setTimeout as sleep } from "node:timers/promises";
import type { OpenOperation } from "@countinghouse/contract/integration/open-api/open-operation.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { refuseWhileOff } from "../../../platform/clock/clock.ts";
import { bearerToken } from "../../../platform/http/authenticate.ts";
import type { RequestFacts } from "../../../platform/http/context.ts";
import type { IdempotencyClaim } from "../../../platform/http/idempotency.ts";
import type { Runtime } from "../../../platform/http/open-context.ts";
import type { GatePlace } from "../../../platform/load/gate-place.ts";
import type { Platform } from "../../../platform/platform.ts";
import { type AppCaller, isInScope } from "../../merchants/coin-app/index.ts";
import { type Admission, admitRequest, type CallAllowance } from "./admission.store.ts";
import { assertOrigin, type KnowsOrigin } from "./browser-origin.service.ts";
import { readClientToken } from "./client-token.service.ts";
import type { OpenCaller } from "./open-call.service.ts";
import { type FindApp, nonceSeconds, verifySignature } from "./signature.service.ts";
import { type CallClass, type CallTurns, classOf } from "./turns.service.ts";

/** Knows apps by their keys. */
export interface AppDirectory {
  readonly byKey: FindApp;
  /** By the publishable key that checkout pages show; it grants nothing by itself. */
  readonly byPublishableKey: FindApp;
  /** Whether any app lets pages of this origin speak for its payers. */
  readonly knowsOrigin: KnowsOrigin;
  /** Notes that a key was used. */
  readonly noteUse: (app: AppCaller) => Promise<void>;
}

export interface CallerOptions {
  readonly platform: Platform;
  readonly spine: Runtime;
  readonly directory: AppDirectory;
  /** Rate limit of one app per class, in requests a second over all nodes; the burst is twice as much. */
  readonly perSecond: number;
  /** Concurrency limits of this node. */
  readonly turns: CallTurns;
}

/** A request in the form of its signature's input. */
export interface RequestToVerify {
  readonly path: string;
  readonly query: string;
  readonly body: Buffer;
  /** Aborted when the client disconnects. */
  readonly gone: AbortSignal;
}

/** A request's input and idempotency key, as far as both can be parsed. */
export interface RequestedCall {
  readonly claim?: IdempotencyClaim | undefined;
}

/** An admitted caller with the parsed request. */
export interface AdmittedCaller<A> {
  readonly caller: OpenCaller;
  readonly headers: Readonly<Record<string, string>>;
  /** The place in which the call runs; released when the answer is ready. */
  readonly place: GatePlace;
  readonly asked: A;
  /** Result of claiming the key, where admission did that. */
  readonly claimed?: Pick<Admission, "runs"> | undefined;
}

/** Longest body of a payer in bytes: apart from the order's token, payers are anonymous. */
const payerBytesMax = 16_384;

/** Rate limit per payer address in requests a second, for people rather than servers. */
const payerPerSecond = 5;

/**
 * Admits a request or refuses it: identity, rate limit, nonce, permissions, in this order, so that an unauthenticated
 * caller can use up neither an app's limit nor its nonces. `read` gets the identity and never fails; a key that it
 * finds is claimed in the same statement.
 */
export async function admitCaller<A extends RequestedCall>(
  options: CallerOptions,
  name: string,
  operation: OpenOperation,
  request: RequestFacts,
  wire: RequestToVerify,
  read: (caller: OpenCaller) => A,
): Promise<AdmittedCaller<A>> {
  // New objects are dated, signed and given tokens: a node with an unreliable clock leaves that to the others.
  if (operation.method !== "GET") refuseWhileOff(options.platform.clock);
  const token = bearerToken(request.headers.authorization);
  const isPayer = operation.forPayer && token !== undefined && request.headers["x-signature"] === undefined;
  if (isPayer && wire.body.length > payerBytesMax) throw refuse("platform.bodyTooLarge", { limit: "16 KB" });
  if (isPayer) return admitPayer(options, operation, request, { token, gone: wire.gone }, read);
  const now = options.spine.clock.now();
  const { app, nonce, mark } = await verifySignature(request, wire, options.directory.byKey, now);
  const bucket = `app:${app.appId}:${app.mode}`;
  return inPlace(await options.turns.take(classOf(operation), bucket, wire.gone), async (place) => {
    const caller: OpenCaller = { kind: "server", app };
    const asked = read(caller);
    const claim = isInScope(app, operation.scope) ? asked.claim : undefined;
    const spent = await spend(options, place, { name, operation, app, bucket, nonce, mark, claim });
    return { caller, asked, ...spent };
  });
}

interface AdmissionCost {
  readonly name: string;
  readonly operation: OpenOperation;
  readonly app: AppCaller;
  readonly bucket: string;
  readonly nonce: string;
  readonly mark: Buffer | null;
  readonly claim: IdempotencyClaim | undefined;
}

/** How long a payment above its app's rate limit waits, in seconds; reads and writes above it are refused at once. */
export const paymentWaitSeconds = 10;

/** An app's rate limit for one class of calls: classes do not use up each other's. */
function allowanceOf(bucket: string, callClass: CallClass, perSecond: number): CallAllowance {
  const own = allowance(`${bucket}:${callClass}`, perSecond);
  return callClass === "payments" ? { ...own, waitSeconds: paymentWaitSeconds } : own;
}

/** Takes the tokens of a merchant server's request and claims its key; answers what is left. */
async function spend(
  { perSecond, spine, directory }: CallerOptions,
  place: GatePlace,
  { name, operation, app, bucket, nonce, mark, claim }: AdmissionCost,
): Promise<Pick<AdmittedCaller<RequestedCall>, "headers" | "claimed">> {
  const now = spine.clock.now();
  const allowances: CallAllowance[] = [allowanceOf(bucket, classOf(operation), perSecond)];
  const own = operation.ratePerSecond;
  if (own !== undefined) allowances.push(allowance(`${bucket}:${name}`, own, own));
  const expiresAt = new Date(now.getTime() + nonceSeconds * 1000);
  const admission = await admitRequest(spine.db, now, {
    allowances,
    nonce: { appId: app.appId, nonce, expiresAt, mark },
    claim,
  });
  const headers = rateHeaders(allowances[0] as CallAllowance, admission);
  assertGranted(admission, headers);
  if (!admission.isFresh) throw refuse("openApi.nonceReplayed");
  assertScope(app, operation.scope);
  if (admission.waitMs > 0) await place.outside(() => sleep(admission.waitMs));
  await directory.noteUse(app);
  return { headers, claimed: claim && admission };
}

/** Admits a caller that has a place; a refused one releases it. Waiting for a place costs neither token nor nonce. */
async function inPlace<A>(
  place: GatePlace,
  letIn: (place: GatePlace) => Promise<Omit<AdmittedCaller<A>, "place">>,
): Promise<AdmittedCaller<A>> {
  try {
    return { ...(await letIn(place)), place };
  } catch (error) {
    place.leave();
    throw error;
  }
}

const allowance = (bucket: string, perSecond: number, burst = 2 * perSecond): CallAllowance => ({
  bucket,
  perSecond,
  burst,
});

const rateHeaders = ({ perSecond, burst }: CallAllowance, { remaining, retryAfterSeconds }: Admission) => ({
  "X-RateLimit-Limit": String(perSecond),
  "X-RateLimit-Burst": String(burst),
  "X-RateLimit-Remaining": String(remaining),
  "X-RateLimit-Reset": String(remaining > 0 ? 0 : retryAfterSeconds),
});

function assertGranted({ isGranted, retryAfterSeconds }: Admission, headers: Readonly<Record<string, string>>): void {
  if (isGranted) return;
  const seconds = String(retryAfterSeconds);
  throw refuse("platform.tooManyRequests", { seconds }, { headers: { ...headers, "Retry-After": seconds } });
}

function assertScope(app: AppCaller, scope: string): void {
  if (!isInScope(app, scope)) throw refuse("openApi.scopeMissing", { scope });
}

/** A payer's browser presents the app's publishable key and the token of one order. */
async function admitPayer<A extends RequestedCall>(
  { platform, spine, directory, turns }: CallerOptions,
  operation: OpenOperation,
  request: RequestFacts,
  { token, gone }: { readonly token: string; readonly gone: AbortSignal },
  read: (caller: OpenCaller) => A,
): Promise<AdmittedCaller<A>> {
  const subject = readClientToken(platform, token, spine.clock.now());
  const key = request.headers["x-app-key"];
  const app = typeof key === "string" && key.length <= 80 ? await directory.byPublishableKey(key) : undefined;
  if (!subject || !app || app.merchantId !== subject.merchantId) throw refuse("openApi.clientTokenInvalid");
  if (!app.isEnabled) throw refuse("openApi.apiKeyDisabled");
  if (subject.isExpired) throw refuse("openApi.clientTokenExpired");
  assertOrigin(app, request);
  const limit = allowance(`payer:${request.ip}`, payerPerSecond, 20);
  return inPlace(await turns.take(classOf(operation), limit.bucket, gone), async () => {
    const admission = await admitRequest(spine.db, spine.clock.now(), { allowances: [limit] });
    const headers = rateHeaders(limit, admission);
    assertGranted(admission, headers);
    const caller: OpenCaller = { kind: "payer", app, orderNo: subject.orderNo };
    return { caller, headers, asked: read(caller) };
  });
}

/** Refuses a payer access to any order but the token's, as if it did not exist. */
export function assertReaches(caller: OpenCaller, params: Readonly<Record<string, string>>): void {
  if (caller.kind === "payer" && params.orderNo !== caller.orderNo) throw refuse("openApi.notFound", { what: "order" });
}
