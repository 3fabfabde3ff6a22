import { merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { payoutAccount } from "@countinghouse/contract/funds/payout-account/payout-account.ts";
import { cashoutOwner } from "../src/modules/funds/cashout/index.ts";
import { type PayoutOwners, sendPayout } from "../src/modules/funds/payout/index.ts";
import { sweepPayouts } from "../src/modules/funds/payout/payout.worker.ts";
import { payoutOrderOwner } from "../src/modules/funds/payout-order/index.ts";
import { permissionsOfMerchantRole } from "../src/modules/system/role/index.ts";
import type { Actor } from "../src/platform/access/actor.ts";
import { actor, type TestClient } from "./app.ts";
import { buildOrderStage, type OrderStage } from "./order-stage.ts";
import { seatAdministrators } from "./people.ts";
import { buildAccountTerms } from "./terms.ts";

/** What transfers of tests carry out. */
export const payoutOwners: PayoutOwners = { cashout: cashoutOwner, payout_order: payoutOrderOwner };

/** A merchant with money, an account to take it out to and an account of ours to pay it from. */
export interface CashoutStage extends OrderStage {
  /** The merchant's finance person: a factor is fresh at every call. */
  readonly finance: () => TestClient;
  readonly operator: (userId: number) => TestClient;
  readonly payeeId: string;
  readonly fundingId: string;
  /** Puts money into the merchant's available balance, in minor units; below zero takes it out. */
  readonly put: (minor: number, currency?: string) => Promise<void>;
  /** Adds an account of the merchant, verified, and rested for a day. */
  readonly addPayee: (parts?: object) => Promise<string>;
  /** Adds an account of ours: paid by hand, unless over a gateway account. */
  readonly addFunding: (parts?: object) => Promise<string>;
  /** Lets an account of ours be paid from first, or no more. */
  readonly setDefault: (accountId: string, isDefault: boolean) => Promise<void>;
  /** Has transfers paid over the simulator from now on, and none by hand; answers the account of ours for that. */
  readonly payOverProvider: () => Promise<string>;
  /** Sends what is to be sent, and goes on with what is due after some seconds. */
  readonly follow: (seconds?: number) => Promise<void>;
}

const details = {
  mode: "test",
  currency: "USD",
  holderType: "company",
  holderName: "Shop Limited",
  country: "US",
  bankName: "Harbour Bank",
  swift: "HARBUS33",
  accountNo: "1234 5678 0001",
} as const;

const financePermissions = new Set(permissionsOfMerchantRole("merchant_owner"));

/** Sets the stage on a database and a simulator of its own; close it in `afterAll`. */
export async function buildCashoutStage(terms: Parameters<typeof buildAccountTerms>[2] = {}): Promise<CashoutStage> {
  const stage = await buildOrderStage();
  const { app, merchantId, place } = stage;
  await app.platform.db
    .updateTable("merchants")
    .set({ canWithdraw: true, canPayout: true })
    .where("id", "=", merchantId)
    .execute();
  const kept = await app.platform.db.selectFrom("accountTerms").select("id").execute();
  for (const { id } of kept) await app.platform.db.deleteFrom("accountTerms").where("id", "=", id).execute();
  const usd = { settlementCurrency: "USD", settlementZone: "UTC", ...terms };
  await buildAccountTerms(app, { tenantId: place.tenantId, merchantId }, usd);
  await seatAdministrators(app, place, [201, 301, 302, 305]);
  const person = (parts: Partial<Actor>) => app.as(actor({ ...place, ...parts, provenAt: app.clock.now() }));
  const operator = (userId: number) => person({ userId, realName: `Operator ${userId}` });
  const finance = () =>
    person({
      userId: 201,
      realName: "Mia Reed",
      holdsAll: false,
      permissions: financePermissions,
      scope: { tenantId: place.tenantId, orgIds: "all", selfOnly: false, merchantIds: [merchantId] },
    });
  const verified = async (client: TestClient, parts: object): Promise<string> => {
    const id = await client.call(payoutAccount, "add", { ...details, ...parts });
    await operator(302).call(payoutAccount, "verify", { id, version: 1, isVerified: true, evidence: "Bank letter" });
    await app.clock.forward(25 * 3_600_000);
    return id;
  };
  const addPayee = (parts: object = {}) => verified(finance(), parts);
  const addFunding = (parts: object = {}) => verified(operator(301), { holderName: "Countinghouse", ...parts });
  const setDefault = async (accountId: string, isDefault: boolean) => {
    const { db } = app.platform;
    const row = await db.selectFrom("payoutAccounts").selectAll().where("id", "=", accountId).executeTakeFirstOrThrow();
    const seal = app.context().seals.made("payoutAccounts", { ...row, isDefault });
    await db.updateTable("payoutAccounts").set({ isDefault, seal }).where("id", "=", accountId).execute();
  };
  const put = async (minor: number, currency = "USD") => {
    const own = { merchantId, mode: "test", currency } as const;
    const asked = { ...own, amount: String(minor), reason: "Test money", evidence: "None" };
    const { id } = await operator(301).call(merchantBalance, "adjust", asked);
    await operator(302).call(merchantBalance, "approve", { merchantId, id });
  };
  const follow = async (seconds = 0) => {
    const signal = new AbortController().signal;
    const open = await app.platform.db.selectFrom("payouts").selectAll().where("status", "=", "created").execute();
    for (const { id: payoutId } of open)
      await sendPayout(stage.node, stage.caller, payoutOwners, { merchantId, payoutId });
    if (seconds === 0) return;
    await stage.pass(seconds);
    await sweepPayouts(stage.node, { logger: app.platform.logger, signal }, payoutOwners);
  };
  const payeeId = await addPayee();
  const fundingId = await addFunding();
  return {
    ...stage,
    finance,
    operator,
    payeeId,
    fundingId,
    setDefault,
    payOverProvider: async () => {
      await setDefault(fundingId, false);
      // The gateways of tests say only what their orders need.
      const capabilities = ["authorize", "capture", "refund", "query", "payout"];
      await app.platform.db.updateTable("upstreamGateways").set({ capabilities }).execute();
      return addFunding({ gatewayAccountId: stage.accounts.main, accountNo: "99887766" });
    },
    put,
    addPayee,
    addFunding,
    follow,
  };
}
