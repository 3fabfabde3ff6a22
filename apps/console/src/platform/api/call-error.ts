import type { FieldRefusal } from "@countinghouse/contract/kit/refusal.ts";

/** Why a call did not succeed. */
export type CallFailure =
  /** The server said no, or failed; `status` and `bizCode` say how. */
  | "refused"
  /** The server was not reached. */
  | "network"
  /** No answer within the time allowed. */
  | "timeout"
  /** The caller itself stopped waiting. */
  | "aborted"
  /** It waits for a second person, and nothing has changed yet: `extras` are those of `SentForApproval`. */
  | "sent";

/** The one error a call ends in. `message` is a finished sentence in the user's language. */
export class CallError extends Error {
  readonly failure: CallFailure;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Stable name of the refusal, such as `sysPos.inUse`; empty when there is none. */
  readonly bizCode: string;
  readonly fields: readonly FieldRefusal[];
  /** To be quoted when reporting; empty when unknown. */
  readonly requestId: string;
  readonly extras: Readonly<Record<string, unknown>>;

  constructor(failure: CallFailure, message: string, facts: Partial<Omit<CallError, "failure" | "message">> = {}) {
    super(message);
    this.name = "CallError";
    this.failure = failure;
    this.status = facts.status ?? 0;
    this.bizCode = facts.bizCode ?? "";
    this.fields = facts.fields ?? [];
    this.requestId = facts.requestId ?? "";
    this.extras = facts.extras ?? {};
  }
}
