import { currency as codeOf, minorPerMajor } from "@countinghouse/money/currency.ts";
import { requestCashout } from "../modules/funds/cashout/index.ts";
import { balancesOf } from "../modules/funds/ledger/index.ts";
import { sealedNumber } from "../modules/funds/payout-account/index.ts";
import { appActor } from "../platform/access/actor.ts";
import { installationKeys } from "../platform/crypto/installation-keys.ts";
import type { KeyRing } from "../platform/crypto/key-ring.ts";
import { newId } from "../platform/db/new-id.ts";
import { transact } from "../platform/db/transact.ts";
import type { Context } from "../platform/http/context.ts";
import type { Platform } from "../platform/platform.ts";
import { sealedRows } from "../platform/seals/sealed-rows.ts";
import type { TradingMerchant } from "./demo-plan.ts";
import { dayMs } from "./seed-context.ts";

const request = {
  id: "demonstration",
  method: "POST",
  path: "/v1/withdrawals",
  ip: "203.0.113.7",
  userAgent: "",
  locale: "en",
  queryNames: [],
  headers: {},
} as const;

/** What of its balance a merchant asks for, in hundredths, and in whole units the smaller one that it asks for besides. */
const [askedShare, smallUnits] = [40n, 800n];

/**
 * Withdrawals that the merchants of the demonstration ask for today, by the functions of every other: two each that wait for
 * approval, since nothing was paid to their accounts before. In the test book, once.
 */
export async function seedWithdrawals(platform: Platform, trades: readonly TradingMerchant[]): Promise<void> {
  const { db, clock, secret } = platform;
  const { ring, seals } = installationKeys(secret);
  const spine = { db, clock, seals, enqueue: async () => {} };
  for (const trade of trades) {
    if (await hasAsked(platform, trade)) continue;
    const caller = { actor: appActor(trade), request };
    const payoutAccountId = await transact(spine, caller, (ctx) => ownAccount(ctx, ring, trade));
    for (const amount of await amountsOf(platform, trade)) {
      const asked = { mode: "test", currency: trade.currency as "USD", amount, payoutAccountId } as const;
      await transact(spine, caller, (ctx) => requestCashout(ctx, () => ring, asked));
    }
  }
}

const hasAsked = async ({ db }: Platform, { merchantId }: TradingMerchant): Promise<boolean> =>
  (await db.selectFrom("payoutAccounts").select("id").where("merchantId", "=", merchantId).executeTakeFirst()) !==
  undefined;

async function amountsOf({ db }: Platform, { merchantId, currency }: TradingMerchant): Promise<string[]> {
  const balances = await balancesOf({ db } as Context, merchantId, "test");
  const free =
    balances.find((one) => one.bucket === "available" && one.currency === currency)?.amount.amountMinor ?? 0n;
  const unit = minorPerMajor(codeOf(currency));
  const large = ((free * askedShare) / 100n / (100n * unit)) * 100n * unit;
  return [large, smallUnits * unit].filter((amount) => amount >= 100n * unit && amount < free).map(String);
}

/** The verified account that a merchant is paid to; it has been the same for a long time. */
async function ownAccount(
  ctx: Context,
  ring: KeyRing,
  { merchantId, tenantId, currency, legalName, since }: TradingMerchant,
): Promise<string> {
  const { country } = await ctx.db
    .selectFrom("merchants")
    .select("country")
    .where("id", "=", merchantId)
    .executeTakeFirstOrThrow();
  const id = newId("poa", ctx.now);
  const verified = new Date(Date.parse(since) + dayMs).toISOString();
  await sealedRows("payoutAccounts").insert(ctx, {
    id,
    tenantId,
    mode: "test",
    currency: currency as "USD",
    merchantId,
    kind: "beneficiary",
    holderType: "company",
    holderName: legalName,
    country,
    bankName: "Harbour Bank",
    swift: null,
    routingNo: null,
    branch: null,
    ...sealedNumber(ring, id, {
      numberKind: "account_no",
      number: `40028${merchantId.length}${String(tenantId).padStart(7, "0")}`,
    }),
    gatewayAccountId: null,
    isDefault: true,
    status: "enabled",
    verifyStatus: "verified",
    verifyUserId: null,
    verifyTime: verified,
    lastChangeTime: verified,
    lastChangeUserId: null,
    createUserId: null,
    createUserName: null,
  });
  return id;
}
