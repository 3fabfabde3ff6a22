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

/** What a path names. A number that cannot be one of ours is not there, like any other that nobody has. */
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

/** Refusals of the moment: a record is being looked into, a rate, a price or an account is not set up, or a capture before this one has no outcome yet. */
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

/** Refusals that the caller can do nothing about: the same request may come again. */
const isOurFailure = ({ status, code }: Refusal): boolean =>
  status >= 500 || status === 429 || ofTheMoment.includes(publicName(code));

/** Whatever went wrong, as a refusal; undefined for a defect. */
export const openRefusalOf = (error: unknown): Refusal | undefined =>
  error instanceof Refusal ? error : (refusalOfMoney(error) ?? refusalFromDatabase(error));

/** A request as far as it could be read; `fault` is what is wrong with it, told when it is its turn. */
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
  // A misspelt field is found while a merchant develops; a live payment is not lost over one.
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
 * Runs one call: input, idempotency, handler, answer. A key is bound to what its request makes before anything leaves
 * the house; from then on whoever repeats the request is shown that object as it is, and nothing is done again. A
 * request that makes no such object has its answer kept, which goes out again byte by byte.
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

/** The bytes of an answer: JSON columns would put its members in another order. */
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
    // Only this process knows that it wrote: a database that is away is waited for, so that what was written goes on.
    isBound: async () => objectId !== undefined && (await retryWhileDatabaseAway(() => isBound(db, claim))),
  };
  const call = openCall({ ...parts, binding });
  try {
    const text = textOf(bound, call, await bound.handler(call, input as never));
    if (objectId === undefined) await keepAnswer(db, claim, kept(runtime, bound, parts.request, text));
    return { status: 200, text, headers: {} };
  } catch (error) {
    // What is written down may have reached the gateway: how it stands is the answer, and never a "no".
    if (objectId !== undefined && (await call.isBound())) {
      runtime.platform.logger.error({ err: error, objectId }, "a call failed after its object was made");
      return { status: 200, text: await shownText(bound, call, objectId), headers: {} };
    }
    await settle(runtime, claim, parts.request, error);
    throw error;
  }
}

/** Cut to the shape that is declared for the caller: what the contract does not name never leaves. */
const textOf = ({ operation }: BoundOpenOperation, { isPayer }: OpenCall, result: unknown): string => {
  const shape = isPayer ? operation.forPayer : operation.answer;
  if (!shape) throw new Error(`${operation.path} answers nothing to payers`);
  return JSON.stringify(shape.parse(result));
};

async function shownText(bound: BoundOpenOperation, call: OpenCall, objectId: string): Promise<string> {
  if (!bound.show) throw new Error(`${bound.name} binds keys and shows nothing`);
  return textOf(bound, call, await bound.show(call, objectId));
}

/** A secret that was shown is not kept for whoever repeats the request. */
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

/** A refusal of the caller's own making is kept; a failure of ours that made nothing gives the key back. */
async function settle({ spine }: OpenRuntime, claim: HeldClaim, facts: RequestFacts, error: unknown): Promise<void> {
  const refusal = openRefusalOf(error);
  if (!refusal || isOurFailure(refusal)) await releaseKey(spine.db, claim);
  else await keepAnswer(spine.db, claim, { status: refusal.status, body: { text: errorText(spine, refusal, facts) } });
}

/**
 * One key belongs to one app or its payers, one mode and one path, and stands for exactly what was asked with it first. The mark of
 * the request is keyed, because a plain hash of a body with a card number could be searched (PCI DSS 3.5.1.1).
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
