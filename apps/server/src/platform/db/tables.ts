import type { Generated, JSONColumnType } from "kysely";
import type { ExportReach } from "../export/export-reach.ts";
import type { TableGrant, TablePlacement } from "./table-manifest.ts";

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

/** Live or test mode: rows of one never meet rows of the other. */
export type Mode = "live" | "test";

/** One changed row, as the audit trail keeps it. */
export interface RowChange {
  readonly table: string;
  readonly id: number | string;
  readonly before: object | null;
  readonly after: object | null;
  /** Set where a hidden value was shown to somebody: `after` then holds the record's number and owner. */
  readonly isRead?: true;
}

/** A record whose hidden value was shown, and its owner, by the numbers that people know. */
interface ReadRecord {
  readonly table: string;
  readonly id: number | string;
  readonly number: string;
  readonly owner: string;
}

/** The audit record of a revealed value. */
export const readOf = ({ table, id, number, owner }: ReadRecord): RowChange => ({
  table,
  id,
  before: null,
  after: { number, owner },
  isRead: true,
});

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

/** A link of the audit trail's chain. */
interface AuditSeals {
  seq: number;
  entryId: number;
  prevHash: string;
  hash: string;
  sealedAt: string;
  keyId: string;
}

/** Head of the audit trail's chain: one row. */
interface AuditHeads {
  chain: Generated<string>;
  length: number;
  hash: string;
  sealedAt: string;
  keyId: string;
  mac: string;
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
  runs: Generated<number>;
  /** The object that the first request created; repetitions of the request are answered with it. */
  objectId: string | null;
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
  /** What the requesting user could see when the file was made; null where there is no file. */
  reach: JSONColumnType<ExportReach> | null;
  fileBytes: number | null;
  error: string | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  expiresAt: string | null;
}

interface Installation {
  id: Generated<number>;
  secretFingerprint: string;
  filesMark: string | null;
  createdAt: Generated<string>;
}

interface StoredFiles {
  name: string;
  contentId: string;
  bytes: number;
}

interface StoredFilePieces {
  contentId: string;
  piece: number;
  content: Buffer;
  storedAt: Generated<string>;
}

/** Every table, keyed by its camelCase name; a module adds its own in its `<module>.table.ts`. */
export interface Tables {
  auditEntries: AuditEntries;
  auditSeals: AuditSeals;
  auditHeads: AuditHeads;
  idempotencyKeys: IdempotencyKeys;
  outboxEvents: OutboxEvents;
  jobRuns: JobRuns;
  installation: Installation;
  storedFiles: StoredFiles;
  storedFilePieces: StoredFilePieces;
}

export type TableName = keyof Tables & string;

/** Columns that carry a row's owner. `"shared"` tables are the same for everyone who may use the operation. */
export type ScopeColumns =
  | "shared"
  | {
      readonly tenant?: string;
      readonly org?: string;
      readonly self?: string;
      readonly user?: string;
      readonly merchant?: string;
      /** The person that a row is about, by id or account: a merchant's users see rows about their own colleagues. */
      readonly personId?: string;
      readonly personAccount?: string;
      /** Rows about the operator's organisation: hidden from a merchant's users. */
      readonly isOfOperator?: true;
    };

export interface TableFacts {
  readonly scope: ScopeColumns;
  readonly placement: TablePlacement;
  readonly grant: TableGrant;
  /** Carries {@link AuditedColumns}. */
  readonly audited?: true;
  /** Columns stored as JSON; a test compares them with the database. */
  readonly json?: readonly string[];
  /** Columns that the audit trail leaves out of a changed row: secrets, although they are encrypted, and seals. */
  readonly unrecorded?: readonly string[];
}

/** Facts of each table: a table without an entry does not compile. */
export type FactsOf<T extends TableName> = {
  readonly [K in T]: TableFacts & {
    readonly json?: readonly (keyof Tables[K] & string)[];
    readonly unrecorded?: readonly (keyof Tables[K] & string)[];
  };
};

export const platformTables: FactsOf<
  | "auditEntries"
  | "auditSeals"
  | "auditHeads"
  | "idempotencyKeys"
  | "outboxEvents"
  | "jobRuns"
  | "installation"
  | "storedFiles"
  | "storedFilePieces"
> = {
  auditEntries: {
    scope: { tenant: "tenantId", personId: "actorId" },
    placement: "local",
    grant: "appendOnly",
    json: ["input", "changes"],
  },
  auditSeals: { scope: "shared", placement: "local", grant: "appendOnly" },
  auditHeads: { scope: "shared", placement: "local", grant: "readWrite" },
  idempotencyKeys: { scope: "shared", placement: "local", grant: "readWrite", json: ["body"] },
  outboxEvents: { scope: "shared", placement: "local", grant: "readWrite", json: ["payload", "audience"] },
  jobRuns: { scope: { user: "userId" }, placement: "local", grant: "readWrite", json: ["input", "reach"] },
  installation: { scope: "shared", placement: "local", grant: "readOnly" },
  storedFiles: { scope: "shared", placement: "local", grant: "readWrite" },
  storedFilePieces: { scope: "shared", placement: "local", grant: "keptForAWhile" },
};

const declared = new Map<string, TableFacts>();

/** Registers the product's tables with the platform; called once, where the modules are assembled. */
export function declareTables(tables: FactsOf<TableName>): FactsOf<TableName> {
  for (const [name, facts] of Object.entries<TableFacts>(tables)) declared.set(name, facts);
  return tables;
}

/** Whether a table of this name was declared. */
export const isTable = (name: string): name is TableName => declared.has(name);

/** The facts of a table. Throws for a table that was not registered, which is a defect. */
export function factsOf(table: TableName): TableFacts {
  const facts = declared.get(table);
  if (!facts) throw new Error(`table ${table} was not declared`);
  return facts;
}
