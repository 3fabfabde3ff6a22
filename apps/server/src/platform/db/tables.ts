import type { Generated, GeneratedAlways, JSONColumnType } from "kysely";
import { type CardRangeTables, cardRangeManifest } from "./card-range-tables.ts";
import { type GatewayTables, gatewayManifest } from "./gateway-tables.ts";
import { type InboundTables, inboundManifest } from "./inbound-tables.ts";
import { type InstallationTables, installationManifest } from "./installation-tables.ts";
import { type LedgerTables, ledgerManifest } from "./ledger-tables.ts";
import { type MerchantTables, merchantManifest } from "./merchant-tables.ts";
import { type OpenApiTables, openApiManifest } from "./open-api-tables.ts";
import { type OrderImportTables, orderImportManifest } from "./order-import-tables.ts";
import { type OrderStatsTables, orderStatsManifest } from "./order-stats-tables.ts";
import { type OrderTables, orderManifest } from "./order-tables.ts";
import { type RoutingTables, routingManifest } from "./routing-tables.ts";
import { type SystemTables, systemManifest } from "./system-tables.ts";
import type { TableGrant, TablePlacement } from "./table-manifest.ts";
import { type TermsTables, termsManifest } from "./terms-tables.ts";
import { type WebhookTables, webhookManifest } from "./webhook-tables.ts";

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

/** Real money, or the money of tests: their rows never meet. */
export type Mode = "live" | "test";

/** One changed row, as the audit trail keeps it. */
export interface RowChange {
  readonly table: string;
  readonly id: number | string;
  readonly before: object | null;
  readonly after: object | null;
  /** Only shown to somebody, of what is hidden otherwise: `after` says by which number people know it, and whose it is. */
  readonly isRead?: true;
}

/** A record that was shown, and its owner, as people know both. */
interface ReadRecord {
  readonly table: string;
  readonly id: number | string;
  readonly number: string;
  readonly owner: string;
}

/** What the audit trail keeps of a record that was shown. */
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

/** A link of the chain over the audit trail. */
interface AuditSeals {
  seq: number;
  entryId: number;
  prevHash: string;
  hash: string;
  sealedAt: string;
  keyId: string;
}

/** How far the chain over the audit trail has come: one row. */
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
  /** What the first request made; whoever repeats it is shown that. */
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
  fileBytes: number | null;
  error: string | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  expiresAt: string | null;
}

// Sign-in and sessions.
interface Credentials {
  userId: number;
  passwordHash: string;
  pepperId: string;
  changedAt: string;
  mustChange: Generated<boolean>;
  expiresAt: string | null;
}

interface PasswordHistory {
  id: Generated<number>;
  userId: number;
  passwordHash: string;
  pepperId: string;
  createdAt: string;
}

interface Sessions {
  id: string;
  userId: number;
  tenantId: number;
  orgId: number | null;
  accountType: number;
  userName: string;
  realName: string;
  word: string;
  previousWord: string | null;
  previousWordUntil: string | null;
  method: "password" | "phone" | "qr" | "passkey";
  createdAt: string;
  lastSeenAt: string;
  expiresAt: string;
  secondFactorAt: string | null;
  provenAt: string | null;
  isLocked: Generated<boolean>;
  ip: string;
  place: Generated<string>;
  userAgent: Generated<string>;
  browser: Generated<string>;
  os: Generated<string>;
  endedAt: string | null;
  endReason: string | null;
}

interface RefreshTokens {
  hash: string;
  sessionId: string;
  parentHash: string | null;
  successorHash: string | null;
  successorSealed: string | null;
  issuedAt: string;
  usedAt: string | null;
  expiresAt: string;
  ip: string;
  userAgent: Generated<string>;
}

interface SignInCounters {
  kind: string;
  key: string;
  count: number;
  windowStart: string;
  lockedUntil: string | null;
  expiresAt: string;
}

interface SignInTargets {
  source: string;
  account: string;
  triedAt: string;
}

interface Captchas {
  id: string;
  answer: string;
  network: string;
  expiresAt: string;
}

interface OneTimeCodes {
  phone: string;
  purpose: "signIn";
  code: string;
  device: string;
  tries: Generated<number>;
  sentAt: string;
  expiresAt: string;
}

interface SignInTickets {
  hash: string;
  step: "secondFactor" | "enrolment" | "passwordChange";
  userId: number;
  method: "password" | "phone" | "qr" | "passkey";
  tries: Generated<number>;
  secondFactor: Generated<boolean>;
  sealed: string | null;
  expiresAt: string;
}

interface TotpFactors {
  userId: number;
  sealed: string;
  createdAt: string;
  confirmedAt: string | null;
  lastStep: Generated<number>;
}

interface Passkeys {
  id: string;
  userId: number;
  name: string;
  publicKey: Buffer;
  counter: number;
  transports: JSONColumnType<string[]>;
  createdAt: string;
  lastUsedAt: string | null;
}

interface WebauthnChallenges {
  owner: string;
  purpose: "signIn" | "secondFactor" | "register" | "stepUp";
  challenge: string;
  expiresAt: string;
}

interface RecoveryCodes {
  userId: number;
  code: string;
}

interface QrSignIns {
  hash: string;
  waitHash: string;
  state: Generated<"waiting" | "scanned" | "confirmed" | "rejected">;
  ip: string;
  place: Generated<string>;
  browser: Generated<string>;
  os: Generated<string>;
  userId: number | null;
  scannedBy: number | null;
  expiresAt: string;
}

