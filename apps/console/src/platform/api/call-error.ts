import type { FieldRefusal } from "@countinghouse/contract/kit/refusal.ts";

/** Why a call failed. */
export type CallFailure =
  /** Refused by the server, or failed there; `status` and `bizCode` say how. */
  | "refused"
  /** The server is unreachable. */
  | "network"
  /** No answer within the time-out. */
  | "timeout"
  /** Cancelled by the caller. */
  | "aborted"
  /** Waits for a second person, without changes yet: `extras` are those of `SentForApproval`. */
  | "sent";

/** The error of a failed call. `message` is a complete sentence in the user's language. */
export class CallError extends Error {
  readonly failure: CallFailure;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** Stable code of the refusal, such as `sysPos.inUse`; empty if there is none. */
  readonly bizCode: string;
  readonly fields: readonly FieldRefusal[];
  /** Id for error reports; empty if unknown. */
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
