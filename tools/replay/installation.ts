import type { AddressInfo } from "node:net";
import { businessDay } from "@countinghouse/contract/funds/calendar/calendar.ts";
import { payoutAccount } from "@countinghouse/contract/funds/payout-account/payout-account.ts";
import { buildWorkers } from "../../apps/server/src/modules/index.ts";
import { permissionsOfMerchantRole } from "../../apps/server/src/modules/system/role/index.ts";
import { seedHouses } from "../../apps/server/src/seed/seed-house.ts";
import { actor, buildTestApp, type TestApp, type TestClient, TestClock } from "../../apps/server/test/app.ts";
import type { TestDatabase } from "../../apps/server/test/database.ts";
import { buildGateway, cardCapabilities } from "../../apps/server/test/gateways.ts";
import { buildMerchant } from "../../apps/server/test/merchants.ts";
import { addMethod } from "../../apps/server/test/order-stage.ts";
import { seatAdministrators } from "../../apps/server/test/people.ts";
import { buildBinding } from "../../apps/server/test/routes.ts";
import { startTestSimulator, type TestSimulator } from "../../apps/server/test/simulator.ts";
import { buildAccountTerms, buildCoinApp, buildFeeRule, buildPaymentType } from "../../apps/server/test/terms.ts";
import { type OpenClient, openClient } from "./client.ts";
import { type MovedJobs, movedJobs } from "./moved-jobs.ts";

/** What every merchant of a run has agreed on, in minor units and millionths. */
export const agreed = {
  feePercent: 29_000,
  feeFixed: 30,
  /** What is taken off the mid rate where a merchant is settled in another currency than it sells in. */
  fxMarkup: 10_000,
  withdrawalFee: 100,
  /** Business days from a payment to its settlement. */
  settlementDays: 1,
} as const;

/** The gateway account that every order is paid over, as the simulator calls it. */
export const simulatedAccount = "sim_main";

export type SettledIn = "BRL" | "USD";

/** A merchant of a run. */
export interface Seller {
  /** As the file calls it. */
  readonly name: string;
  readonly merchantId: string;
  readonly settledIn: SettledIn;
  /** Its server. */
  readonly server: OpenClient;
  /** Where its withdrawals go. */
  readonly payoutAccountId: string;
}

/** An installation of its own with everybody in business, its clock and its gateway's moved together. */
export interface Installation {
  readonly app: TestApp;
  readonly simulator: TestSimulator;
  readonly sellers: ReadonlyMap<string, Seller>;
  readonly gatewayAccountId: string;
  /** The tenant's own merchant, in whose book the gateway pays. */
  readonly houseId: string;
  /** Our accounts at the bank, by currency. */
  readonly banks: Readonly<Record<SettledIn, string>>;
  /** Two people of the operator, with a fresh factor. */
  operator(which: "maker" | "checker"): TestClient;
  /** Lets time go by until an instant, with all that falls due on the way, and one round of the time table at its end. */
  until(instant: Date): Promise<void>;
  close(): Promise<void>;
}

interface InstallationOptions {
  /** The day on which everything is set up, at noon; business begins two days later, when accounts have rested. */
  readonly setUpOn: string;
  readonly sellers: readonly string[];
  /** Days on which Brazilian banks rest. */
  readonly holidays: readonly string[];
  readonly database?: TestDatabase;
}

const place = { tenantId: 1, orgId: 1 } as const;
const seats = { maker: 501, checker: 502, finance: 503 } as const;
/** Jobs of one step of the clock run together; what the gateway tells of comes no later than a step after it happened. */
const [stepMsMin, stepMsMax] = [60_000, 3_600_000];

type AtEnd = (step: () => Promise<unknown>) => void;

