import { randomUUID } from "node:crypto";
import { text3 } from "@countinghouse/contract/kit/locale.ts";
import type { Kysely } from "kysely";
import { sealCredentials } from "../../apps/server/src/modules/gateway-account/index.ts";
import { bodyHashOf, signatureOf } from "../../apps/server/src/modules/open-api/signature.service.ts";
import { installationKeys } from "../../apps/server/src/platform/crypto/installation-keys.ts";
import { randomSecret, randomSymbols } from "../../apps/server/src/platform/crypto/random.ts";
import { seal } from "../../apps/server/src/platform/crypto/sealing.ts";
import { businessNumber } from "../../apps/server/src/platform/db/business-number.ts";
import { newId } from "../../apps/server/src/platform/db/new-id.ts";
import type { Tables } from "../../apps/server/src/platform/db/tables.ts";

type Db = Kysely<Tables>;

/** A merchant whose servers make orders. */
export interface Shop {
  readonly merchantId: string;
  readonly appKey: string;
  readonly secret: string;
}

interface Place {
  readonly db: Db;
  readonly tenantId: number;
  readonly orgId: number;
  readonly secret: { readonly current: string; readonly previous: undefined };
  readonly simulatorUrl: string;
}

const longAgo = "2025-01-01T00:00:00.000Z";
const symbols = "0123456789abcdefghijklmnopqrstuvwxyz";
/** Books begin so far up that no other number of an order is taken for one of theirs. */
export const firstJournal = 5_000_000;
const owned = ({ tenantId }: Place) => ({ tenantId });

/** Merchants in business, all over the two accounts of one simulator, as an operator with a bank contract has them. */
export async function makeShops(place: Place, count: number): Promise<Shop[]> {
  const accounts = [await makeAccount(place, "sim_main"), await makeAccount(place, "sim_backup")];
  const shops: Shop[] = [];
  for (let index = 0; index < count; index += 1) shops.push(await makeShop(place, index, accounts));
  return shops;
}

async function cardMethod(place: Place): Promise<string> {
  const { db, tenantId } = place;
  const known = await db
    .selectFrom("paymentMethods")
    .select("id")
    .where("tenantId", "=", tenantId)
    .where("code", "=", "card_visa")
    .executeTakeFirst();
  if (known) return known.id;
  const id = newId("pm", new Date());
  const names = { nameEn: "Visa", nameZhCn: "Visa", nameZhTw: "Visa" };
  await db
    .insertInto("paymentMethods")
    .values({ ...owned(place), id, code: "card_visa", category: "card", ...names })
    .execute();
  return id;
}

const asked = [{ name: "apiKey", label: text3("API key", "API 密钥", "API 金鑰"), isSecret: true, isRequired: true }];

async function makeAccount(place: Place, mid: string): Promise<string> {
  const { db, tenantId, simulatorUrl, secret } = place;
  const now = new Date();
  const paymentMethodId = await cardMethod(place);
  const [upstreamGatewayId, gatewayId, id] = [newId("ug", now), newId("gw", now), newId("ga", now)];
  await db
    .insertInto("upstreamGateways")
    .values({
      id: upstreamGatewayId,
      tenantId,
      code: `bench_${mid}`,
      name: mid,
      connector: "simulator",
      baseUrlTest: simulatorUrl,
      credentialSchema: JSON.stringify(asked),
      capabilities: ["authorize", "capture", "refund", "query"],
      exponentOverrides: "[]",
    })
    .execute();
  const method = { tenantId, upstreamGatewayId, paymentMethodId, upstreamCode: "card", flow: "direct" as const };
  await db
    .insertInto("upstreamMethods")
    .values({ id: newId("um", now), ...method, limits: "[]", defaultCostPercent: 15_000, defaultCostFixed: "[]" })
    .execute();
  await db
    .insertInto("gateways")
    .values({
      id: gatewayId,
      tenantId,
      gatewayNo: businessNumber("GW", now),
      name: mid,
      upstreamGatewayId,
      mode: "test",
    })
    .execute();
  await db
    .insertInto("gatewayAccounts")
    .values({
      id,
      tenantId,
      accountNo: businessNumber("GA", now),
      name: mid,
      gatewayId,
      mode: "test",
      upstreamMid: mid,
      currencies: ["USD"],
      settlementCurrency: "USD",
      limits: "[]",
      status: "enabled",
      webhookToken: randomSecret(),
    })
    .execute();
  const credentials = sealCredentials({ secret }, id, { apiKey: `sk_${mid}_0001` });
  await db
    .insertInto("gatewayCredentials")
    .values(credentials.map((one) => ({ gatewayAccountId: id, ...one, setTime: now.toISOString() })))
    .execute();
  const costs = { refundCost: "[]", disputeCost: "[]", limits: "[]" };
  await db
    .insertInto("gatewayMethods")
    .values({ id: newId("gm", now), tenantId, gatewayAccountId: id, paymentMethodId, ...costs })
    .execute();
  return id;
}

