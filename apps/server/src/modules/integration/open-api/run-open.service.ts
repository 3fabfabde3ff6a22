import { createHmac } from "node:crypto";
import { Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { refusalFromDatabase } from "../../../platform/db/database-error.ts";
import type { RequestFacts } from "../../../platform/http/context.ts";
import {
  claimRun,
  type HeldClaim,
  type IdempotencyClaim,
  idempotencyKeyOf,
  keepAnswer,
  reopenKey,
} from "../../../platform/http/idempotency.ts";
import type { Spine } from "../../../platform/http/open-context.ts";
import type { Platform } from "../../../platform/platform.ts";
import { openError, refusalOfMoney } from "./open-answer.service.ts";
import { type BoundOpenOperation, type OpenCaller, openCall } from "./open-call.service.ts";
import { openInput, queryOf } from "./open-input.service.ts";
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
  readonly spine: Spine;
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

/** Answers of the outside world that are not final: the same request may come again and learn more. */
const isOpenOutcome = ({ status, code }: Refusal): boolean =>
  status >= 500 || status === 429 || code.endsWith(".gatewayTimeoutUnknown");

/** Whatever went wrong, as a refusal; undefined for a defect. */
export const refusalOf = (error: unknown): Refusal | undefined =>
  error instanceof Refusal ? error : (refusalOfMoney(error) ?? refusalFromDatabase(error));

/**
 * Runs one call: input, idempotency, handler, answer. An answer that is final is kept for its key and goes out again
 * byte by byte; one that is not leaves the key with its request, so that the same request runs again and no other.
 */
export async function runOpen(
  runtime: OpenRuntime,
  bound: BoundOpenOperation,
  caller: OpenCaller,
  request: OpenRequest,
): Promise<OpenReply> {
  const { operation } = bound;
  const { facts } = request;
  // A misspelt field is found while a merchant develops; a live payment is not lost over one.
  const judging = { isStrict: caller.app.mode === "test", locale: facts.locale, limits: operation.limits };
  const input = {
    params: openInput(operation.params, request.params, { ...judging, isStrict: true }),
    query: openInput(operation.query, queryOf(request.query), judging),
    body: openInput(operation.body, bodyOf(request.body), judging),
  };
  const key = operation.method === "POST" ? idempotencyKeyOf(facts.headers["idempotency-key"]) : undefined;
  if (key === undefined) {
    if (operation.needsKey) throw refuse("openApi.idempotencyKeyMissing");
    return answer(await handled(runtime, bound, caller, facts, input, false));
  }
  const claim = claimOf(runtime, caller, request, key);
  const claimed = await claimRun<KeptText>(runtime.spine.db, claim, runtime.spine.clock.now());
  if (claimed.state === "answered") {
    const { status, body } = claimed.answer;
    return { status, text: body.text, headers: { "Idempotent-Replay": "true" } };
  }
  try {
    const run = await handled(runtime, bound, caller, facts, input, claimed.isRepeat);
    if (run.isOpen) await reopenKey(runtime.spine.db, claimed.claim);
    else
      await keepAnswer(runtime.spine.db, claimed.claim, { status: 200, body: kept(runtime, bound, facts, run.text) });
    return answer(run);
  } catch (error) {
    await settle(runtime, claimed.claim, facts, error);
    throw error;
  }
}

/** The bytes of an answer: JSON columns would put its members in another order. */
interface KeptText {
  readonly text: string;
}

const answer = ({ text }: { text: string }): OpenReply => ({ status: 200, text, headers: {} });

async function handled(
  { platform, spine }: OpenRuntime,
  { name, operation, handler }: BoundOpenOperation,
  caller: OpenCaller,
  request: RequestFacts,
  input: unknown,
  isRepeat: boolean,
): Promise<{ text: string; isOpen: boolean }> {
  let isOpen = false;
  const leaveOpen = () => {
    isOpen = true;
  };
  const call = openCall({ platform, spine, caller, request, isRepeat, name, leaveOpen });
  const result = await handler(call, input as never);
  // Cut to the declared shape: what the contract does not name never leaves.
  return { text: JSON.stringify(operation.answer.parse(result)), isOpen };
}

/** A secret that was shown is not kept for whoever repeats the request. */
function kept({ spine }: OpenRuntime, { operation }: BoundOpenOperation, facts: RequestFacts, text: string): KeptText {
  if (!operation.secretAnswer) return { text };
  const refusal = refuse("platform.secretShownOnce", {}, { status: 409 });
  return { text: errorText(spine, refusal, facts) };
}

const errorText = ({ translator }: Spine, refusal: Refusal, { locale, id }: RequestFacts): string =>
  JSON.stringify(openError(refusal, { locale, requestId: id, translator }));

/** A refusal of the caller's own making is kept; what is open, and a defect, leaves the key to the same request. */
async function settle({ spine }: OpenRuntime, claim: HeldClaim, facts: RequestFacts, error: unknown): Promise<void> {
  const refusal = refusalOf(error);
  if (!refusal || isOpenOutcome(refusal)) await reopenKey(spine.db, claim);
  else await keepAnswer(spine.db, claim, { status: refusal.status, body: { text: errorText(spine, refusal, facts) } });
}

/**
 * One key belongs to one app, one mode and one path, and stands for exactly what was asked with it first. The mark of
 * the request is keyed, because a plain hash of a body with a card number could be searched (PCI DSS 3.5.1.1).
 */
function claimOf(
  { platform }: OpenRuntime,
  { app }: OpenCaller,
  { facts, query, body }: OpenRequest,
  key: string,
): IdempotencyClaim {
  const { key: secret } = installationKeys(platform.secret).ring.active("short-secret");
  return {
    caller: `app:${app.appId}:${app.mode}`,
    operation: `${facts.method} ${facts.path}`,
    key,
    requestHash: createHmac("sha256", secret).update(`${query}\n`).update(body).digest("base64url"),
  };
}
