import { type Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
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

/** Turns what the database says into a refusal a caller can act on, or undefined when it is a defect of ours. */
export function refusalFromDatabase(error: unknown): Refusal | undefined {
  const code = codeOf(error);
  if (isUnavailable(error)) {
    return refuse("platform.databaseUnavailable", {}, { status: 503, headers: { "Retry-After": "2" } });
  }
  if (storageCodes.has(code)) {
    return refuse("platform.storageFull", {}, { status: 503, headers: { "Retry-After": "60" } });
  }
  if (code === "23505") return refuse("platform.duplicate", {}, { status: 409 });
  if (code === "23503") {
    // The same code says both: a parent that is missing, and a parent that still has children.
    const isDeletion = /^update or delete/.test((error as Error).message);
    return refuse(isDeletion ? "platform.stillReferenced" : "platform.referenceMissing", {}, { status: 409 });
  }
  if (code === "57014") return refuse("platform.deadlineExceeded", { seconds: 30 }, { status: 503 });
  if (isRetryable(error)) {
    return refuse("platform.databaseUnavailable", {}, { status: 503, headers: { "Retry-After": "1" } });
  }
  return undefined;
}
