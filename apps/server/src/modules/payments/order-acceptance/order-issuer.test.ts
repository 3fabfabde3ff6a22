import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildCardRange } from "../../../../test/card-ranges.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { changePrices } from "../../../../test/price-seals.ts";
import { testCard } from "../../../../test/simulator.ts";
import { buildFeeRule } from "../../../../test/terms.ts";
import { flushCalls } from "../../gateways/routing/index.ts";
import { confirmOrder } from "../order-processing/index.ts";

let stage: OrderStage;

/** No answer came: nothing is known of the card. */
const lostAnswer = {
  kind: "unknown",
  reason: "timeout",
  upstreamIntentId: null,
  upstreamAttemptId: null,
  exchanges: [],
} as const;

beforeAll(async () => {
  stage = await buildOrderStage();
});
afterAll(() => stage?.close());

const db = () => stage.app.platform.db;

beforeEach(async () => {
  await db().deleteFrom("cardRanges").execute();
  await binding("main", { binCountries: [], unknownIssuer: "allow" });
  await binding("backup", { binCountries: [], unknownIssuer: "allow" });
});

const binding = (account: "main" | "backup", values: { binCountries: string[]; unknownIssuer: "allow" | "exclude" }) =>
  db()
    .updateTable("merGatewayAccountCfgs")
    .set(values)
    .where("gatewayAccountId", "=", stage.accounts[account])
    .execute();

/** The simulator's gateway answers that cards of the stage are issued in the United States. */
const issuedIn = (country: string) =>
  buildCardRange(stage.app, { tenantId: stage.place.tenantId, low: "400840", country });

interface Sent {
  readonly gatewayAccountId: string;
  readonly cardCountry: string | null;
  readonly isThreeDsForced: boolean;
  readonly routeDecision: {
    readonly issuerCountry?: string | null;
    readonly candidates: readonly { readonly cost: string | null }[];
    readonly excluded: readonly { readonly accountId: string; readonly reasons: readonly string[] }[];
  };
}

async function attemptOf(order: { readonly id: string }): Promise<Sent> {
  const [attempt] = (await stage.attempts(order)) as unknown as Sent[];
  if (!attempt) throw new Error("nothing was tried");
  return attempt;
}

const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "taken",
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );

