import { simulatorAddress } from "@countinghouse/contract/gateways/upstream-gateway/upstream-gateway.ts";
import type { Insertable } from "kysely";
import { sealCredentials } from "../modules/gateways/gateway-account/index.ts";
import type { InstallationSecret } from "../platform/config/installation-secret.ts";
import { randomSecret } from "../platform/crypto/random.ts";
import { businessNumber } from "../platform/db/business-number.ts";
import { newId } from "../platform/db/new-id.ts";
import type { Tables } from "../platform/db/tables.ts";
import {
  type AccountPlan,
  defaultCosts,
  demoGateways,
  demoUpstreams,
  flowOf,
  type GatewayPlan,
  perPayment,
  regionCosts,
  type UpstreamPlan,
} from "./demo-gateways.ts";
import { seedPaymentMethods } from "./payment-methods.ts";
import type { SeedContext } from "./seed-context.ts";

interface Demo extends SeedContext {
  readonly tenantId: number;
  readonly secret: InstallationSecret;
}

/** The day from which the demonstration's prices hold. */
const pricedFrom = "2024-01-01";

/**
 * Providers, gateways and accounts that lead to the simulator which runs beside the server, with the keys it starts
 * with; and one live account that waits for credentials.
 */
export async function seedGateways(demo: Demo): Promise<void> {
  const methods = await seedPaymentMethods(demo, demo.tenantId);
  const upstreams = new Map<string, string>();
  for (const plan of demoUpstreams) upstreams.set(plan.code, await seedUpstream(demo, plan, methods));
  for (const plan of demoGateways) await seedGateway(demo, plan, partOf(upstreams, plan.upstream), methods);
}

function partOf(parts: ReadonlyMap<string, string>, code: string): string {
  const id = parts.get(code);
  if (id === undefined) throw new Error(`the plan of the gateways has no part ${code}`);
  return id;
}

const costOf = (method: string): readonly [percent: number, fixed: number] => defaultCosts[method] ?? [20_000, 1];
const fixedIn = (currency: string, times: number): string =>
  String(BigInt(perPayment[currency] ?? "0") * BigInt(times));

async function seedUpstream(
  { db, now, locale, tenantId }: Demo,
  plan: UpstreamPlan,
  methods: ReadonlyMap<string, string>,
): Promise<string> {
  const id = newId("ug", now);
  await db
    .insertInto("upstreamGateways")
    .values({
      id,
      tenantId,
      code: plan.code,
      name: plan.name[locale],
      connector: plan.code,
      baseUrlLive: plan.baseUrlLive,
      baseUrlTest: simulatorAddress,
      credentialSchema: JSON.stringify(
        plan.asks.map(([name, label, isSecret]) => ({ name, label, isSecret, isRequired: true })),
      ),
      capabilities: [...plan.capabilities],
      exponentOverrides: "[]",
    })
    .execute();
  const offered = plan.methods.map((method): Insertable<Tables["upstreamMethods"]> => {
    const [percent, fixed] = costOf(method);
    const isCard = method.startsWith("card_");
    return {
      id: newId("um", now),
      tenantId,
      upstreamGatewayId: id,
      paymentMethodId: partOf(methods, method),
      flow: flowOf(method),
      currencies: [...plan.currencies],
      limits: "[]",
      supports: isCard
        ? [...plan.capabilities].filter((one) => one !== "payout")
        : ["refund", "partial_refund", "query"],
      defaultCostPercent: percent,
      defaultCostFixed: JSON.stringify(
        fixed === 0 ? [] : Object.keys(perPayment).map((currency) => ({ currency, amount: fixedIn(currency, fixed) })),
      ),
    };
  });
  await db.insertInto("upstreamMethods").values(offered).execute();
  return id;
}

