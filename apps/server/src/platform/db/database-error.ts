import { type Refusal, type RefusalValues, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { NodeOutdated } from "./node-outdated.ts";
import { isStatementLost } from "./statement-names.ts";

interface DatabaseError extends Error {
  readonly code?: string;
  readonly constraint?: string;
}

const connectionCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

const codeOf = (error: unknown): string =>
  error instanceof Error && typeof (error as DatabaseError).code === "string"
    ? ((error as DatabaseError).code ?? "")
    : "";

/** Serialization failures, deadlocks and lost prepared statements: the transaction may be retried from its start. */
export const isRetryable = (error: unknown): boolean =>
  codeOf(error) === "40001" || codeOf(error) === "40P01" || isStatementLost(error);

/** The server cannot be reached, is starting or stopping, or has no free connection. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (
    connectionCodes.has(code) ||
    code.startsWith("08") ||
    code === "57P01" ||
    code === "57P02" ||
    code === "57P03" ||
    code === "53300"
  ) {
    return true;
  }
  return (
    error instanceof Error &&
    /Connection terminated|timeout exceeded when trying to connect|connection is closed|is not queryable/i.test(
      error.message,
    )
  );
}

/** Whether the error comes from the database or the connection to it, not from a defect in our code. */
export const isOfDatabase = (error: unknown): boolean =>
  isUnavailable(error) || isStatementLost(error) || /^[0-9A-Z]{5}$/.test(codeOf(error));

/** The value does not fit its column's type (SQLSTATE class 22: data exceptions). */
export const isValueUnreadable = (error: unknown): boolean => codeOf(error).startsWith("22");

/** The disk of the database server, or of this node's files, is full or failing. */
const storageCodes = new Set(["53100", "58030", "ENOSPC", "EDQUOT"]);

/** Name of the violated constraint without the shard number that Citus appends. */
export function constraintOf(error: unknown): string {
  const { constraint, message } = error as DatabaseError;
  const name = constraint ?? /constraint "([^"]+)"/.exec(message ?? "")?.[1] ?? "";
  return name.replace(/_\d+$/, "");
}

/** Whether the error is a violation of the unique constraint or index `name`. */
export const violates = (error: unknown, name: string): boolean =>
  (codeOf(error) === "23505" || codeOf(error) === "23503") && constraintOf(error) === name;

/**
 * The refusal that a resource declares for a violated unique constraint or index, quoting the caller's input. The
 * index decides, not a query beforehand, so that two concurrent callers cannot both succeed.
 */
export function refusalOfConstraint(resource: Resource, error: unknown, input: unknown): Refusal | undefined {
  if (codeOf(error) !== "23505") return undefined;
  const violated = constraintOf(error);
  for (const [name, { constraint }] of Object.entries(resource.refusals ?? {})) {
    const field = typeof constraint === "object" ? constraint[violated] : undefined;
    if (field === undefined && constraint !== violated) continue;
    return refuse(`${resource.name}.${name}`, quotable(resource, input), field === undefined ? {} : { field });
  }
  return undefined;
}

/** Scalar members of an input that a message can quote; absent and empty ones are left out. */
const quotable = ({ record }: Resource, input: unknown): RefusalValues =>
  Object.fromEntries(
    Object.entries({ ...Object.fromEntries(Object.keys(record.shape).map((name) => [name, ""])), ...(input as object) })
      .filter(([, value]) => typeof value !== "object" || value === null)
      .map(([name, value]) => [name, (value ?? "") as string]),
  );

/** Turns a database error into a refusal the caller can act on; undefined when it is a defect of ours. */
export function refusalFromDatabase(error: unknown): Refusal | undefined {
  const code = codeOf(error);
  if (error instanceof NodeOutdated)
    return refuse(`platform.${error.by}Replaced`, {}, { headers: { "Retry-After": "2" } });
  if (isUnavailable(error)) {
    return refuse("platform.databaseUnavailable", {}, { headers: { "Retry-After": "2" } });
  }
  if (storageCodes.has(code)) {
    return refuse("platform.storageFull", {}, { headers: { "Retry-After": "60" } });
  }
  if (code === "23505") return refuse("platform.duplicate");
  if (code === "23503") {
    // One SQLSTATE covers both a missing parent and a parent that still has children.
    const isDeletion = /^update or delete/.test((error as Error).message);
    return isDeletion ? refuse("platform.stillReferenced") : refuse("platform.referenceMissing", {}, { status: 409 });
  }
  if (code === "57014") return refuse("platform.deadlineExceeded", { seconds: 30 });
  if (isRetryable(error)) {
    return refuse("platform.databaseUnavailable", {}, { headers: { "Retry-After": "1" } });
  }
  return undefined;
}