describe("the issuer's country, known from the card ranges before the call", () => {
  test("leads past an account that does not take cards from there", async () => {
    await issuedIn("DE");
    await binding("main", { binCountries: ["US"], unknownIssuer: "allow" });
    const { gatewayAccountId, routeDecision } = await attemptOf(await stage.pay("001"));
    expect(gatewayAccountId).toBe(stage.accounts.backup);
    expect(routeDecision.issuerCountry).toBe("DE");
    expect(routeDecision.excluded).toMatchObject([
      { accountId: stage.accounts.main, reasons: ["issuer_country_unsupported"] },
    ]);
  });

  test("unknown, it is let through where the binding says so, and the route says that it was unknown", async () => {
    await binding("main", { binCountries: ["BR"], unknownIssuer: "allow" });
    const { gatewayAccountId, routeDecision } = await attemptOf(await stage.pay("001"));
    expect(gatewayAccountId).toBe(stage.accounts.main);
    expect(routeDecision.issuerCountry).toBeNull();
  });

  test("unknown, it is left out where the binding says so, and a card that is known is not", async () => {
    await binding("main", { binCountries: ["US"], unknownIssuer: "exclude" });
    const unknown = await attemptOf(await stage.pay("001"));
    expect(unknown.gatewayAccountId).toBe(stage.accounts.backup);
    expect(unknown.routeDecision.excluded).toMatchObject([{ reasons: ["issuer_country_unknown"] }]);
    await issuedIn("US");
    expect((await attemptOf(await stage.pay("001"))).gatewayAccountId).toBe(stage.accounts.main);
  });

  test("decides which account follows when the first one fails", async () => {
    const tries = async () => (await stage.attempts(await stage.pay("102"))).length;
    expect(await tries()).toBe(2);
    await issuedIn("DE");
    await binding("backup", { binCountries: ["US"], unknownIssuer: "allow" });
    expect(await tries()).toBe(1);
  });

  test("stands with the account that follows as the route to it was decided, whatever the first one answered", async () => {
    await issuedIn("DE");
    const connectorOf: OrderStage["node"]["connectorOf"] = (code) => ({
      ...stage.node.connectorOf(code),
      pay: async (account, call) => {
        const outcome = await stage.node.connectorOf(code).pay(account, call);
        return account.upstreamMid === "sim_backup" ? lostAnswer : outcome;
      },
    });
    const order = await stage.create();
    const ref = { merchantId: stage.merchantId, orderId: order.id };
    await confirmOrder({ ...stage.node, connectorOf }, stage.caller, ref, { method: "card", card: testCard("102") });
    const tried = (await stage.attempts(order)) as unknown as { readonly cardCountry: string | null }[];
    expect(tried.map(({ cardCountry }) => cardCountry)).toEqual(["US", "DE"]);
  });

  test("is priced by until the gateway names another, which then decides", async () => {
    const rule = { currency: "USD", cardRegion: "inter", percent: 90_000 } as const;
    await buildFeeRule(stage.app, { tenantId: stage.place.tenantId, merchantId: stage.merchantId }, rule);
    await issuedIn("DE");
    const order = await stage.pay("001");
    const { cardCountry, routeDecision } = await attemptOf(order);
    expect(routeDecision.issuerCountry).toBe("DE");
    expect(cardCountry).toBe("US");
    const { feeAmount } = await stage.read(order);
    await db().deleteFrom("feeRules").where("cardRegion", "=", "inter").execute();
    expect(feeAmount).toBe((await stage.read(await stage.pay("001"))).feeAmount);
  });

  test("holds the limits of the region's own price", async () => {
    const rule = { currency: "USD", cardRegion: "inter", maxAmount: "9999" } as const;
    await buildFeeRule(stage.app, { tenantId: stage.place.tenantId, merchantId: stage.merchantId }, rule);
    const order = await stage.create();
    await issuedIn("DE");
    expect(await refusalOf(stage.confirm(order))).toBe("coinOrder.amountAboveMaximum");
    await db().deleteFrom("cardRanges").execute();
    expect((await stage.confirm(order)).status).toBe("paid");
    await db().deleteFrom("feeRules").where("cardRegion", "=", "inter").execute();
  });

  test("other than the bill's raises the doubt by which a price asks for 3-D Secure", async () => {
    const rule = (change: object) => changePrices(stage.app, "feeRules", stage, change);
    await rule({ threeDsPolicy: "risk_based" });
    const billingAddress = { country: "US" };
    const isForced = async () => {
      const order = await stage.create({ billingAddress } as Parameters<OrderStage["create"]>[0]);
      await stage.confirm(order);
      return (await attemptOf(order)).isThreeDsForced;
    };
    expect(await isForced()).toBe(false);
    await issuedIn("BR");
    expect(await isForced()).toBe(true);
    await rule({ threeDsPolicy: "inherit" });
  });

  test("is counted with what the account approved, so that routing by success can tell it", async () => {
    await issuedIn("BR");
    await stage.pay("001");
    await flushCalls(stage.app.platform);
    const counted = await db().selectFrom("routeApprovals").select("approved").where("binCountry", "=", "BR").execute();
    expect(counted.length).toBeGreaterThan(0);
  });

  test("is looked up by eleven digits, of which eight are kept", async () => {
    const card = testCard("001");
    await buildCardRange(stage.app, {
      tenantId: stage.place.tenantId,
      low: card.number.slice(0, 11),
      country: "JP",
    });
    const order = await stage.create();
    await stage.confirm(order, { card });
    const { routeDecision, ...attempt } = await attemptOf(order);
    expect(routeDecision.issuerCountry).toBe("JP");
    expect(JSON.stringify({ attempt, routeDecision })).not.toContain(card.number.slice(0, 9));
  });
});
