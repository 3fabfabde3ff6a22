import type { Actor } from "../access/actor.ts";
import type { RequestFacts } from "./context.ts";
import type { BoundOperation } from "./open-context.ts";

/** A request as it came, for whoever judges its signature. */
export interface SignedCall {
  readonly request: RequestFacts;
  /** As it stands on the wire: nothing decoded, nothing masked. */
  readonly wire: { readonly path: string; readonly query: string; readonly body: string };
  readonly bound: BoundOperation;
}

/** Callers that sign every request in place of a session. */
export interface SignedCallers {
  /** Whether a request comes from one of them, by its headers alone. */
  presents(request: RequestFacts): boolean;
  /** Refuses by the headers alone, before a byte of the body is read, whoever presents no key that is good. */
  knock(call: Omit<SignedCall, "wire">): Promise<void>;
  /** Lets a request in as somebody and runs the work, or refuses it; either is written down. */
  answer<R>(call: SignedCall, work: (actor: Actor) => Promise<R>): Promise<R>;
}
