import { openPool, queryBuilder } from "../../apps/server/src/platform/db/pool.ts";
import type { Platform } from "../../apps/server/src/platform/platform.ts";
import { type BuiltGateway, buildGateway, cardCapabilities } from "../../apps/server/test/gateways.ts";
import { buildTenant } from "../../apps/server/test/people.ts";
import { buildBinding } from "../../apps/server/test/routes.ts";
import {
  buildAccountTerms,
  buildFeeRule,
  buildPaymentType,
  buildTradingMerchant,
} from "../../apps/server/test/terms.ts";
import { buildEndpoint } from "../../apps/server/test/webhooks.ts";
import { rowBuilder } from "../bench/row-builder.ts";

/** The two accounts a merchant is paid over, as the simulator calls them. */
export const accountNames = ["sim_main", "sim_backup"] as const;

/** What the simulator signs the notifications of an account with. */
export const webhookSecretOf = (account: string): string => `whsec_${account}_0001`;

/** A merchant in business, with the keys its servers sign with. */
export interface Shop {
  readonly tenantId: number;
  readonly merchantId: string;
  readonly appKey: string;
  readonly appSecret: string;
  /** Where gateways notify of each account: the path on a node. */
  readonly hooks: Readonly<Record<(typeof accountNames)[number], string>>;
}

export interface ShopOptions {
  readonly databaseUrl: string;
  readonly secret: string;
  readonly gatewayUrl: string;
  /** Where the merchant's server takes webhooks. */
  readonly endpointUrl: string;
}

/** Sets a merchant up on a migrated database, as the rows the product's own screens would make. */
export async function openShop({ databaseUrl, secret, gatewayUrl, endpointUrl }: ShopOptions): Promise<Shop> {
  const pool = openPool({ url: databaseUrl, max: 2, onError: () => {} });
  const db = queryBuilder(pool);
  const builder = rowBuilder(db, secret);
  try {
    const place = await buildTenant(builder);
    const trading = await buildTradingMerchant(builder, place, { country: "US", timezone: "UTC", currency: "USD" });
    const { merchantId } = trading;
    const owner = { tenantId: place.tenantId, merchantId };
    const terms = { settlementCurrency: "USD", settlementZone: "UTC", autoApproveLimit: "1000000000" };
    await buildAccountTerms(builder, owner, terms);
    await buildFeeRule(builder, owner, { currency: "USD" });
    const direct = { paymentType: "server_to_server", pciLevel: "saq_d", allowManualCapture: true } as const;
    await buildPaymentType(builder, owner, direct);
    const built = new Map<string, BuiltGateway>();
    for (const [index, mid] of accountNames.entries()) {
      const account = await buildGateway(builder, {
        tenantId: place.tenantId,
        upstream: { baseUrlTest: gatewayUrl, capabilities: [...cardCapabilities, "payout"], timeoutMs: 2_000 },
        account: { upstreamMid: mid, currencies: ["USD", "EUR"], name: mid },
        credentials: { apiKey: `sk_${mid}_0001`, webhookSecret: webhookSecretOf(mid) },
      });
      built.set(mid, account);
      const { gatewayAccountId } = account;
      await buildBinding(builder, { ...owner, gatewayAccountId, priority: 100 * (index + 1) });
    }
    await buildEndpoint(builder, { ...owner, url: endpointUrl });
    const hooks = await hooksOf(builder.platform, built);
    return { ...owner, appKey: trading.app.test.appKey, appSecret: trading.app.test.secret, hooks };
  } finally {
    await db.destroy();
  }
}

async function hooksOf({ db }: Platform, built: ReadonlyMap<string, BuiltGateway>): Promise<Shop["hooks"]> {
  const rows = await db.selectFrom("gatewayAccounts").select(["id", "webhookToken"]).execute();
  const pathOf = (mid: string): string => {
    const row = rows.find(({ id }) => id === built.get(mid)?.gatewayAccountId);
    return `/hooks/gateway/${row?.webhookToken ?? ""}`;
  };
  return { sim_main: pathOf("sim_main"), sim_backup: pathOf("sim_backup") };
}