/** Settlement, a price and a book to post to. */
async function agreeTerms(db: Db, owner: { tenantId: number; merchantId: string }): Promise<void> {
  const now = new Date();
  const decided = { decision: "approved" as const, validFrom: longAgo };
  await db
    .insertInto("accountTerms")
    .values({
      ...owner,
      ...decided,
      id: newId("mac", now),
      settlementCurrency: "USD",
      settlementDays: 3,
      settlementFrequency: "daily",
      settlementZone: "UTC",
    })
    .execute();
  await db
    .insertInto("feeRules")
    .values({ ...owner, ...decided, id: newId("fee", now), currency: "USD", percent: 29_000, fixed: "30" })
    .execute();
  await db
    .insertInto("ledgerBooks")
    .values({ merchantId: owner.merchantId, book: "test", seq: firstJournal, postedAt: longAgo })
    .execute();
}

async function makeShop(place: Place, index: number, accounts: readonly string[]): Promise<Shop> {
  const { db, tenantId, orgId } = place;
  const now = new Date();
  const merchantId = newId("mer", now);
  const owner = { tenantId, merchantId };
  await db
    .insertInto("merchants")
    .values({
      id: merchantId,
      tenantId,
      orgId,
      merchantNo: businessNumber("MC", now),
      name: `Bench shop ${index}`,
      legalName: "Bench Shop Limited",
      type: "company",
      country: "US",
      registrationNo: `BENCH-${index}`,
      mcc: "5691",
      currency: "USD",
      timezone: "UTC",
      contactName: "Ada Shaw",
      contactPhone: "+1 212 555 0100",
      contactEmail: "ada@shop.example",
      status: "active",
      canPay: true,
      canRefund: true,
      canWithdraw: true,
      canPayout: true,
    })
    .execute();
  await agreeTerms(db, owner);
  const types = ["server_to_server", "hosted_page"] as const;
  await db
    .insertInto("paymentTypeTerms")
    .values(types.map((paymentType) => ({ ...owner, id: newId("mpt", now), paymentType, pciLevel: "saq_d" as const })))
    .execute();
  for (const [order, gatewayAccountId] of accounts.entries())
    await db
      .insertInto("merGatewayAccountCfgs")
      .values({
        ...owner,
        id: newId("mga", now),
        gatewayAccountId,
        mode: "test",
        priority: 10 + order,
        weight: 50,
        status: "enabled",
      })
      .execute();
  return { merchantId, ...(await makeApp(place, owner)) };
}

async function makeApp({ db, secret }: Place, owner: { tenantId: number; merchantId: string }) {
  const now = new Date();
  const appId = newId("app", now);
  const appNo = businessNumber("AP", now);
  await db
    .insertInto("coinApps")
    .values({ ...owner, id: appId, appNo, name: "Bench", defaultCurrency: "USD" })
    .execute();
  const appKey = `ak_test_${randomSymbols(symbols, 24)}`;
  const plain = `sk_test_${randomSymbols(symbols, 40)}`;
  const secretSealed = seal(installationKeys(secret).ring, plain, `app-key:${appKey}`);
  const publishableKey = `pk_test_${randomSymbols(symbols, 24)}`;
  await db
    .insertInto("appKeys")
    .values({
      ...owner,
      appId,
      appKey,
      publishableKey,
      mode: "test",
      isEnabled: true,
      secretSealed,
      secretTime: longAgo,
    })
    .execute();
  return { appKey, secret: plain };
}

/** A signed creation of an order, paid at once by a card or not at all. */
export function newOrder({ appKey, secret }: Shop, { isPaid }: { readonly isPaid: boolean }) {
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
  const timestamp = String(Math.floor(Date.now() / 1000));
  const nonce = randomUUID();
  const bodyHash = bodyHashOf(Buffer.from(JSON.stringify(body)));
  const signature = signatureOf(secret, { method: "POST", path, query: "", timestamp, nonce, bodyHash });
  const headers = {
    "x-app-key": appKey,
    "x-timestamp": timestamp,
    "x-nonce": nonce,
    "x-signature": signature,
    "idempotency-key": randomUUID(),
  };
  return { path, body, headers };
}
