import type { Operation } from "@countinghouse/contract/kit/operation.ts";
import { factsOf, isTable, type RowChange } from "../db/tables.ts";
import type { Context } from "../http/context.ts";

const alwaysSecret = /pass(word|wd)?|secret|token|credential|private|otp|captcha/i;

/** A copy with secrets replaced. Members are judged by name, so that a field added later is covered too. */
export function redacted(value: unknown, secrets: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((item) => redacted(item, secrets));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      secrets.includes(name) || (alwaysSecret.test(name) && typeof member === "string")
        ? "[redacted]"
        : redacted(member, secrets),
    ]),
  );
}

/** A changed row without the columns that its table keeps out of the audit trail and of requests for approval. */
export function recorded(change: RowChange): RowChange {
  const { unrecorded = [] } = isTable(change.table) ? factsOf(change.table) : {};
  if (unrecorded.length === 0) return change;
  const without = (row: object | null) =>
    row && Object.fromEntries(Object.entries(row).filter(([column]) => !unrecorded.includes(column)));
  return { ...change, before: without(change.before), after: without(change.after) };
}

export interface AuditRecord {
  /** `resource.verb`. */
  readonly event: string;
  readonly operation: Operation;
  readonly input: unknown;
  readonly changes: readonly RowChange[];
  readonly reason: string | null;
  readonly elapsedMs: number;
}

/** Writes who did what, from where, with before and after, in the command's own transaction. */
export async function writeAudit(ctx: Context, record: AuditRecord): Promise<void> {
  const { actor, request } = ctx;
  await ctx.db
    .insertInto("auditEntries")
    .values({
      at: ctx.now.toISOString(),
      tenantId: actor.tenantId || null,
      actorId: actor.userId || null,
      actorAccount: actor.account || null,
      actorName: actor.realName || null,
      sessionId: actor.sessionId || null,
      operation: record.event,
      input: JSON.stringify(redacted(record.input, record.operation.secretInputs)),
      changes: JSON.stringify(redacted(record.changes)),
      reason: record.reason,
      ip: request.ip,
      userAgent: request.userAgent.slice(0, 512),
      requestId: request.id,
      elapsedMs: Math.max(0, Math.round(record.elapsedMs)),
    })
    .execute();
}
