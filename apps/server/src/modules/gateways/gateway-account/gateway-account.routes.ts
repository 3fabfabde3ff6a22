import { gatewayAccount } from "@countinghouse/contract/gateways/gateway-account/gateway-account.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement, type ResourceRoutes } from "../../../platform/http/implement.ts";
import type { Platform } from "../../../platform/platform.ts";
import type { Connector } from "../connector/index.ts";
import { testAccount } from "./call.service.ts";
import { approveCredentials, rejectCredentials, setCredentials, withdrawCredentials } from "./credential.service.ts";
import {
  addAccount,
  changeAccount,
  endForcedHealth,
  forceHealth,
  readAccount,
  readUsage,
  renewAddress,
  setAccountStatus,
} from "./gateway-account.service.ts";
import {
  accountColumn,
  accountKey,
  describedAccounts,
  findAccount,
  listAccounts,
  pageAccounts,
} from "./gateway-account.store.ts";

/** Accounts at gateways, tested through the connectors that the server has. */
export function buildGatewayAccountRoutes(platform: Platform, connectors: readonly Connector[]): ResourceRoutes {
  const routes = implement(gatewayAccount, {
    page: pageAccounts,
    list: listAccounts,
    detail: readAccount(platform),
    usage: readUsage,
    add: addAccount,
    update: changeAccount,
    setStatus: setAccountStatus,
    setCredentials: setCredentials(platform),
    approveCredentials: approveCredentials(platform),
    rejectCredentials,
    withdrawCredentials,
    renewWebhookUrl: renewAddress,
    test: async (ctx, { id }) => {
      await findAccount(ctx, id);
      return testAccount(platform, connectors, id);
    },
    setHealth: forceHealth,
    clearHealth: (ctx, { id }) => endForcedHealth(ctx, id),
    export: exportable(gatewayAccount, describedAccounts, { columnOf: accountColumn, id: accountKey }),
  });
  return routes;
}
