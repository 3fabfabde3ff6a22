import { createHmac } from "node:crypto";
import type { openErrors } from "@countinghouse/contract/integration/open-api/open-errors.ts";
import type { OpenOperation } from "@countinghouse/contract/integration/open-api/open-operation.ts";
import { Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { refusalFromDatabase } from "../../../platform/db/database-error.ts";
import { retryWhileDatabaseAway } from "../../../platform/db/retry-while-away.ts";
import type { RequestFacts } from "../../../platform/http/context.ts";
import {
  bindKey,
  claimedInTime,
  claimKey,
  type HeldClaim,
  type IdempotencyClaim,
  idempotencyKeyOf,
  isBound,
  keepAnswer,
  releaseKey,
  type StoredAnswer,
} from "../../../platform/http/idempotency.ts";
import type { Runtime } from "../../../platform/http/open-context.ts";
import type { Platform } from "../../../platform/platform.ts";
import { openError, publicName, refusalOfMoney } from "./open-answer.service.ts";
import {
  type BoundOpenOperation,
  bindsNothing,
  type CallParts,
  type KeyBinding,
  type OpenCall,
  type OpenCaller,
  openCall,
} from "./open-call.service.ts";
import type { AdmittedCaller, RequestedCall } from "./open-caller.service.ts";
import { type InputStrictness, openInput, queryOf, wrongInput } from "./open-input.service.ts";
import { readStrictJson } from "./strict-json.policy.ts";

/** A request that was let in. */
export interface OpenRequest {
  readonly facts: RequestFacts;
  readonly params: Readonly<Record<string, string>>;
  readonly query: string;
  readonly body: Buffer;
}

/** An answer on its way out; `text` is JSON. */
export interface OpenReply {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface OpenRuntime {
  readonly platform: Platform;
  readonly spine: Runtime;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function bodyOf(body: Buffer): Record<string, unknown> {
  if (body.length === 0) return {};
  let text: string;
  try {
    text = decoder.decode(body);
  } catch {
    throw refuse("openApi.malformedJson", { position: 0 });
  }
  return readStrictJson(text);
}

/** The names of the API's collections as its refusals say them. */
const nouns: Readonly<Record<string, string>> = {
  orders: "order",
  captures: "capture",
  refunds: "refund",
  settlements: "settlement",
  withdrawals: "withdrawal",
  "payout-orders": "payoutOrder",
  "fx-quotes": "quote",
  "payout-accounts": "account",
  events: "event",
  "webhook-endpoints": "endpoint",
};

/** Path parameters. A malformed number is answered like one that does not exist. */
function paramsOf(
  operation: OpenOperation,
  sent: OpenRequest["params"],
  judging: InputStrictness,
): Record<string, unknown> {
  try {
    return openInput(operation.params, sent, { ...judging, isStrict: true });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== wrongInput) throw error;
    const [, collection = ""] = /^\/v1\/(?:test\/)?([a-z-]+)/.exec(operation.path) ?? [];
    throw refuse("openApi.notFound", { what: nouns[collection] ?? "record" });
  }
}

/**
 * Temporary refusals: a record is under investigation, a rate, price or account is not configured, or an earlier
 * capture has no outcome yet.
 */
const ofTheMoment: readonly string[] = [
  "no_rate",
  "rate_stale",
  "fee_rule_missing",
  "no_route",
  "capture_under_way",
  "capture_not_priced",
  "insufficient_balance",
  "altered",
] satisfies readonly (keyof typeof openErrors)[];

/** Refusals on our side: the caller may retry the same request. */
const isOurFailure = ({ status, code }: Refusal): boolean =>
  status >= 500 || status === 429 || ofTheMoment.includes(publicName(code));

/** Any error as a refusal; undefined for a defect. */
export const openRefusalOf = (error: unknown): Refusal | undefined =>
  error instanceof Refusal ? error : (refusalOfMoney(error) ?? refusalFromDatabase(error));

/** A parsed request; `fault` is reported once it is admitted. */
export interface ParsedOpenCall extends RequestedCall {
  readonly input?: unknown;
  readonly fault?: unknown;
}

/** Reads what a caller asks, and the key it is asked with. */
export function readOpen(
  runtime: OpenRuntime,
  bound: BoundOpenOperation,
  caller: OpenCaller,
  request: OpenRequest,
): ParsedOpenCall {
  const { operation } = bound;
  const { facts } = request;
  // In test mode a misspelt field is refused; a live payment must not fail because of one.
  const judging = { isStrict: caller.app.mode === "test", locale: facts.locale, limits: operation.limits };
  try {
    const input = {
      params: paramsOf(operation, request.params, judging),
      query: openInput(operation.query, queryOf(request.query), judging),
      body: openInput(operation.body, bodyOf(request.body), judging),
    };
    const key = operation.method === "POST" ? idempotencyKeyOf(facts.headers["idempotency-key"]) : undefined;
    if (key !== undefined) return { input, claim: claimOf(runtime, bound, caller, request, key) };
    return operation.needsKey ? { fault: refuse("openApi.idempotencyKeyMissing") } : { input };
  } catch (fault) {
    return { fault };
  }
}

/**
 * Runs one call: input, idempotency, handler, answer. The key is bound to the request's object before any gateway is
 * called; from then on a retry is shown that object as it is, and nothing is repeated. For a request without such an
 * object the answer is stored and sent again byte for byte.
 */
export async function runOpen(
  runtime: OpenRuntime,
  bound: BoundOpenOperation,
  { caller, asked, claimed: atDoor }: Pick<AdmittedCaller<ParsedOpenCall>, "caller" | "asked" | "claimed">,
  facts: RequestFacts,
): Promise<OpenReply> {
  const { input, claim, fault } = asked;
  if (fault !== undefined) throw fault;
  const parts = { ...runtime, caller, request: facts, name: bound.name };
  if (claim === undefined) {
    const call = openCall({ ...parts, binding: bindsNothing });
    return { status: 200, text: textOf(bound, call, await bound.handler(call, input as never)), headers: {} };
  }
  const { db, clock } = runtime.spine;
  const runs = atDoor ? atDoor.runs : await claimKey(db, claim, clock.now());
  const claimed = await claimedInTime<KeptText>(db, claim, runs, () => clock.now());
  if (claimed.state === "answered") {
    const { status, body } = claimed.answer;
    return { status, text: body.text, headers: replayed };
  }
  if (claimed.state === "bound") {
    const call = openCall({ ...parts, binding: bindsNothing });
    return { status: 200, text: await shownText(bound, call, claimed.objectId), headers: replayed };
  }
  return runClaimed(runtime, bound, claimed.claim, parts, input);
}

/** An answer's text: a JSON column would reorder its members. */
interface KeptText {
  readonly text: string;
}

const replayed = { "Idempotent-Replay": "true" };

/** Runs a call that holds its key. */
async function runClaimed(
  runtime: OpenRuntime,
  bound: BoundOpenOperation,
  claim: HeldClaim,
  parts: Omit<CallParts, "binding">,
  input: unknown,
): Promise<OpenReply> {
  const { db } = runtime.spine;
  let objectId: string | undefined;
  const binding: KeyBinding = {
    bind: async (ctx, id) => {
      await bindKey(ctx.db, claim, id);
      objectId = id;
    },
    // Only this process knows whether it wrote: it waits for an unreachable database, so that the payment continues.
    isBound: async () => objectId !== undefined && (await retryWhileDatabaseAway(() => isBound(db, claim))),
  };
  const call = openCall({ ...parts, binding });
  try {
    const text = textOf(bound, call, await bound.handler(call, input as never));
    if (objectId === undefined) await keepAnswer(db, claim, kept(runtime, bound, parts.request, text));
    return { status: 200, text, headers: {} };
  } catch (error) {
    // A recorded request may have reached the gateway: its present state is the answer, never a refusal.
    if (objectId !== undefined && (await call.isBound())) {
      runtime.platform.logger.error({ err: error, objectId }, "a call failed after its object was made");
      return { status: 200, text: await shownText(bound, call, objectId), headers: {} };
    }
    await settle(runtime, claim, parts.request, error);
    throw error;
  }
}

/** Reduced to the caller's declared schema: a field that the contract does not declare is never sent. */
const textOf = ({ operation }: BoundOpenOperation, { isPayer }: OpenCall, result: unknown): string => {
  const shape = isPayer ? operation.forPayer : operation.answer;
  if (!shape) throw new Error(`${operation.path} answers nothing to payers`);
  return JSON.stringify(shape.parse(result));
};

async function shownText(bound: BoundOpenOperation, call: OpenCall, objectId: string): Promise<string> {
  if (!bound.show) throw new Error(`${bound.name} binds keys and shows nothing`);
  return textOf(bound, call, await bound.show(call, objectId));
}

/** A secret in an answer is not stored for retries. */
function kept(
  { spine }: OpenRuntime,
  { operation }: BoundOpenOperation,
  facts: RequestFacts,
  text: string,
): StoredAnswer<KeptText> {
  if (!operation.secretAnswer) return { status: 200, body: { text } };
  const refusal = refuse("platform.secretShownOnce");
  return { status: refusal.status, body: { text: errorText(spine, refusal, facts) } };
}

const errorText = ({ translator }: Runtime, refusal: Refusal, { locale, id }: RequestFacts): string =>
  JSON.stringify(openError(refusal, { locale, requestId: id, translator }));

/** A refusal caused by the caller is stored; a failure on our side that made nothing releases the key. */
async function settle({ spine }: OpenRuntime, claim: HeldClaim, facts: RequestFacts, error: unknown): Promise<void> {
  const refusal = openRefusalOf(error);
  if (!refusal || isOurFailure(refusal)) await releaseKey(spine.db, claim);
  else await keepAnswer(spine.db, claim, { status: refusal.status, body: { text: errorText(spine, refusal, facts) } });
}

/**
 * A key belongs to one app or its payers, one mode and one path, and to the input first sent with it. The request hash
 * is keyed, because a plain hash of a body with a card number could be brute-forced (PCI DSS 3.5.1.1).
 */
function claimOf(
  { platform }: OpenRuntime,
  { show }: BoundOpenOperation,
  { kind, app }: OpenCaller,
  { facts, query, body }: OpenRequest,
  key: string,
): IdempotencyClaim {
  const [requestHash = "", ...olderHashes] = installationKeys(platform.secret)
    .ring.all("short-secret")
    .map(({ key: secret }) => createHmac("sha256", secret).update(`${query}\n`).update(body).digest("base64url"));
  return {
    caller: `${kind === "payer" ? "payer" : "app"}:${app.appId}:${app.mode}`,
    operation: `${facts.method} ${facts.path}`,
    key,
    requestHash,
    olderHashes,
    mayBind: show !== undefined,
  };
}