/** Sets everybody up; when that fails, ends what was started. */
export async function openInstallation(options: InstallationOptions): Promise<Installation> {
  const steps: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of steps.splice(0).reverse()) await step();
  };
  try {
    return { ...(await setUp(options, (step) => steps.push(step))), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function setUp(
  { setUpOn, sellers: names, holidays, database }: InstallationOptions,
  atEnd: AtEnd,
): Promise<Omit<Installation, "close">> {
  const start = `${setUpOn}T12:00:00.000Z`;
  const simulator = await startTestSimulator(start);
  atEnd(() => simulator.stop());
  const clock = new TestClock(new Date(start));
  const app = await buildTestApp({
    clock,
    ...(database ? { database } : {}),
    // The clock stands still while many orders come in at what is one moment by it.
    environment: { COUNTINGHOUSE_SIMULATOR: simulator.url, COUNTINGHOUSE_API_RATE: "100000" },
  });
  atEnd(() => app.close());
  await app.server.listen({ port: 0, host: "127.0.0.1" });
  const base = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
  const jobs = movedJobs(
    app,
    buildWorkers(app.platform, { appUrl: app.database.appUrl, replicaUrl: app.database.appUrl }),
  );
  await seatAdministrators(app, place, Object.values(seats));
  await seedHouses({ db: app.platform.db, now: clock.now(), locale: "en" });
  const operator: Installation["operator"] = (which) =>
    app.as(actor({ ...place, userId: seats[which], realName: which, provenAt: clock.now() }));
  for (const day of holidays)
    await operator("maker").call(businessDay, "add", { calendar: "BR", day, name: "Bank holiday" });
  const { gatewayAccountId, hook } = await openGateway(app);
  await simulator.control("PUT", `/accounts/${simulatedAccount}`, { webhookUrl: base + hook });
  const funding = (currency: SettledIn) => addFunding({ app, operator, gatewayAccountId }, currency);
  const banks = { BRL: await funding("BRL"), USD: await funding("USD") };
  const sellers = new Map<string, Seller>();
  for (const [index, name] of names.entries()) {
    const settledIn = index % 2 === 0 ? "BRL" : "USD";
    const opened = await openSeller({ app, jobs, operator, base, gatewayAccountId }, { name, settledIn, index });
    sellers.set(name, opened);
  }
  const house = await app.platform.db
    .selectFrom("merchants")
    .select("id")
    .where("tenantId", "=", place.tenantId)
    .where("isHouse", "=", true)
    .executeTakeFirstOrThrow();
  const until = async (instant: Date) => {
    for (
      let left = instant.getTime() - clock.now().getTime();
      left > 0;
      left = instant.getTime() - clock.now().getTime()
    ) {
      const due = (jobs.next() ?? Number.MAX_VALUE) - clock.now().getTime();
      const step = Math.min(left, stepMsMax, Math.max(stepMsMin, due));
      await simulator.advance(step / 1000);
      clock.forward(step);
      await jobs.work();
    }
    await jobs.round();
  };
  return { app, simulator, sellers, gatewayAccountId, houseId: house.id, banks, operator, until };
}

/** One gateway that takes and pays out what all merchants sell, as the rows that its screens would make, and where it notifies. */
async function openGateway(app: TestApp): Promise<{ readonly gatewayAccountId: string; readonly hook: string }> {
  const { db } = app.platform;
  const built = await buildGateway(app, {
    tenantId: place.tenantId,
    upstream: { capabilities: [...cardCapabilities, "payout"], timeoutMs: 30_000 },
    account: { upstreamMid: simulatedAccount, currencies: ["BRL", "USD"], settlementCurrency: "BRL", name: "Acquirer" },
    credentials: { apiKey: `sk_${simulatedAccount}_0001`, webhookSecret: `whsec_${simulatedAccount}_0001` },
  });
  for (const code of ["sim_voucher", "sim_debit"]) await addMethod(app, place.tenantId, built, code);
  // Interchange and scheme fees are passed on: 1.42 % is what they are expected to be, the settlement file says what they are.
  await db.updateTable("upstreamMethods").set({ defaultCostPercent: 14_200, defaultCostFixed: "[]" }).execute();
  await db.updateTable("gatewayMethods").set({ costModel: "interchange_plus" }).execute();
  const { gatewayAccountId } = built;
  const { webhookToken } = await db
    .selectFrom("gatewayAccounts")
    .select("webhookToken")
    .where("id", "=", gatewayAccountId)
    .executeTakeFirstOrThrow();
  return { gatewayAccountId, hook: `/hooks/gateway/${webhookToken}` };
}

const accountDetails = {
  mode: "test",
  holderType: "company",
  holderName: "Shop Limited",
  bankName: "Banco do Porto",
} as const;
const countryOf: Readonly<Record<SettledIn, string>> = { BRL: "BR", USD: "US" };

type Setting = Pick<Installation, "app" | "operator" | "gatewayAccountId">;

/** An account of ours that a currency is paid from over the gateway: one person adds it, another one verifies it. */
async function addFunding({ operator, gatewayAccountId }: Setting, currency: SettledIn): Promise<string> {
  const id = await operator("maker").call(payoutAccount, "add", {
    ...accountDetails,
    holderName: "Countinghouse",
    currency,
    country: countryOf[currency],
    accountNo: `9988776601`,
    gatewayAccountId,
  });
  await operator("checker").call(payoutAccount, "verify", {
    id,
    version: 1,
    isVerified: true,
    evidence: "Bank letter",
  });
  return id;
}

interface NewSeller {
  readonly name: string;
  readonly settledIn: SettledIn;
  readonly index: number;
}

async function openSeller(
  setting: Setting & { readonly jobs: MovedJobs; readonly base: string },
  { name, settledIn, index }: NewSeller,
): Promise<Seller> {
  const { app, base, gatewayAccountId } = setting;
  const may = { canPay: true, canRefund: true, canWithdraw: true, canPayout: true };
  // A merchant is settled in its own currency where no terms are in that of a sale.
  const lives = { country: "BR", timezone: "America/Sao_Paulo", currency: settledIn };
  const merchantId = await buildMerchant(app, { ...place, ...lives, ...may, status: "active" });
  const owner = { tenantId: place.tenantId, merchantId };
  await buildAccountTerms(app, owner, {
    settlementCurrency: settledIn,
    settlementDays: agreed.settlementDays,
    settlementZone: lives.timezone,
    calendars: ["BR"],
    autoSettle: true,
    fxMarkup: agreed.fxMarkup,
    // Whoever sold one thing alone can give it back in full.
    negativeBalanceLimit: "1000000",
    withdrawFeeFixed: String(agreed.withdrawalFee),
    autoApproveLimit: "5000000",
  });
  await buildFeeRule(app, owner, {
    currency: settledIn,
    percent: agreed.feePercent,
    fixed: String(agreed.feeFixed),
    feesMayExceed: true,
  });
  await buildPaymentType(app, owner, { paymentType: "server_to_server", pciLevel: "saq_d" });
  await buildBinding(app, { ...owner, gatewayAccountId, priority: 100 });
  const { test: key } = await buildCoinApp(app, owner);
  const now = () => app.clock.now().getTime();
  const server = openClient({ base, appKey: key.appKey, appSecret: key.secret, now });
  return {
    name,
    merchantId,
    settledIn,
    server,
    payoutAccountId: await addPayee(setting, { merchantId, settledIn, index }),
  };
}

/** An account of a merchant, added by its own people; verified by its provider, or else by somebody of the operator. */
async function addPayee(
  { app, jobs, operator }: Setting & { readonly jobs: MovedJobs },
  { merchantId, settledIn, index }: Pick<Seller, "merchantId" | "settledIn"> & { readonly index: number },
): Promise<string> {
  const finance = app.as(
    actor({
      ...place,
      userId: seats.finance,
      realName: "Finance",
      holdsAll: false,
      permissions: new Set(permissionsOfMerchantRole("merchant_owner")),
      scope: { tenantId: place.tenantId, orgIds: "all", selfOnly: false, merchantIds: [merchantId] },
      provenAt: app.clock.now(),
    }),
  );
  const id = await finance.call(payoutAccount, "add", {
    ...accountDetails,
    currency: settledIn,
    country: countryOf[settledIn],
    accountNo: `${100_000 + index}01`,
  });
  await jobs.work();
  const { verifyStatus, version } = await operator("checker").call(payoutAccount, "detail", { id });
  const verified = { id, version, isVerified: true, evidence: "Bank letter" };
  if (verifyStatus !== "verified") await operator("checker").call(payoutAccount, "verify", verified);
  return id;
}
