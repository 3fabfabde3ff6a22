import { randomUUID } from "node:crypto";
import { bodyHashOf, signatureOf } from "../../apps/server/src/modules/integration/open-api/signature.service.ts";
import type { TestApp } from "../../apps/server/test/app.ts";
import { buildGateway } from "../../apps/server/test/gateways.ts";
import { buildMerchant } from "../../apps/server/test/merchants.ts";
import { buildBinding } from "../../apps/server/test/routes.ts";
import { buildAccountTerms, buildCoinApp, buildFeeRule, buildPaymentType } from "../../apps/server/test/terms.ts";

/** A merchant whose servers create orders. */
export interface Shop {
  readonly merchantId: string;
  readonly appKey: string;
  readonly secret: string;
}

interface Place {
  readonly tenantId: number;
  readonly orgId: number;
  readonly simulatorUrl: string;
}

/** Books start at this number, so that order numbers cannot be confused with theirs. */
export const firstJournal = 5_000_000;

/** Active merchants, all with the two accounts of one simulator, as an operator with an acquiring contract has them. */
export async function makeShops(builder: TestApp, place: Place, count: number): Promise<Shop[]> {
  const accounts = [await makeAccount(builder, place, "sim_main"), await makeAccount(builder, place, "sim_backup")];
  const shops: Shop[] = [];
  for (let index = 0; index < count; index += 1) shops.push(await makeShop(builder, place, accounts));
  return shops;
}

async function makeAccount(builder: TestApp, { tenantId, simulatorUrl }: Place, mid: string): Promise<string> {
  const { gatewayAccountId } = await buildGateway(builder, {
    tenantId,
    upstream: { baseUrlTest: simulatorUrl },
    account: { upstreamMid: mid, currencies: ["USD"] },
    credentials: { apiKey: `sk_${mid}_0001` },
  });
  return gatewayAccountId;
}

async function makeShop(builder: TestApp, { tenantId, orgId }: Place, accounts: readonly string[]): Promise<Shop> {
  const may = { canPay: true, canRefund: true, canWithdraw: true, canPayout: true };
  const home = { country: "US", currency: "USD", timezone: "UTC" };
  const merchantId = await buildMerchant(builder, { tenantId, orgId, status: "active", ...may, ...home });
  const owner = { tenantId, merchantId };
  await buildAccountTerms(builder, owner, { settlementCurrency: "USD", settlementZone: "UTC" });
  await buildFeeRule(builder, owner, { currency: "USD" });
  for (const paymentType of ["server_to_server", "hosted_page"] as const)
    await buildPaymentType(builder, owner, { paymentType, pciLevel: "saq_d" });
  for (const [order, gatewayAccountId] of accounts.entries())
    await buildBinding(builder, { ...owner, gatewayAccountId, priority: 10 + order });
  const { db, clock } = builder.platform;
  await db
    .insertInto("ledgerBooks")
    .values({ merchantId, book: "test", seq: firstJournal, postedAt: clock.now().toISOString() })
    .execute();
  const app = await buildCoinApp(builder, owner, { defaultCurrency: "USD" });
  return { merchantId, appKey: app.test.appKey, secret: app.test.secret };
}

/** A signed request for an order, paid by card or unpaid. */
export function newOrder(shop: Shop, { isPaid }: { readonly isPaid: boolean }) {
  const means = {
    code: "card",
    card: { number: "4008400010000004", expiryMonth: 12, expiryYear: 2030, cvc: "987", holderName: "Ada Payer" },
  };
  const body = {
    merchantOrderNo: `B-${randomUUID()}`,
    currency: "USD",
    amount: 10_000,
    payer: { email: "ada@example.com", name: "Ada Payer" },
    billingAddress: { country: "US" },
    ip: "203.0.113.7",
    returnUrl: "https://shop.example/return",
    items: [{ name: "Tea", quantity: 2, unitAmount: 5_000, amount: 10_000 }],
    metadata: { basket: "42" },
    ...(isPaid ? { paymentMethod: means } : {}),
  };
  const path = "/v1/orders";
  const headers = { ...signed(shop, "POST", path, JSON.stringify(body)), "idempotency-key": randomUUID() };
  return { path, body, headers };
}

/** The headers that sign a request. */
export function signed({ appKey, secret }: Shop, method: string, path: string, body = ""): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const nonce = randomUUID();
  const bodyHash = bodyHashOf(Buffer.from(body));
  const signature = signatureOf(secret, { method, path, query: "", timestamp, nonce, bodyHash });
  return { "x-app-key": appKey, "x-timestamp": timestamp, "x-nonce": nonce, "x-signature": signature };
}
