import type { Kysely } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";

/** An account at this installation's gateway simulator. */
export interface SimulatedAccount {
  readonly id: string;
  readonly webhookToken: string;
}

/** Accounts whose provider is the simulator itself, identified by the reserved host name. */
export const simulatedAccounts = (db: Kysely<Tables>): Promise<SimulatedAccount[]> =>
  db
    .selectFrom("gatewayAccounts")
    .innerJoin("gateways", "gateways.id", "gatewayAccounts.gatewayId")
    .innerJoin("upstreamGateways", "upstreamGateways.id", "gateways.upstreamGatewayId")
    .select(["gatewayAccounts.id", "gatewayAccounts.webhookToken"])
    .where("gatewayAccounts.mode", "=", "test")
    .where("gatewayAccounts.status", "!=", "disabled")
    .where("upstreamGateways.baseUrlTest", "=", "simulator:")
    .orderBy("gatewayAccounts.id")
    .execute();
