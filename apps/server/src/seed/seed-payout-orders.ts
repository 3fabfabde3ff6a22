import { currency as codeOf, minorPerMajor } from "@countinghouse/money/currency.ts";
import { payoutOrderDecisions, requestPayoutOrder } from "../modules/funds/payout-order/index.ts";
import { type Actor, appActor, systemActor } from "../platform/access/actor.ts";
import { installationKeys } from "../platform/crypto/installation-keys.ts";
import { transact } from "../platform/db/transact.ts";
import type { Context } from "../platform/http/context.ts";
import type { Platform } from "../platform/platform.ts";
import type { TradingMerchant } from "./demo-plan.ts";
import { approverOf } from "./seed-withdrawals.ts";

const request = {
  id: "demonstration",
  method: "POST",
  path: "/v1/payout-orders",
  ip: "203.0.113.7",
  userAgent: "",
  locale: "en",
  queryNames: [],
  headers: {},
} as const;

/** Whom shops pay, by numbers that banks publish as examples. */
const suppliers = [
  {
    beneficiaryName: "Papierwerk Oder GmbH",
    country: "DE",
    bankName: "Commerzbank",
    swift: "COBADEFFXXX",
    iban: "DE89370400440532013000",
    purpose: "supplier",
    reference: "RE 4471",
  },
  {
    beneficiaryName: "Atelier Lune SARL",
    country: "FR",
    bankName: "La Banque Postale",
    swift: "PSSTFRPPXXX",
    iban: "FR1420041010050500013M02606",
    purpose: "supplier",
    reference: "FA-2208",
  },
] as const;

/** What is asked for in whole units, for whom, and how far it came: the last ones wait for approval. */
const plans = [
  { units: 180, supplier: 0, comesTo: "paid" },
  { units: 420, supplier: 1, comesTo: "processing" },
  { units: 260, supplier: 0, comesTo: "approving" },
  { units: 95, supplier: 1, comesTo: "approving" },
] as const;

/** Shops of the demonstration that pay others. */
const payers: readonly string[] = ["Harrow & Finch Books Limited", "Spreewald Outdoor GmbH"];

/** Payouts that shops of the demonstration ask for today, by the functions of every other; in the test book, once. */
export async function seedPayoutOrders(platform: Platform, trades: readonly TradingMerchant[]): Promise<void> {
  const { db, clock, secret } = platform;
  const { ring, seals } = installationKeys(secret);
  const run = <R>(actor: Actor, work: (ctx: Context) => Promise<R>): Promise<R> =>
    transact({ db, clock, seals, enqueue: async () => {} }, { actor, request }, work);
  for (const trade of trades.filter(({ legalName }) => payers.includes(legalName))) {
    const { merchantId } = trade;
    const known = await db
      .selectFrom("payoutOrders")
      .select("id")
      .where("merchantId", "=", merchantId)
      .executeTakeFirst();
    if (known) continue;
    for (const [at, { units, supplier, comesTo }] of plans.entries()) {
      const asked = {
        ...suppliers[supplier],
        mode: "test",
        currency: trade.currency as "EUR",
        amount: String(BigInt(units) * minorPerMajor(codeOf(trade.currency))),
        merchantPayoutNo: `PAY-${trade.appNo.slice(-4)}-${at + 1}`,
        beneficiaryType: "company",
        method: "swift",
        appId: trade.appId,
      } as const;
      const { id, status } = await run(appActor(trade), (ctx) => requestPayoutOrder(ctx, () => ring, asked));
      if (comesTo === "approving") continue;
      const ref = { merchantId, id, mode: "test" } as const;
      const { id: userId, realName } = await approverOf(platform, trade);
      const people: Actor = { ...systemActor, userId, realName, account: "demonstration" };
      const versionOf = async () =>
        (
          await db
            .selectFrom("payoutOrders")
            .select("version")
            .where("merchantId", "=", merchantId)
            .where("id", "=", id)
            .executeTakeFirstOrThrow()
        ).version;
      if (status !== "processing") {
        const version = await versionOf();
        await run(people, (ctx) => payoutOrderDecisions.approve(ctx, () => ring, ref, { version }));
      }
      if (comesTo !== "paid") continue;
      const version = await versionOf();
      const bankReference = `FT${trade.appNo.slice(-8)}${at}`;
      await run(people, (ctx) => payoutOrderDecisions.markPaid(ctx, ref, { version, bankReference }));
    }
  }
}
