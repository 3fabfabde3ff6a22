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

/** Serialization failures, deadlocks and lost statements: the transaction may be run again from its start. */
export const isRetryable = (error: unknown): boolean =>
  codeOf(error) === "40001" || codeOf(error) === "40P01" || isStatementLost(error);

/** The server cannot be reached, is starting or stopping, or has no connection to give. */
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

/** What the server refused, or what kept it from being asked: not a mistake of our own code. */
export const isOfDatabase = (error: unknown): boolean =>
  isUnavailable(error) || isStatementLost(error) || /^[0-9A-Z]{5}$/.test(codeOf(error));

/** A value is none of its column's type (class 22 of SQLSTATE: data exceptions). */
export const isValueUnreadable = (error: unknown): boolean => codeOf(error).startsWith("22");

/** The disk of the server is full or fails, or the disk of this node's files is. */
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
 * The refusal that a resource declares for a violated unique constraint or index, quoting what the caller sent. The index
 * decides, not a look beforehand, so that two callers at the same moment cannot both succeed.
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

/** Members of an input that a sentence can quote; what was left out or empty is quoted as nothing. */
const quotable = ({ record }: Resource, input: unknown): RefusalValues =>
  Object.fromEntries(
    Object.entries({ ...Object.fromEntries(Object.keys(record.shape).map((name) => [name, ""])), ...(input as object) })
      .filter(([, value]) => typeof value !== "object" || value === null)
      .map(([name, value]) => [name, (value ?? "") as string]),
  );

/** Turns what the database says into a refusal a caller can act on, or undefined when it is a defect of ours. */
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
    // The same code says both: a parent that is missing, and a parent that still has children.
    const isDeletion = /^update or delete/.test((error as Error).message);
    return isDeletion ? refuse("platform.stillReferenced") : refuse("platform.referenceMissing", {}, { status: 409 });
  }
  if (code === "57014") return refuse("platform.deadlineExceeded", { seconds: 30 });
  if (isRetryable(error)) {
    return refuse("platform.databaseUnavailable", {}, { headers: { "Retry-After": "1" } });
  }
  return undefined;
}
