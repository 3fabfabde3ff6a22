import { gateway } from "@countinghouse/contract/gateways/gateway/gateway.ts";
import type { LookupInput } from "@countinghouse/contract/kit/reference.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import type { Rate6 } from "@countinghouse/money/rate.ts";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { businessNumber } from "../../../platform/db/business-number.ts";
import { whereLookup } from "../../../platform/db/lookup-query.ts";
import { shownName } from "../../../platform/db/name-order.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { change, from, insert, remove, updateStamps } from "../../../platform/db/scoped.ts";
import { recordOperations } from "../../../platform/db/table-operations.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";

export type TaxRow = Selectable<Tables["gatewayTaxes"]>;

/** Gateways in scope, with the name of the provider and the number of accounts. */
export const describedGateways = (ctx: Context) =>
  from(ctx, "gateways")
    .innerJoin("upstreamGateways", "upstreamGateways.id", "gateways.upstreamGatewayId")
    .selectAll("gateways")
    .select([
      "upstreamGateways.name as upstreamGatewayName",
      sql<number>`(SELECT count(*) FROM gateway_accounts a WHERE a.gateway_id = gateways.id)`.as("accounts"),
    ]);

/** Answers page, detail and export. */
export const gateways = recordOperations({
  table: "gateways",
  resource: gateway,
  describe: describedGateways,
  columns: { upstreamGatewayName: sql.ref("upstreamGateways.name") },
  made: ({ now }) => ({
    id: newId("gw", now),
    gatewayNo: businessNumber("GW", now),
  }),
});

export function listGateways(
  ctx: Context,
  { mode, ...asked }: LookupInput & { readonly mode?: "live" | "test" | undefined },
) {
  let query = from(ctx, "gateways")
    .select(["id", "name", "mode", "status"])
    .orderBy(shownName(sql.ref("name"), "gateway", ctx.request.locale))
    .orderBy("id");
  if (mode) query = query.where("mode", "=", mode);
  return whereLookup(query, asked, { id: "id", texts: ["name"] }).execute();
}

/** The provider of a new gateway, in the caller's scope. */
export async function findUpstream(ctx: Context, id: string) {
  const row = await from(ctx, "upstreamGateways")
    .select(["id", "tenantId", "name", "baseUrlLive", "baseUrlTest"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("upstreamGateway", id);
  return row;
}

/** A gateway's taxes, latest first for each country and base. */
export const listTaxes = (ctx: Context, gatewayId: string): Promise<TaxRow[]> =>
  from(ctx, "gatewayTaxes")
    .selectAll()
    .where("gatewayId", "=", gatewayId)
    .orderBy("country")
    .orderBy("base")
    .orderBy("validFrom", "desc")
    .execute();

export const insertTax = async (ctx: Context, values: Partial<Insertable<Tables["gatewayTaxes"]>>): Promise<string> =>
  (await insert(ctx, "gatewayTaxes", values)).id;

export async function updateTax(
  ctx: Context,
  before: TaxRow,
  values: Updateable<Tables["gatewayTaxes"]>,
): Promise<void> {
  const after = await change(ctx, "gatewayTaxes")
    .set({ ...values, ...updateStamps(ctx), version: before.version + 1 })
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table: "gatewayTaxes", id: before.id, before, after });
}

export async function removeTax(ctx: Context, before: TaxRow): Promise<void> {
  await remove(ctx, "gatewayTaxes").where("id", "=", before.id).execute();
  ctx.recordChange({ table: "gatewayTaxes", id: before.id, before, after: null });
}

/** A tax on our fee. */
export interface FeeTax {
  readonly rate: Rate6;
  readonly isInclusive: boolean;
}

/**
 * Taxes on our fee in a merchant's country on a UTC day, by gateway id; gateways without one are absent. For all
 * gateways at once, because the route is not known yet when this is read.
 */
export async function feeTaxesOf(
  ctx: Pick<Context, "db">,
  merchantId: string,
  at: Date,
): Promise<ReadonlyMap<string, FeeTax>> {
  const day = at.toISOString().slice(0, 10);
  const rows = await ctx.db
    .selectFrom("merchants")
    .innerJoin("gatewayTaxes", (join) =>
      join
        .onRef("gatewayTaxes.tenantId", "=", "merchants.tenantId")
        .onRef("gatewayTaxes.country", "=", "merchants.country"),
    )
    .select(["gatewayTaxes.gatewayId", "gatewayTaxes.rate", "gatewayTaxes.isInclusive"])
    .where("merchants.id", "=", merchantId)
    .where("gatewayTaxes.base", "=", "our_fee")
    .where("gatewayTaxes.validFrom", "<=", day)
    .where((is) => is.or([is("gatewayTaxes.validTo", "is", null), is("gatewayTaxes.validTo", ">", day)]))
    .execute();
  return new Map(rows.map(({ gatewayId, rate, isInclusive }) => [gatewayId, { rate, isInclusive }]));
}
