import { z } from "zod";
import type { SecondPersonPolicy } from "../platform/second-person.ts";
import { type Filters, type ListSpec, listInput, pageOf } from "./list.ts";

/** Who may call: holders of the derived permission, everyone signed in, or everyone. */
export type OperationAccess = "permission" | "signedIn" | "anonymous";

/** Whose people may call at all, whatever their roles hold: the operator's alone, or those of merchants as well. */
export type OperationAudience = "operator" | "everyone";

export interface OperationOptions<R extends readonly string[] = readonly string[]> {
  readonly access?: OperationAccess;
  /** Everyone's unless told here, or of its whole resource. */
  readonly for?: OperationAudience;
  readonly method?: "GET" | "POST";
  /** Path below `/api/<resource>/` where the published one differs from the verb, such as `data/:typeName`. */
  readonly path?: string;
  /** Names of the refusals a caller must expect; each needs words in three languages. */
  readonly refusals?: R;
  /** Does not count as activity of the session: polling and dashboards. */
  readonly passive?: boolean;
  /** Needs a factor proven in the last five minutes. */
  readonly stepUp?: boolean;
  /**
   * Takes a second person where this says so: what it would change is recorded as a change request and answered 202,
   * and somebody else has it carried out. It must record every row that it changes, and hold no secret in its result.
   */
  readonly secondPerson?: SecondPersonPolicy;
  /** A read that leaves a line in the audit trail like a change: who saw what, and when. */
  readonly recorded?: boolean;
  /** Works although the session's screen is locked. */
  readonly whileLocked?: boolean;
  /** Anonymous, and told who calls where somebody is signed in all the same. */
  readonly knowsCaller?: boolean;
  /** A lag of seconds is acceptable: may read from a replica. */
  readonly staleOk?: boolean;
  /** How the answer leaves: in the envelope, as a bare JSON value, or as a file. */
  readonly answer?: "envelope" | "bare" | "file";
  /** The result holds a secret that is shown once: it is never kept for a repeated request. */
  readonly secretResult?: boolean;
  /** Input fields never written to a log or an audit record. */
  readonly secretInputs?: readonly string[];
}

export interface Operation<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  R extends readonly string[] = readonly string[],
> extends OperationOptions<R> {
  readonly kind: "query" | "command";
  readonly access: OperationAccess;
  readonly method: "GET" | "POST";
  readonly input: I;
  readonly output: O;
  readonly refusals: R;
  /** Present on paged lists. */
  readonly list?: ListSpec;
}

export const Nothing = z.object({});
/** Result of a command that has none. */
export const Done = z.null();

const build = <I extends z.ZodType, O extends z.ZodType, const R extends readonly string[] = readonly []>(
  kind: "query" | "command",
  input: I,
  output: O,
  options: OperationOptions<R>,
): Operation<I, O, R> => ({
  access: "permission",
  method: kind === "query" ? "GET" : "POST",
  ...options,
  kind,
  input,
  output,
  refusals: options.refusals ?? ([] as unknown as R),
});

/** A read. GET unless told otherwise; never changes anything. */
export const query = <I extends z.ZodType, O extends z.ZodType, const R extends readonly string[] = readonly []>(
  input: I,
  output: O,
  options: OperationOptions<R> = {},
): Operation<I, O, R> => build("query", input, output, options);

/** A change: one transaction, audited, idempotent by key. */
export const command = <I extends z.ZodType, O extends z.ZodType, const R extends readonly string[] = readonly []>(
  input: I,
  output: O,
  options: OperationOptions<R> = {},
): Operation<I, O, R> => build("command", input, output, options);

/** A paged, filtered, sorted list. POST, because the filters travel in the body. */
export const list = <
  Rec extends z.ZodType,
  F extends Filters,
  S extends string,
  const R extends readonly string[] = readonly [],
>(
  record: Rec,
  spec: ListSpec<F, S>,
  options: OperationOptions<R> = {},
) => ({
  ...build("query", listInput(spec), pageOf(record), { method: "POST", ...options }),
  list: spec as ListSpec<F, S>,
});
