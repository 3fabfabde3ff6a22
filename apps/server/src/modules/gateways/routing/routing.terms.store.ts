import type { MerchantRouting } from "@countinghouse/contract/gateways/routing/routing.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { change, from, insert, updateStamps } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";

type Mode = MerchantRouting["mode"];
type Terms = Omit<MerchantRouting, "merchantId" | "mode" | "version">;

const rowOf = (ctx: Context, merchantId: string, mode: Mode) =>
  from(ctx, "merchantRoutings").selectAll().where("merchantId", "=", merchantId).where("mode", "=", mode);

/** A merchant's routing terms; priority and weight by default. */
export async function readTerms(ctx: Context, merchantId: string, mode: Mode): Promise<MerchantRouting> {
  const row = await rowOf(ctx, merchantId, mode).executeTakeFirst();
  if (!row) return { merchantId, mode, strategy: "priority_weight", rules: [], fallbackAccountIds: [], version: 0 };
  return row as MerchantRouting;
}

/** The accounts among some that the merchant is bound to in a mode. */
export async function boundAccounts(
  ctx: Context,
  { merchantId, mode, among }: { readonly merchantId: string; readonly mode: Mode; readonly among: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (among.length === 0) return new Set();
  const rows = await from(ctx, "merGatewayAccountCfgs")
    .select("gatewayAccountId")
    .where("merchantId", "=", merchantId)
    .where("mode", "=", mode)
    .where("gatewayAccountId", "in", [...among])
    .execute();
  return new Set(rows.map(({ gatewayAccountId }) => gatewayAccountId));
}

interface NewTerms {
  readonly merchantId: string;
  readonly tenantId: number;
  readonly mode: Mode;
  readonly terms: Terms;
  /** The version that the writer has read. */
  readonly version: number | null | undefined;
}

/** Stores the terms. Refuses a version other than the stored one; of two first writers one is refused. */
export async function saveTerms(ctx: Context, { merchantId, tenantId, mode, terms, version }: NewTerms): Promise<void> {
  const before = await rowOf(ctx, merchantId, mode).forUpdate().executeTakeFirst();
  if (version !== null && version !== undefined && version !== (before?.version ?? 0))
    throw refuse("platform.stale", { what: "@routing" });
  const values = { ...terms, rules: JSON.stringify(terms.rules) };
  if (!before) {
    await insert(ctx, "merchantRoutings", { ...values, merchantId, tenantId, mode });
    return;
  }
  const after = await change(ctx, "merchantRoutings")
    .set({ ...values, ...updateStamps(ctx), version: before.version + 1 })
    .where("merchantId", "=", merchantId)
    .where("mode", "=", mode)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table: "merchantRoutings", id: `${merchantId}/${mode}`, before, after });
}
