import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import type { Generated, JSONColumnType } from "kysely";
import type { AuditedColumns } from "./tables.ts";

/** On or off. */
export type SwitchColumn = Generated<"enabled" | "disabled">;
/** On, off, or serving what it has begun and taking nothing new. */
export type ServiceColumn = Generated<"enabled" | "draining" | "disabled">;
/** A list of texts, empty unless said. */
export type TextListColumn = Generated<string[]>;
/** A list or object kept as JSON, empty unless said. */
export type JsonColumn<T extends object> = JSONColumnType<T, string | undefined, string>;
/** The same, where there may be none. */
export type NullableJsonColumn<T extends object> = JSONColumnType<T | null, string | null | undefined, string | null>;
/** An object kept as JSON that its readers check themselves. */
export type UncheckedJsonColumn = JSONColumnType<Record<string, unknown>> | null;
/** A text in the languages it exists in. */
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

/** Columns of a plain record that a tenant keeps, and switches on (1) and off (2). */
export interface TenantRow extends AuditedColumns {
  id: Generated<number>;
  tenantId: number;
  status: Generated<1 | 2>;
  remark: string | null;
}

/** Columns of rows that hold from one instant to another once somebody else approved them. */
export interface VersionColumns {
  validFrom: string;
  validTo: string | null;
  decision: Generated<"pending" | "approved" | "rejected">;
  decisionReason: string | null;
  decideTime: string | null;
  approveUserId: number | null;
  approveUserName: string | null;
}
