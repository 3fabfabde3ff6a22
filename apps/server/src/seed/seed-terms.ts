import { currency as knownCurrency, minorPerMajor } from "@countinghouse/money/currency.ts";
import type { Insertable, Selectable } from "kysely";
import { randomSymbols } from "../platform/crypto/random.ts";
import { businessNumber } from "../platform/db/business-number.ts";
import { newId } from "../platform/db/new-id.ts";
import type { Tables } from "../platform/db/tables.ts";
import { agreedStates, appCategories, type DemoPrice, type PricePlan, pricePlans, termsPlans } from "./demo-terms.ts";
import { dayMs, type SeedContext } from "./seed-context.ts";

interface Person {
  readonly id: number;
  readonly realName: string;
}

interface Demo extends SeedContext {
  readonly tenantId: number;
}

type Merchant = Pick<
  Selectable<Tables["merchants"]>,
  "id" | "name" | "country" | "currency" | "timezone" | "mcc" | "website" | "createTime"
>;

/** Who asked for terms, who approved them, and when. */
interface Agreement {
  readonly maker: Person;
  readonly checker: Person;
  readonly from: Date;
}

const agreed = ({ maker, checker, from }: Agreement) => ({
  createTime: from.toISOString(),
  createUserId: maker.id,
  createUserName: maker.realName,
  decision: "approved" as const,
  decideTime: from.toISOString(),
  approveUserId: checker.id,
  approveUserName: checker.realName,
  validFrom: from.toISOString(),
});

/**
 * What the merchants of the demonstration agreed to: account terms, prices, ways to pay, and an app each. Nobody knows
 * the secrets of the apps: they are made when somebody asks for one.
 */
export async function seedTerms(demo: Demo, people: readonly Person[]): Promise<void> {
  const [maker, checker] = [people[1], people[2]];
  if (!maker || !checker) throw new Error("the demonstration needs two people to ask for terms and to approve them");
  const merchants = await demo.db
    .selectFrom("merchants")
    .select(["id", "name", "country", "currency", "timezone", "mcc", "website", "createTime"])
    .where("tenantId", "=", demo.tenantId)
    .where("status", "in", agreedStates as never)
    .where("isHouse", "=", false)
    .orderBy("id")
    .execute();
  const opened = new Date(demo.now.getTime() - 600 * dayMs);
  await seedPriceList(demo, { maker, checker, from: opened });
  for (const merchant of merchants) {
    const agreement = { maker, checker, from: new Date(merchant.createTime) };
    await seedAccountTerms(demo, merchant, agreement);
    await seedPrices(demo, merchant, agreement);
    await seedTypes(demo, merchant);
    await seedApp(demo, merchant);
  }
  const [first] = merchants.filter(({ country }) => country === "CN");
  if (first) await seedWaitingChange(demo, first, { maker, checker, from: demo.now });
}

/** What holds for merchants without prices of their own: dear, so that it is worth agreeing on something. */
async function seedPriceList({ db, tenantId }: Demo, agreement: Agreement): Promise<void> {
  const rule = { tenantId, merchantId: null, ...agreed(agreement) };
  await db
    .insertInto("feeRules")
    .values([
      { ...rule, id: newId("fee", agreement.from), percent: 39_000 },
      { ...rule, id: newId("fee", agreement.from), percent: 34_000, methodCategory: "card" },
    ])
    .execute();
}

/** What a withdrawal costs, in whole units, where five would be next to nothing or a lot. */
const withdrawalFees: Readonly<Record<string, number>> = { CNY: 25, TWD: 150, JPY: 600, HKD: 40, BRL: 20 };

const accountTerms = ({
  country,
  currency,
  timezone,
}: Merchant): Omit<Insertable<Tables["accountTerms"]>, "id" | "tenantId" | "merchantId" | "validFrom"> => {
  const plan = termsPlans[country];
  if (!plan) throw new Error(`no terms are planned for ${country}`);
  const units = minorPerMajor(knownCurrency(currency));
  const fee = withdrawalFees[currency] ?? 5;
  const majors = (count: number) => String(BigInt(count) * units);
  return {
    settlementCurrency: currency,
    settlementDays: plan.days,
    settlementFrequency: plan.frequency,
    settlementDay: plan.day,
    calendars: [country === "DE" ? "EU-TARGET" : country],
    settlementZone: timezone,
    cutoffTime: plan.cutoff,
    reserveType: plan.reserve ? "rolling" : "none",
    reserveRatio: plan.reserve?.[0] ?? 0,
    reserveDays: plan.reserve?.[1] ?? 0,
    withdrawMin: majors(2 * fee),
    withdrawDailyMax: majors(100_000 * fee),
    withdrawFeeFixed: majors(fee),
    autoApproveLimit: majors(100 * fee),
    fxMarkup: plan.fxMarkup,
  };
};

async function seedAccountTerms({ db, tenantId }: Demo, merchant: Merchant, agreement: Agreement): Promise<void> {
  await db
    .insertInto("accountTerms")
    .values({
      ...accountTerms(merchant),
      ...agreed(agreement),
      id: newId("mac", agreement.from),
      tenantId,
      merchantId: merchant.id,
    })
    .execute();
}

