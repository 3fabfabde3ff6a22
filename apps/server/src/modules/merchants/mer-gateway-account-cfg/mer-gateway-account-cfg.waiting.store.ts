import { sql } from "kysely";
import type { WaitingQuery } from "../../../platform/db/waiting.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type BindingRow, describedBindings, proposedByReader } from "./mer-gateway-account-cfg.store.ts";

/** Bindings of merchants in scope whose change waits for approval. */
export const proposedBindings = (ctx: Context, mode: BindingRow["mode"]): WaitingQuery =>
  describedBindings(ctx)
    .clearSelect()
    .where("merGatewayAccountCfgs.mode", "=", mode)
    .where("merGatewayAccountCfgs.proposal", "is not", null)
    .select([
      "merGatewayAccountCfgs.id",
      "gatewayAccounts.name",
      "merGatewayAccountCfgs.merchantId",
      "merchants.name as merchantName",
      sql<string>`coalesce(mer_gateway_account_cfgs.propose_time, mer_gateway_account_cfgs.create_time)`.as("since"),
      "merGatewayAccountCfgs.status as state",
      "merGatewayAccountCfgs.proposeUserName as person",
      "merGatewayAccountCfgs.version",
      proposedByReader(ctx),
    ]);
