import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import type { Generated, JSONColumnType } from "kysely";
import type { AuditedColumns } from "./tables.ts";

/** On or off. */
export type SwitchColumn = Generated<"enabled" | "disabled">;
/** Enabled, disabled, or draining: finishes what it has begun and accepts nothing new. */
export type ServiceColumn = Generated<"enabled" | "draining" | "disabled">;
/** A list of texts, empty by default. */
export type TextListColumn = Generated<string[]>;
/** A list or object stored as JSON, empty by default. */
export type JsonColumn<T extends object> = JSONColumnType<T, string | undefined, string>;
/** A nullable list or object stored as JSON. */
export type NullableJsonColumn<T extends object> = JSONColumnType<T | null, string | null | undefined, string | null>;
/** A JSON object whose readers validate it themselves. */
export type UncheckedJsonColumn = JSONColumnType<Record<string, unknown>> | null;
/** A text in the languages it is available in. */
export type StoredNames = NullableJsonColumn<Readonly<Partial<Record<Locale, string>>>>;

/** Limits of one currency, in minor units as text. */
export interface AmountLimit {
  readonly currency: string;
  readonly min: string | null;
  readonly max: string | null;
}

/** A fixed amount of one currency, in minor units as text. */
export interface FixedAmount {
  readonly currency: string;
  readonly amount: string;
}

/** Columns of a plain record of a tenant, with a status of 1 (enabled) or 2 (disabled). */
export interface TenantRow extends AuditedColumns {
  id: Generated<number>;
  tenantId: number;
  status: Generated<1 | 2>;
  remark: string | null;
}

/** Columns of versioned rows: requested, approved by somebody else, and valid from one instant to another. */
export interface VersionColumns {
  validFrom: string;
  validTo: string | null;
  decision: Generated<"pending" | "approved" | "rejected">;
  decisionReason: string | null;
  decideTime: string | null;
  approveUserId: number | null;
  approveUserName: string | null;
}