async function seedGateway(
  demo: Demo,
  plan: GatewayPlan,
  upstreamGatewayId: string,
  methods: ReadonlyMap<string, string>,
): Promise<void> {
  const { db, now, locale, tenantId } = demo;
  const id = newId("gw", now);
  const [cutoffTime, cutoffTimezone] = plan.cutoff;
  await db
    .insertInto("gateways")
    .values({
      id,
      tenantId,
      gatewayNo: businessNumber("GW", now),
      name: plan.name[locale],
      upstreamGatewayId,
      mode: plan.mode,
      region: plan.region[locale],
      legalEntity: plan.entity,
      cutoffTime,
      cutoffTimezone,
      businessCalendar: plan.calendar,
      priority: plan.priority,
    })
    .execute();
  const taxes = plan.taxes.map(([country, taxName, rate, validFrom, validTo]) => ({
    id: newId("gt", now),
    tenantId,
    gatewayId: id,
    country,
    base: "our_fee" as const,
    taxName,
    rate,
    validFrom,
    validTo,
  }));
  await db.insertInto("gatewayTaxes").values(taxes).execute();
  for (const account of plan.accounts) await seedAccount(demo, account, { id, mode: plan.mode }, methods);
}

async function seedAccount(
  { db, now, locale, tenantId, secret }: Demo,
  plan: AccountPlan,
  { id: gatewayId, mode }: { readonly id: string; readonly mode: "live" | "test" },
  methods: ReadonlyMap<string, string>,
): Promise<void> {
  const id = newId("ga", now);
  const { credentials } = plan;
  await db
    .insertInto("gatewayAccounts")
    .values({
      id,
      tenantId,
      accountNo: businessNumber("GA", now),
      name: plan.name[locale],
      gatewayId,
      mode,
      upstreamMid: plan.mid,
      currencies: [...plan.currencies],
      settlementCurrency: "USD",
      descriptorPrefix: plan.descriptor,
      limits: JSON.stringify([
        { currency: "USD", min: "50", max: "2000000", dailyAmount: "50000000", dailyCount: null, monthlyAmount: null },
      ]),
      weight: plan.weight,
      priority: plan.priority,
      status: credentials ? "enabled" : "disabled",
      webhookToken: randomSecret(),
    })
    .execute();
  if (credentials)
    await db
      .insertInto("gatewayCredentials")
      .values(
        sealCredentials({ secret }, id, credentials).map((one) => ({
          gatewayAccountId: id,
          ...one,
          setTime: now.toISOString(),
        })),
      )
      .execute();
  await seedMethods({ db, now, tenantId }, plan, id, methods);
}

async function seedMethods(
  { db, now, tenantId }: Pick<Demo, "db" | "now" | "tenantId">,
  plan: AccountPlan,
  gatewayAccountId: string,
  methods: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = plan.methods.map((method) => ({ id: newId("gm", now), method }));
  await db
    .insertInto("gatewayMethods")
    .values(
      rows.map(({ id, method }) => ({
        id,
        tenantId,
        gatewayAccountId,
        paymentMethodId: partOf(methods, method),
        limits: "[]",
        refundCost: "[]",
        disputeCost: JSON.stringify(method.startsWith("card_") ? [{ currency: "USD", amount: "1500" }] : []),
      })),
    )
    .execute();
  const prices = rows.flatMap(({ id, method }) =>
    plan.currencies.flatMap((currency) => pricesOf(method, currency, plan.rebate).map((price) => ({ id, ...price }))),
  );
  await db
    .insertInto("gatewayMethodCosts")
    .values(
      prices.map(({ id: gatewayMethodId, ...price }) => ({
        ...price,
        id: newId("gp", now),
        tenantId,
        gatewayMethodId,
        minimum: null,
        maximum: null,
        validFrom: pricedFrom,
        createUserId: null,
        createUserName: null,
      })),
    )
    .execute();
}

/** Cards cost by where they were issued, everything else the same anywhere. */
function pricesOf(method: string, currency: string, rebate: number) {
  const [base, times] = costOf(method);
  const price = (cardRegion: "any" | keyof typeof regionCosts, percent: number) => ({
    currency,
    cardRegion,
    percent: Math.max(0, percent - rebate),
    fixed: fixedIn(currency, times),
  });
  if (!method.startsWith("card_")) return [price("any", base)];
  const regions = Object.entries(regionCosts) as [keyof typeof regionCosts, number][];
  return [price("any", base), ...regions.map(([region, over]) => price(region, base + over))];
}
