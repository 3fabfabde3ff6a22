import { reconSource } from "@countinghouse/contract/funds/recon/recon-source.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { from, insert } from "../../../platform/db/scoped.ts";
import { recordOperations } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { isUsableEndpoint } from "../file-endpoint/index.ts";

type Operations = typeof reconSource.operations;

const describedSources = (ctx: Context) =>
  from(ctx, "reconSources")
    .innerJoin("gatewayAccounts", "gatewayAccounts.id", "reconSources.gatewayAccountId")
    .selectAll("reconSources")
    .leftJoin("fileEndpoints", "fileEndpoints.id", "reconSources.fileEndpointId")
    .select([
      "gatewayAccounts.name as gatewayAccountName",
      "gatewayAccounts.settlementCurrency",
      "fileEndpoints.name as fileEndpointName",
    ]);

const records = recordOperations({
  table: "reconSources",
  resource: reconSource,
  describe: describedSources,
});

async function assertEndpoint(ctx: Context, id: string | null | undefined): Promise<void> {
  if (id && !(await isUsableEndpoint(ctx, id))) throw refuse("reconSource.endpointUnknown");
}

/** Answers page, detail, changes and export. */
export const reconSources = {
  ...records,
  update: async (ctx: Context, input: InputOf<Operations["update"]>) => {
    await assertEndpoint(ctx, input.fileEndpointId);
    return records.update(ctx, input);
  },
};

/** Adds the reconciliation settings of an account in the actor's scope. */
export async function addSource(ctx: Context, input: InputOf<Operations["add"]>): Promise<string> {
  const account = await from(ctx, "gatewayAccounts")
    .select("tenantId")
    .where("id", "=", input.gatewayAccountId)
    .executeTakeFirst();
  if (!account) throw refuse("reconSource.accountUnknown");
  await assertEndpoint(ctx, input.fileEndpointId);
  const { id } = await insert(ctx, "reconSources", { ...input, id: newId("rcs", ctx.now), tenantId: account.tenantId });
  return id;
}
