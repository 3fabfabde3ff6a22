import type { Actor } from "../access/actor.ts";
import type { RequestFacts } from "../http/context.ts";

/** A call as the HTTP layer knows it. */
export interface CallNote {
  /** Names of resource and operation; null where the address has no operation. */
  readonly resource: string | null;
  readonly operation: string | null;
  readonly actor: Actor;
  readonly request: RequestFacts;
  /** The input, without secrets and card numbers. */
  readonly sent: unknown;
  readonly status: number;
  readonly elapsedMs: number;
}

/** A command that ended. */
export interface CommandNote extends CallNote {
  /** Code of the refusal and its message; null where the command succeeded. */
  readonly bizCode: string | null;
  readonly message: string | null;
}

/** A call that ended in a defect. */
export interface DefectNote extends CallNote {
  readonly error: unknown;
}

/** Log of how calls ended. Writing does not delay the call, and a failure to write does not fail it. */
export interface CallJournal {
  command(note: CommandNote): void;
  defect(note: DefectNote): void;
}
