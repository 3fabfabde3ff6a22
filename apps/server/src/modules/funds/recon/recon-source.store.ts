import { reconSource } from "@countinghouse/contract/funds/recon/recon-source.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { from, insert } from "../../../platform/db/scoped.ts";
import { recordOperations } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";

const describedSources = (ctx: Context) =>
  from(ctx, "reconSources")
    .innerJoin("gatewayAccounts", "gatewayAccounts.id", "reconSources.gatewayAccountId")
    .selectAll("reconSources")
    .select(["gatewayAccounts.name as gatewayAccountName", "gatewayAccounts.settlementCurrency"]);

/** Answers page, detail, changes and export. */
export const reconSources = recordOperations({
  table: "reconSources",
  resource: reconSource,
  describe: describedSources,
});

/** Adds the settings of an account in the actor's scope. */
export async function addSource(ctx: Context, input: InputOf<(typeof reconSource.operations)["add"]>): Promise<string> {
  const account = await from(ctx, "gatewayAccounts")
    .select("tenantId")
    .where("id", "=", input.gatewayAccountId)
    .executeTakeFirst();
  if (!account) throw refuse("reconSource.accountUnknown");
  const { id } = await insert(ctx, "reconSources", { ...input, id: newId("rcs", ctx.now), tenantId: account.tenantId });
  return id;
}
