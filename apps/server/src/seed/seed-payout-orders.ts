import { currency as codeOf, minorPerMajor } from "@countinghouse/money/currency.ts";
import { balancesOf } from "../modules/funds/ledger/index.ts";
import { payoutOrderDecisions, requestPayoutOrder } from "../modules/funds/payout-order/index.ts";
import { type Actor, appActor, systemActor } from "../platform/access/actor.ts";
import { installationKeys } from "../platform/crypto/installation-keys.ts";
import type { KeyRing } from "../platform/crypto/key-ring.ts";
import type { Context } from "../platform/http/context.ts";
import type { Platform } from "../platform/platform.ts";
import type { TradingMerchant } from "./demo-plan.ts";
import { type SeedRun, seedingRun } from "./seed-run.ts";
import { approverOf } from "./seed-withdrawals.ts";

/** Whom shops pay, by numbers that banks publish as examples. */
const suppliers = [
  {
    beneficiaryName: "Papierwerk Oder GmbH",
    country: "DE",
    bankName: "Commerzbank",
    swift: "COBADEFFXXX",
    iban: "DE89370400440532013000",
    address: "Uferstraße 8, 15230 Frankfurt (Oder)",
    purpose: "supplier",
    reference: "RE 4471",
  },
  {
    beneficiaryName: "Atelier Lune SARL",
    country: "FR",
    bankName: "La Banque Postale",
    swift: "PSSTFRPPXXX",
    iban: "FR1420041010050500013M02606",
    address: "5 rue des Gravilliers, 75003 Paris",
    purpose: "supplier",
    reference: "FA-2208",
  },
  {
    beneficiaryName: "Drukkerij Maas B.V.",
    country: "NL",
    bankName: "ABN AMRO",
    swift: "ABNANL2AXXX",
    iban: "NL91ABNA0417164300",
    address: "Boompjes 40, 3011 XB Rotterdam",
    purpose: "supplier",
    reference: "2026-118",
  },
] as const;

/**
 * For how many hundredths of what is available, for whom, and how far it came: the last ones wait for approval, as the
 * first ones to anybody do.
 */
const plans = [
  { share: 6n, supplier: 0, comesTo: "paid" },
  { share: 12n, supplier: 1, comesTo: "processing" },
  { share: 8n, supplier: 2, comesTo: "approving" },
  { share: 5n, supplier: 2, comesTo: "approving" },
] as const;

/** Less than so many whole units is not asked for. */
const leastUnits = 12n;

/** Shops of the demonstration that pay others. */
const payers: readonly string[] = ["Harrow & Finch Books Limited", "Spreewald Outdoor GmbH"];

/** Payouts that shops of the demonstration ask for today, by the functions of every other; in the test book, once. */
export async function seedPayoutOrders(platform: Platform, trades: readonly TradingMerchant[]): Promise<void> {
  const { ring } = installationKeys(platform.secret);
  const run = seedingRun(platform, "/v1/payout-orders");
  for (const trade of trades.filter(({ legalName }) => payers.includes(legalName))) {
    if (await hasAsked(platform, trade)) continue;
    const { id: userId, realName } = await approverOf(platform, trade);
    const person: Actor = { ...systemActor, userId, realName, account: "demonstration" };
    for (const [at, plan] of plans.entries()) await payOut(platform, { run, ring, trade, person }, plan, at + 1);
  }
}

const hasAsked = async ({ db }: Platform, { merchantId }: TradingMerchant): Promise<boolean> =>
  (await db.selectFrom("payoutOrders").select("id").where("merchantId", "=", merchantId).executeTakeFirst()) !==
  undefined;

interface Paying {
  readonly run: SeedRun;
  readonly ring: KeyRing;
  readonly trade: TradingMerchant;
  readonly person: Actor;
}

/** One of them, on to where it came. */
async function payOut(
  { db }: Platform,
  { run, ring, trade, person }: Paying,
  { share, supplier, comesTo }: (typeof plans)[number],
  place: number,
): Promise<void> {
  const { merchantId, appNo, appId, currency } = trade;
  const balances = await balancesOf({ db } as Context, merchantId, "test");
  const free =
    balances.find((one) => one.bucket === "available" && one.currency === currency)?.amount.amountMinor ?? 0n;
  const unit = minorPerMajor(codeOf(currency));
  const amount = ((free * share) / 100n / unit) * unit;
  // So little that the fee would eat it.
  if (amount < leastUnits * unit) return;
  const asked = {
    ...suppliers[supplier],
    mode: "test",
    currency: currency as "EUR",
    amount: String(amount),
    merchantPayoutNo: `PAY-${appNo.slice(-4)}-${place}`,
    beneficiaryType: "company",
    method: "swift",
    appId,
  } as const;
  const { id, status } = await run((ctx) => requestPayoutOrder(ctx, () => ring, asked), appActor(trade));
  const ref = { merchantId, id, mode: "test" } as const;
  const read = () =>
    db
      .selectFrom("payoutOrders")
      .select("version")
      .where("merchantId", "=", merchantId)
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  if (comesTo !== "approving" && status !== "processing") {
    const { version } = await read();
    await run((ctx) => payoutOrderDecisions.approve(ctx, () => ring, ref, { version }), person);
  }
  if (comesTo !== "paid") return;
  const { version } = await read();
  const bankReference = `FT${appNo.slice(-8)}${place}`;
  await run((ctx) => payoutOrderDecisions.markPaid(ctx, ref, { version, bankReference }), person);
}
