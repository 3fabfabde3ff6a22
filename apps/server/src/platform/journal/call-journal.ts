import type { Actor } from "../access/actor.ts";
import type { RequestFacts } from "../http/context.ts";

/** A call as the door knows it. */
export interface CallNote {
  /** Name of the resource and of the operation; null where no operation stands behind the address. */
  readonly resource: string | null;
  readonly operation: string | null;
  readonly actor: Actor;
  readonly request: RequestFacts;
  /** What was sent, without secrets and card numbers. */
  readonly sent: unknown;
  readonly status: number;
  readonly elapsedMs: number;
}

/** A command that ended. */
export interface CommandNote extends CallNote {
  /** Name of the refusal and what the caller was told; null where it was let through. */
  readonly bizCode: string | null;
  readonly message: string | null;
}

/** A call that ended in a defect. */
export interface DefectNote extends CallNote {
  readonly error: unknown;
}

/** Where the door writes down how calls ended. It makes nobody wait, and what goes wrong in it fails no call. */
export interface CallJournal {
  command(note: CommandNote): void;
  defect(note: DefectNote): void;
}
