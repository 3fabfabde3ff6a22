import type { LookupInput } from "@countinghouse/contract/kit/reference.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { sql } from "kysely";
import { whereLookup } from "../../../platform/db/lookup-query.ts";
import { from } from "../../../platform/db/scoped.ts";
import { recordOperations } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";

/** Page, detail, add, update, delete and export. */
export const positionRecords = recordOperations({ table: "positions", resource: sysPos });

interface Search {
  readonly name?: string | undefined;
  readonly code?: string | undefined;
}

/** Positions whose name and code contain the texts, in their order. */
export function listPositions(ctx: Context, { name, code, ...asked }: Search & LookupInput) {
  let query = from(ctx, "positions").selectAll().orderBy("orderNo").orderBy("id");
  if (name) query = query.where(sql<boolean>`strpos(lower(name), lower(${name})) > 0`);
  if (code) query = query.where(sql<boolean>`strpos(lower(code), lower(${code})) > 0`);
  return whereLookup(query, asked, { id: "id", texts: ["name", "code"] }).execute();
}

/** Whether the tenant has the position. */
export async function hasPosition(ctx: Context, tenantId: number, id: number): Promise<boolean> {
  const row = await from(ctx, "positions")
    .select("id")
    .where("id", "=", id)
    .where("tenantId", "=", tenantId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Positions of a tenant, for matching names in a file. */
export const positionsOfTenant = (ctx: Context, tenantId: number) =>
  from(ctx, "positions").select(["id", "name", "code"]).where("tenantId", "=", tenantId).execute();
