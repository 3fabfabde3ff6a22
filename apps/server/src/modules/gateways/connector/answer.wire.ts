import type { DeclineCodeName } from "@countinghouse/contract/decline-codes.ts";
import { declineRules } from "@countinghouse/contract/decline-rules.ts";
import { MoneyError } from "@countinghouse/money/money-error.ts";
import { withoutCredentials } from "../../../platform/observability/redaction.ts";
import type { GatewayReply } from "./gateway-call.service.ts";
import type {
  CallFailure,
  DeclineFacts,
  GatewayExchange,
  NotProcessedOutcome,
  PaymentFacts,
  UnknownOutcome,
} from "./outcome.port.ts";

/** Details that a gateway gave about a refusal. */
export interface RefusalDetails {
  readonly upstreamCode?: string | null;
  readonly upstreamMessage?: string | null;
  readonly adviceCode?: string | null;
  readonly retryAfter?: string | null;
}

/** Gateways may quote our input, so secrets are masked. */
export const messageOf = (text: string | null | undefined): string | null =>
  text ? withoutCredentials(text).slice(0, 500) : null;

/** A decline with the category of its code. */
export const declineFacts = (code: DeclineCodeName, said: RefusalDetails = {}): DeclineFacts => ({
  code,
  category: declineRules[code].category,
  upstreamCode: said.upstreamCode ?? null,
  upstreamMessage: messageOf(said.upstreamMessage),
  adviceCode: said.adviceCode ?? null,
  retryAfter: said.retryAfter ?? null,
});

/** A definite "not processed" outcome. */
export const notProcessed = (
  code: NotProcessedOutcome["code"],
  exchanges: readonly GatewayExchange[],
  said: RefusalDetails & { readonly upstreamIntentId?: string | null } = {},
): NotProcessedOutcome => ({
  kind: "error",
  code,
  upstreamCode: said.upstreamCode ?? null,
  upstreamMessage: messageOf(said.upstreamMessage),
  retryAfter: said.retryAfter ?? null,
  upstreamIntentId: said.upstreamIntentId ?? null,
  exchanges,
});

/** An unknown outcome. */
export const unknownOutcome = (
  reason: string,
  exchanges: readonly GatewayExchange[],
  ids: { readonly upstreamIntentId?: string | null; readonly upstreamAttemptId?: string | null } = {},
): UnknownOutcome => ({
  kind: "unknown",
  reason,
  upstreamIntentId: ids.upstreamIntentId ?? null,
  upstreamAttemptId: ids.upstreamAttemptId ?? null,
  exchanges,
});

/** Payment facts of which none is known. */
export const noFacts: PaymentFacts = {
  upstreamIntentId: null,
  upstreamAttemptId: null,
  transactionNo: null,
  amount: null,
  capturedAmount: null,
  captures: null,
  refundedAmount: null,
  arn: null,
  authCode: null,
  avs: null,
  cvc: null,
  threeDs: null,
  card: null,
  credential: null,
  occurredAt: null,
};

/** When to come back after `Retry-After` seconds (RFC 9110 section 10.2.3), counted from the exchange. */
export function retryAfterOf(header: string | undefined, { startedAt, latencyMs }: GatewayExchange): string | null {
  if (header === undefined || !/^\d{1,6}$/.test(header)) return null;
  return new Date(Date.parse(startedAt) + latencyMs + Number(header) * 1_000).toISOString();
}

/** The exchange with its result, set by the code that interpreted the answer. */
export const judged = (exchange: GatewayExchange, result: GatewayExchange["result"]): readonly GatewayExchange[] => [
  { ...exchange, result },
];

/** Outcome of a call without an answer: nothing happened if it was never sent, otherwise unknown. */
export function failureToReach(answer: Exclude<GatewayReply, { readonly kind: "answered" }>): CallFailure {
  const exchanges = judged(answer.exchange, answer.reason === "timeout" ? "timeout" : "error");
  if (answer.kind === "lost") return unknownOutcome(answer.reason, exchanges);
  const codes = {
    refused: "configuration_error",
    unreachable: "processor_error",
    timeout: "processor_error",
  } as const;
  return notProcessed(codes[answer.reason], exchanges, { upstreamCode: answer.reason });
}

/** How an API refuses calls. */
export interface RefusalReader {
  /** Code and message of an error body; undefined where the body is none. */
  readonly read: (json: unknown) => { readonly code: string; readonly message?: string | null | undefined } | undefined;
  /**
   * The decline code of a refusal that definitely processed nothing; undefined where something may have been
   * processed.
   */
  readonly meaning: (status: number, code: string) => DeclineCodeName | undefined;
  /** Refusals because of an earlier call with the same key: by error code, why the outcome is unknown. */
  readonly repeated: Readonly<Record<string, "duplicate" | "in_progress">>;
}

/** HTTP statuses with the same meaning in every API: unauthorised or rate-limited calls were not processed. */
const meaningOfStatus: Readonly<Record<number, DeclineCodeName>> = {
  401: "configuration_error",
  403: "configuration_error",
  429: "rate_limited",
};

/**
 * Outcome of a modifying call that returned no valid object. Only refusals that the API documents are definite;
 * everything else is unknown. `before` are earlier exchanges of the call.
 */
export function failureOf(
  answer: GatewayReply,
  wire: RefusalReader,
  before: readonly GatewayExchange[] = [],
): CallFailure {
  if (answer.kind !== "answered") {
    const failure = failureToReach(answer);
    return { ...failure, exchanges: [...before, ...failure.exchanges] };
  }
  const { status, exchange, headers } = answer;
  const exchanges = [...before, ...judged(exchange, "error")];
  if (status < 400) return unknownOutcome(status < 300 ? "garbage" : `http_${status}`, exchanges);
  const refusal = wire.read(answer.json);
  const repeated = refusal && wire.repeated[refusal.code];
  if (repeated) return unknownOutcome(repeated, exchanges);
  const code = meaningOfStatus[status] ?? (refusal && wire.meaning(status, refusal.code));
  if (!code) return unknownOutcome(`http_${status}`, exchanges);
  return notProcessed(code, exchanges, {
    upstreamCode: refusal?.code ?? String(status),
    upstreamMessage: refusal?.message ?? null,
    retryAfter: retryAfterOf(headers["retry-after"], exchange),
  });
}

/** A query without an answer says nothing, not even that nothing was processed. */
export const unansweredQuery = (failure: CallFailure): UnknownOutcome =>
  failure.kind === "unknown" ? failure : unknownOutcome(failure.code, failure.exchanges);

/** The result of `work`; undefined where an amount is unsupported or cannot be written in the gateway's units. */
export function unlessMoneyError<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof MoneyError) return undefined;
    throw error;
  }
}

/** Why a connectivity test failed, as a word for the operator. */
export function whyFailed(answer: GatewayReply): "credentials" | "unreachable" | "timeout" | "unexpected" {
  if (answer.kind === "answered") return answer.status === 401 || answer.status === 403 ? "credentials" : "unexpected";
  if (answer.reason === "timeout") return "timeout";
  return answer.kind === "not_sent" ? "unreachable" : "unexpected";
}
