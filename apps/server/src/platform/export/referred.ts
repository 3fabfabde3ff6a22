import type { ReferenceTarget } from "@countinghouse/contract/kit/reference.ts";
import { type RawBuilder, sql } from "kysely";
import type { TableName } from "../db/tables.ts";

/** Tables of all records that a field can refer to. */
const tables: Readonly<Record<string, TableName>> = {
  merchant: "merchants",
  coinApp: "coinApps",
  gateway: "gateways",
  gatewayAccount: "gatewayAccounts",
  payoutAccount: "payoutAccounts",
  fileEndpoint: "fileEndpoints",
  channel: "channels",
  upstreamGateway: "upstreamGateways",
  paymentMethod: "paymentMethods",
  merchantWebhookConfig: "webhookEndpoints",
  sysTenant: "tenants",
  sysUser: "users",
  sysOrg: "orgs",
  sysPos: "positions",
  sysRole: "roles",
};

/**
 * A text of the referenced record; the cell itself where there is no such record. Not scoped: the row is in scope, and
 * its reader may know which record it names.
 */
export function readReferred(
  { resource, key = "id" }: ReferenceTarget,
  field: string,
  cell: RawBuilder<unknown>,
): RawBuilder<string | null> {
  const table = tables[resource];
  if (!table) throw new Error(`records of ${resource} are in no table that is known`);
  return sql`coalesce((SELECT min(${sql.ref(`referred.${field}`)}::text) FROM ${sql.table(table)} AS referred
    WHERE ${sql.ref(`referred.${key}`)} = ${cell}), ${cell}::text)`;
}
