import { text3 } from "@countinghouse/contract/kit/locale.ts";
import type { Insertable } from "kysely";
import { sealCredentials } from "../src/modules/gateways/gateway-account/index.ts";
import { randomSecret } from "../src/platform/crypto/random.ts";
import { businessNumber } from "../src/platform/db/business-number.ts";
import { newId } from "../src/platform/db/new-id.ts";
import type { Tables } from "../src/platform/db/tables.ts";
import type { TestApp } from "./app.ts";
import { unique } from "./people.ts";

interface GatewayParts {
  readonly tenantId: number;
  readonly mode?: "live" | "test";
  /** Code of the method that the account takes; `card_visa` unless told. */
  readonly method?: string;
  readonly upstream?: Partial<Insertable<Tables["upstreamGateways"]>>;
  readonly account?: Partial<Insertable<Tables["gatewayAccounts"]>>;
  /** Credentials of the account, sealed as the product seals them. */
  readonly credentials?: Readonly<Record<string, string>>;
}

/** Ids of everything between a method and an account that takes it. */
export interface BuiltGateway {
  readonly paymentMethodId: string;
  readonly upstreamGatewayId: string;
  readonly upstreamMethodId: string;
  readonly gatewayId: string;
  readonly gatewayAccountId: string;
  readonly gatewayMethodId: string;
}

/** The method of a tenant's catalogue, made when it is not there yet. */
async function methodOf({ platform: { db, clock } }: TestApp, tenantId: number, code: string): Promise<string> {
  const known = await db
    .selectFrom("paymentMethods")
    .select("id")
    .where("tenantId", "=", tenantId)
    .where("code", "=", code)
    .executeTakeFirst();
  if (known) return known.id;
  const id = newId("pm", clock.now());
  const category = code.startsWith("card_") ? "card" : "wallet";
  await db
    .insertInto("paymentMethods")
    .values({ id, tenantId, code, category, nameEn: code, nameZhCn: code, nameZhTw: code })
    .execute();
  return id;
}

/** What a gateway for cards can do. */
export const cardCapabilities = [
  "authorize",
  "capture",
  "partial_capture",
  "multi_capture",
  "void",
  "refund",
  "partial_refund",
  "query",
  "3ds",
];

const asked = [{ name: "apiKey", label: text3("API key", "API 密钥", "API 金鑰"), isSecret: true, isRequired: true }];

/** An account at a gateway of the simulator with one method switched on; enabled, and with its credentials. */
export async function buildGateway(app: TestApp, parts: GatewayParts): Promise<BuiltGateway> {
  const { db, clock } = app.platform;
  const { tenantId, mode = "test", method = "card_visa", credentials = { apiKey: "sk_sim_main_0001" } } = parts;
  const now = clock.now();
  const ids: BuiltGateway = {
    paymentMethodId: await methodOf(app, tenantId, method),
    upstreamGatewayId: newId("ug", now),
    upstreamMethodId: newId("um", now),
    gatewayId: newId("gw", now),
    gatewayAccountId: newId("ga", now),
    gatewayMethodId: newId("gm", now),
  };
  await db
    .insertInto("upstreamGateways")
    .values({
      id: ids.upstreamGatewayId,
      tenantId,
      code: unique("provider_"),
      name: unique("Provider "),
      connector: "simulator",
      baseUrlLive: "https://gateway.example",
      baseUrlTest: "simulator:",
      credentialSchema: JSON.stringify(asked),
      capabilities: ["authorize", "capture", "refund", "query"],
      exponentOverrides: "[]",
      // Only tests of the pace are held up by it.
      rateLimitPerSecond: 10_000,
      ...parts.upstream,
    })
    .execute();
  await db
    .insertInto("upstreamMethods")
    .values({
      id: ids.upstreamMethodId,
      tenantId,
      upstreamGatewayId: ids.upstreamGatewayId,
      paymentMethodId: ids.paymentMethodId,
      flow: "direct",
      limits: "[]",
      defaultCostPercent: 15_000,
      defaultCostFixed: JSON.stringify([{ currency: "USD", amount: "10" }]),
    })
    .execute();
  await db
    .insertInto("gateways")
    .values({
      id: ids.gatewayId,
      tenantId,
      gatewayNo: businessNumber("GW", now),
      name: unique("Gateway "),
      upstreamGatewayId: ids.upstreamGatewayId,
      mode,
    })
    .execute();
  await insertAccount(app, parts, ids, { mode, credentials });
  return ids;
}

async function insertAccount(
  { platform }: TestApp,
  { tenantId, account }: GatewayParts,
  ids: BuiltGateway,
  { mode, credentials }: { readonly mode: "live" | "test"; readonly credentials: Readonly<Record<string, string>> },
): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  await db
    .insertInto("gatewayAccounts")
    .values({
      id: ids.gatewayAccountId,
      tenantId,
      accountNo: businessNumber("GA", now),
      name: unique("Account "),
      gatewayId: ids.gatewayId,
      mode,
      upstreamMid: "sim_main",
      currencies: ["USD", "EUR"],
      settlementCurrency: "USD",
      limits: "[]",
      status: "enabled",
      webhookToken: randomSecret(),
      ...account,
    })
    .execute();
  const sealed = sealCredentials(platform, ids.gatewayAccountId, credentials);
  if (sealed.length > 0)
    await db
      .insertInto("gatewayCredentials")
      .values(sealed.map((one) => ({ gatewayAccountId: ids.gatewayAccountId, ...one, setTime: now.toISOString() })))
      .execute();
  await db
    .insertInto("gatewayMethods")
    .values({
      id: ids.gatewayMethodId,
      tenantId,
      gatewayAccountId: ids.gatewayAccountId,
      paymentMethodId: ids.paymentMethodId,
      limits: "[]",
      refundCost: "[]",
      disputeCost: "[]",
    })
    .execute();
}
