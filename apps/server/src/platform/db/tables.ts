import type { Generated, JSONColumnType } from "kysely";

/** Columns of an editable table, set by `scoped.ts` and never by a caller. */
export interface AuditedColumns {
  version: Generated<number>;
  createTime: Generated<string>;
  createUserId: number | null;
  createUserName: string | null;
  updateTime: string | null;
  updateUserId: number | null;
  updateUserName: string | null;
}

/** One changed row, as the audit trail keeps it. */
export interface RowChange {
  readonly table: string;
  readonly id: number | string;
  readonly before: object | null;
  readonly after: object | null;
}

interface AuditEntries {
  id: Generated<number>;
  at: Generated<string>;
  tenantId: number | null;
  actorId: number | null;
  actorAccount: string | null;
  actorName: string | null;
  sessionId: string | null;
  operation: string;
  input: JSONColumnType<object> | null;
  changes: JSONColumnType<RowChange[]>;
  reason: string | null;
  ip: string | null;
  userAgent: string | null;
  requestId: string;
  elapsedMs: number;
}

interface IdempotencyKeys {
  caller: string;
  operation: string;
  key: string;
  requestHash: string;
  state: Generated<"running" | "finished">;
  status: number | null;
  body: JSONColumnType<object> | null;
  startedAt: string;
  expiresAt: string;
}

interface OutboxEvents {
  id: Generated<number>;
  topic: string;
  payload: JSONColumnType<object>;
  audience: JSONColumnType<object>;
  createdAt: Generated<string>;
  dispatchedAt: string | null;
}

interface JobRuns {
  id: string;
  kind: string;
  tenantId: number | null;
  userId: number;
  state: Generated<"waiting" | "running" | "done" | "failed" | "cancelled">;
  progress: Generated<number>;
  rows: number | null;
  input: JSONColumnType<object>;
  fileName: string | null;
  filePath: string | null;
  fileChecksum: string | null;
  fileBytes: number | null;
  error: string | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  expiresAt: string | null;
}

/** Every table, keyed by its camelCase name. */
export interface Tables {
  auditEntries: AuditEntries;
  idempotencyKeys: IdempotencyKeys;
  outboxEvents: OutboxEvents;
  jobRuns: JobRuns;
}

export type TableName = keyof Tables & string;

/** Which columns carry a row's owner. `"shared"` tables are the same for everyone who may use the operation. */
export type ScopeColumns =
  | "shared"
  | {
      readonly tenant?: string;
      readonly org?: string;
      readonly self?: string;
      readonly user?: string;
      readonly merchant?: string;
    };

export interface TableFacts {
  readonly scope: ScopeColumns;
  /** Where the table lives on a Citus cluster; means nothing on plain PostgreSQL. */
  readonly placement: "local" | "reference" | "distributed";
  /** What the application's role may do: `appendOnly` has neither UPDATE nor DELETE. */
  readonly grant: "readWrite" | "appendOnly" | "readOnly";
  /** Carries {@link AuditedColumns}. */
  readonly audited?: true;
}

/** A table without a decision here does not compile. */
export const manifest: Readonly<Record<TableName, TableFacts>> = {
  auditEntries: { scope: { tenant: "tenantId" }, placement: "local", grant: "appendOnly" },
  idempotencyKeys: { scope: "shared", placement: "local", grant: "readWrite" },
  outboxEvents: { scope: "shared", placement: "local", grant: "readWrite" },
  jobRuns: { scope: { user: "userId" }, placement: "local", grant: "readWrite" },
};
