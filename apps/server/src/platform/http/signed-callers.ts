import type { Actor } from "../access/actor.ts";
import type { RequestFacts } from "./context.ts";
import type { BoundOperation } from "./open-context.ts";

/** A raw request, for the verification of its signature. */
export interface SignedCall {
  readonly request: RequestFacts;
  /** Path and query as sent: not decoded, not masked. */
  readonly wire: { readonly path: string; readonly query: string; readonly body: string };
  readonly bound: BoundOperation;
}

/** Callers that sign every request instead of holding a session. */
export interface SignedCallers {
  /** Whether a request is a signed one, by its headers alone. */
  presents(request: RequestFacts): boolean;
  /** Refuses a request without a valid key by its headers alone, before a byte of the body is read. */
  knock(call: Omit<SignedCall, "wire">): Promise<void>;
  /** Verifies a request, runs the work as its caller, or refuses it; both are logged. */
  answer<R>(call: SignedCall, work: (actor: Actor) => Promise<R>): Promise<R>;
}
