import { z } from "zod";
import type { SecondPersonPolicy } from "../platform/second-person.ts";
import { type Filters, type ListSpec, listInput, pageOf } from "./list.ts";

/** Who may call: holders of the derived permission, signed-in users, or everyone. */
export type OperationAccess = "permission" | "signedIn" | "anonymous";

/** Who may call at all, whatever their roles: the operator's users only, or merchants' users too. */
export type OperationAudience = "operator" | "everyone";

export interface OperationOptions<R extends readonly string[] = readonly string[]> {
  readonly access?: OperationAccess;
  /** Everyone, unless set here or on the resource. */
  readonly for?: OperationAudience;
  readonly method?: "GET" | "POST";
  /** Path below `/api/<resource>/` where the published one differs from the verb, such as `data/:typeName`. */
  readonly path?: string;
  /** Names of expected refusals; each needs a text in three languages. */
  readonly refusals?: R;
  /** Does not count as session activity: polling and dashboards. */
  readonly passive?: boolean;
  /** Requires step-up authentication within the last five minutes. */
  readonly stepUp?: boolean;
  /**
   * Requires a second person where this policy says so: the change is recorded as a change request, answered with 202,
   * and executed on somebody else's approval. The operation must record every row it changes, and return no secret.
   */
  readonly secondPerson?: SecondPersonPolicy;
  /** An audited read: who saw what, and when. */
  readonly recorded?: boolean;
  /** Allowed while the session's screen is locked. */
  readonly whileLocked?: boolean;
  /** Anonymous, but knows the caller if they are signed in. */
  readonly knowsCaller?: boolean;
  /** Tolerates replication lag of seconds: may read from a replica. */
  readonly staleOk?: boolean;
  /** Format of the answer: in the envelope, as plain JSON, or as a file. */
  readonly answer?: "envelope" | "bare" | "file";
  /** The result contains a secret shown once: it is never stored for repeated requests. */
  readonly secretResult?: boolean;
  /** Input fields excluded from logs and audit records. */
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
  /** Set on paged lists. */
  readonly list?: ListSpec;
}

export const Nothing = z.object({});
/** Result of a command without one. */
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

/** A read. GET by default; never changes anything. */
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

/** A paged, filtered, sorted list. POST, because filters are in the body. */
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