/** What a price list says beside the price itself. */
const handling = (plan: PricePlan) => ({
  refundFee: String(plan.refundFee),
  inquiryFee: String(plan.inquiryFee),
  disputePenalty: String(plan.disputePenalty),
  refusalPenalty: String(plan.refusalPenalty),
});

const priced = ([percent, fixed]: DemoPrice) => ({ percent, fixed: String(fixed) });

/** The lines of a price list, from the general to the particular. */
function linesOf(plan: PricePlan) {
  const card = { methodCategory: "card" as const, minFee: String(plan.minFee) };
  return [
    { ...card, ...priced(plan.card) },
    ...(plan.domestic ? [{ ...card, cardRegion: "domestic" as const, ...priced(plan.domestic) }] : []),
    ...(plan.inter ? [{ ...card, cardRegion: "inter" as const, ...priced(plan.inter) }] : []),
    { methodCategory: "wallet" as const, ...priced(plan.wallet) },
    { methodCategory: "voucher" as const, ...priced(plan.voucher) },
    { methodCategory: "bank_debit" as const, ...priced(plan.debit) },
  ];
}

async function seedPrices({ db, tenantId }: Demo, merchant: Merchant, agreement: Agreement): Promise<void> {
  const plan = pricePlans[merchant.currency];
  if (!plan) throw new Error(`no prices are planned in ${merchant.currency}`);
  const every = {
    tenantId,
    merchantId: merchant.id,
    currency: merchant.currency,
    ...handling(plan),
    ...agreed(agreement),
  };
  const units = minorPerMajor(knownCurrency(merchant.currency));
  // The merchant with the most payments pays less the more it takes.
  const tiers = [
    { from: "0", percent: 6_000 },
    { from: String(1_000_000n * units), percent: 5_500 },
    { from: String(5_000_000n * units), percent: 5_000 },
  ];
  const graduated = { tierMode: "graduated" as const, tiers: JSON.stringify(tiers) };
  const lines = linesOf(plan).map((line) => ({
    ...every,
    ...line,
    ...(merchant.country === "CN" && line.methodCategory === "wallet" ? graduated : {}),
    id: newId("fee", agreement.from),
  }));
  await db.insertInto("feeRules").values(lines).execute();
}

async function seedTypes({ db, now, tenantId }: Demo, { id: merchantId, currency }: Merchant): Promise<void> {
  const units = minorPerMajor(knownCurrency(currency));
  const limits = JSON.stringify([{ currency, perTransactionMax: String(50_000n * units), dailyMax: null }]);
  const row = (paymentType: "hosted_page" | "payment_link" | "server_to_server") => ({
    id: newId("mpt", now),
    tenantId,
    merchantId,
    paymentType,
    limits,
  });
  await db
    .insertInto("paymentTypeTerms")
    .values([
      { ...row("hosted_page"), allowSavedCard: true, allowManualCapture: true, pciLevel: "saq_a" },
      { ...row("payment_link"), pciLevel: "saq_a" },
      { ...row("server_to_server"), requireThreeDs: true, allowManualCapture: true, pciLevel: "saq_d" },
    ])
    .execute();
}

const symbols = "0123456789abcdefghijklmnopqrstuvwxyz";

async function seedApp({ db, tenantId }: Demo, merchant: Merchant): Promise<void> {
  const made = new Date(merchant.createTime);
  const id = newId("app", made);
  const site = merchant.website ?? "";
  const owner = { tenantId, merchantId: merchant.id };
  await db
    .insertInto("coinApps")
    .values({
      ...owner,
      id,
      appNo: businessNumber("AP", made),
      name: merchant.name,
      category: appCategories[merchant.mcc] ?? "retail",
      platforms: ["web"],
      defaultCurrency: merchant.currency,
      returnUrl: site && `${site}/checkout/done`,
      cancelUrl: site && `${site}/checkout`,
      createTime: merchant.createTime,
    })
    .execute();
  const keys = (["live", "test"] as const).map((mode) => ({
    ...owner,
    appId: id,
    mode,
    appKey: `ak_${mode}_${randomSymbols(symbols, 24)}`,
    publishableKey: `pk_${mode}_${randomSymbols(symbols, 24)}`,
    isEnabled: mode === "test",
  }));
  await db.insertInto("appKeys").values(keys).execute();
}

/** A change of terms and one of a price, asked for this morning, for somebody to decide on. */
async function seedWaitingChange({ db, tenantId, now }: Demo, merchant: Merchant, { maker }: Agreement): Promise<void> {
  const asked = {
    tenantId,
    merchantId: merchant.id,
    createTime: now.toISOString(),
    createUserId: maker.id,
    createUserName: maker.realName,
    validFrom: now.toISOString(),
  };
  const plan = pricePlans[merchant.currency];
  if (!plan) throw new Error(`no prices are planned in ${merchant.currency}`);
  await db
    .insertInto("accountTerms")
    .values({
      ...accountTerms(merchant),
      ...asked,
      id: newId("mac", now),
      reserveType: "rolling",
      reserveRatio: 50_000,
      reserveDays: 90,
    })
    .execute();
  await db
    .insertInto("feeRules")
    .values({
      ...asked,
      id: newId("fee", now),
      currency: merchant.currency,
      methodCategory: "card",
      cardRegion: "domestic",
      percent: 10_000,
      fixed: "0",
      minFee: String(plan.minFee),
      ...handling(plan),
    })
    .execute();
}