interface SecurityEvents {
  id: Generated<number>;
  at: string;
  kind: string;
  tenantId: number | null;
  userId: number | null;
  sessionId: string | null;
  accountKey: string | null;
  ip: string;
  userAgent: Generated<string>;
  requestId: string;
  detail: JSONColumnType<object>;
}

// Settlement.
interface BusinessDays extends AuditedColumns {
  id: Generated<number>;
  tenantId: number;
  calendar: string;
  day: string;
  name: string;
  kind: Generated<"closed" | "open">;
  remark: string | null;
  status: Generated<1 | 2>;
}

// Exchange rates.
interface Rates {
  id: Generated<number>;
  baseCurrency: string;
  quoteCurrency: string;
  pair: GeneratedAlways<string>;
  rate: string;
  source: "manual" | "ecb" | "feed";
  effectiveTime: string;
  revision: Generated<number>;
  fetchTime: Generated<string>;
  remark: string | null;
  createUserId: number | null;
  createUserName: string | null;
}

interface RateImportParts {
  runId: string;
  part: number;
  content: string;
}

/** Every table, keyed by its camelCase name. */
export interface Tables
  extends SystemTables,
    MerchantTables,
    GatewayTables,
    InboundTables,
    InstallationTables,
    LedgerTables,
    OpenApiTables,
    OrderTables,
    OrderImportTables,
    OrderStatsTables,
    TermsTables,
    WebhookTables,
    RoutingTables,
    CardRangeTables {
  auditEntries: AuditEntries;
  auditSeals: AuditSeals;
  auditHeads: AuditHeads;
  idempotencyKeys: IdempotencyKeys;
  outboxEvents: OutboxEvents;
  jobRuns: JobRuns;
  credentials: Credentials;
  passwordHistory: PasswordHistory;
  sessions: Sessions;
  refreshTokens: RefreshTokens;
  signInCounters: SignInCounters;
  signInTargets: SignInTargets;
  captchas: Captchas;
  oneTimeCodes: OneTimeCodes;
  signInTickets: SignInTickets;
  totpFactors: TotpFactors;
  passkeys: Passkeys;
  webauthnChallenges: WebauthnChallenges;
  recoveryCodes: RecoveryCodes;
  qrSignIns: QrSignIns;
  securityEvents: SecurityEvents;
  businessDays: BusinessDays;
  rates: Rates;
  rateImportParts: RateImportParts;
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
      /** Of the person a row is about, by id or by account: people of a merchant see their own colleagues' rows. */
      readonly personId?: string;
      readonly personAccount?: string;
      /** How the operator is made up: people of a merchant see none of it. */
      readonly isOfOperator?: true;
    };

export interface TableFacts {
  readonly scope: ScopeColumns;
  readonly placement: TablePlacement;
  readonly grant: TableGrant;
  /** Carries {@link AuditedColumns}. */
  readonly audited?: true;
}

/** A table without a decision here does not compile. */
export const manifest: Readonly<Record<TableName, TableFacts>> = {
  auditEntries: { scope: { tenant: "tenantId", personId: "actorId" }, placement: "local", grant: "appendOnly" },
  auditSeals: { scope: "shared", placement: "local", grant: "appendOnly" },
  auditHeads: { scope: "shared", placement: "local", grant: "readWrite" },
  idempotencyKeys: { scope: "shared", placement: "local", grant: "readWrite" },
  outboxEvents: { scope: "shared", placement: "local", grant: "readWrite" },
  jobRuns: { scope: { user: "userId" }, placement: "local", grant: "readWrite" },
  credentials: { scope: "shared", placement: "local", grant: "readWrite" },
  passwordHistory: { scope: "shared", placement: "local", grant: "readWrite" },
  sessions: {
    scope: { tenant: "tenantId", org: "orgId", self: "userId", personId: "userId" },
    placement: "local",
    grant: "readWrite",
  },
  refreshTokens: { scope: "shared", placement: "local", grant: "readWrite" },
  signInCounters: { scope: "shared", placement: "local", grant: "readWrite" },
  signInTargets: { scope: "shared", placement: "local", grant: "readWrite" },
  captchas: { scope: "shared", placement: "local", grant: "readWrite" },
  oneTimeCodes: { scope: "shared", placement: "local", grant: "readWrite" },
  signInTickets: { scope: "shared", placement: "local", grant: "readWrite" },
  totpFactors: { scope: "shared", placement: "local", grant: "readWrite" },
  passkeys: { scope: "shared", placement: "local", grant: "readWrite" },
  webauthnChallenges: { scope: "shared", placement: "local", grant: "readWrite" },
  recoveryCodes: { scope: "shared", placement: "local", grant: "readWrite" },
  qrSignIns: { scope: "shared", placement: "local", grant: "readWrite" },
  securityEvents: { scope: { tenant: "tenantId", personId: "userId" }, placement: "local", grant: "appendOnly" },
  businessDays: { scope: { tenant: "tenantId" }, placement: "local", grant: "readWrite", audited: true },
  rates: { scope: "shared", placement: "local", grant: "appendOnly" },
  rateImportParts: { scope: "shared", placement: "local", grant: "readWrite" },
  ...systemManifest,
  ...merchantManifest,
  ...gatewayManifest,
  ...routingManifest,
  ...webhookManifest,
  ...inboundManifest,
  ...installationManifest,
  ...ledgerManifest,
  ...openApiManifest,
  ...orderManifest,
  ...orderImportManifest,
  ...orderStatsManifest,
  ...termsManifest,
  ...cardRangeManifest,
};
