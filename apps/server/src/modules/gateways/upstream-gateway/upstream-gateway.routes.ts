import { upstreamGateway } from "@countinghouse/contract/gateways/upstream-gateway/upstream-gateway.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { implement, type ResourceRoutes } from "../../../platform/http/implement.ts";
import type { Platform } from "../../../platform/platform.ts";
import type { Connector } from "../connector/index.ts";
import { firstCompleteAccount, testAccount } from "../gateway-account/index.ts";
import { addUpstream, changeUpstream, describeConnectors, readMatrix, upstreams } from "./upstream-gateway.service.ts";
import { listUpstreams } from "./upstream-gateway.store.ts";

/** Providers, by the connectors that the server has. */
export function buildUpstreamGatewayRoutes(platform: Platform, connectors: readonly Connector[]): ResourceRoutes {
  const { isProduction, testHosts } = platform.config;
  const installation = { connectors, isProduction, testHosts };
  const routes = implement(upstreamGateway, {
    ...upstreams,
    list: listUpstreams,
    connectors: async () => describeConnectors(installation),
    capabilityMatrix: readMatrix,
    add: addUpstream(installation),
    update: changeUpstream(installation),
    setStatus: upstreams.update,
    testConnection: async (ctx, { id, mode }) => {
      await upstreams.detail(ctx, { id });
      const account = await firstCompleteAccount(ctx, id, mode);
      if (!account) throw refuse("upstreamGateway.noAccount");
      return testAccount(platform, connectors, account);
    },
  });
  return routes;
}
