import { addDays } from "@countinghouse/money/plain-date.ts";
import { addDeposit, freezeHold } from "../modules/funds/mer-deposit/index.ts";
import { fundingAccount, sealedNumber } from "../modules/funds/payout-account/index.ts";
import { installationKeys } from "../platform/crypto/installation-keys.ts";
import type { KeyRing } from "../platform/crypto/key-ring.ts";
import { newId } from "../platform/db/new-id.ts";
import type { Context } from "../platform/http/context.ts";
import type { Platform } from "../platform/platform.ts";
import { sealedRows } from "../platform/seals/sealed-rows.ts";
import type { TradingMerchant } from "./demo-plan.ts";
import { seedingRun } from "./seed-run.ts";
import { SeededRandom } from "./seeded-random.ts";

/** Deposits of each merchant, and the days over which they go back. */
const perMerchant = 5;
const overDays = 210;

/** Deposits that the merchants of the demonstration paid in, one of each merchant's frozen. In the test book, once. */
export async function seedDeposits(platform: Platform, trades: readonly TradingMerchant[]): Promise<void> {
  const { clock, secret } = platform;
  const { ring } = installationKeys(secret);
  const run = seedingRun(platform, "/api/merDeposit/add");
  const random = new SeededRandom(33);
  const today = clock.now().toISOString().slice(0, 10);
  for (const { merchantId, currency } of trades) {
    if (await hasPaidIn(platform, merchantId)) continue;
    const bankAccount = await run((ctx) => ourAccount(ctx, ring, { merchantId, currency }));
    for (let made = 0; made < perMerchant; made += 1) {
      const paidIn = {
        merchantId,
        mode: "test",
        currency: currency as "USD",
        source: "merchant_topup",
        amount: String(random.between(200, 4_000) * 137),
        bankAccount,
        releaseDate: addDays(today, random.between(3, overDays)),
        reason: `SD-${made + 1}`,
      } as const;
      const { id } = await run((ctx) => addDeposit(ctx, paidIn));
      if (made === 0) await run((ctx) => freezeHold(ctx, { id, version: 1, reason: "SD-0" }));
    }
  }
}

const hasPaidIn = async ({ db }: Platform, merchantId: string): Promise<boolean> =>
  (await db
    .selectFrom("merDeposits")
    .select("id")
    .where("merchantId", "=", merchantId)
    .where("source", "=", "merchant_topup")
    .executeTakeFirst()) !== undefined;

/** The verified account of the demonstration into which a currency is paid in the test book; made where there is none. */
export async function ourAccount(
  ctx: Context,
  ring: KeyRing,
  { merchantId, currency }: Pick<TradingMerchant, "merchantId" | "currency">,
): Promise<string> {
  const { tenantId } = await ctx.db
    .selectFrom("merchants")
    .select("tenantId")
    .where("id", "=", merchantId)
    .executeTakeFirstOrThrow();
  const of = { tenantId, mode: "test", currency } as const;
  const found = await fundingAccount(ctx, of);
  if (found) return found.id;
  const id = newId("poa", ctx.now);
  const row = {
    ...of,
    id,
    merchantId: null,
    kind: "funding",
    holderType: "company",
    holderName: "Countinghouse Limited",
    country: "GB",
    bankName: "Harbour Bank",
    swift: null,
    routingNo: null,
    branch: null,
    ...sealedNumber(ring, id, { numberKind: "account_no", number: "40028110000001" }),
    gatewayAccountId: null,
    isDefault: true,
    status: "enabled",
    verifyStatus: "verified",
    verifyUserId: null,
    verifyTime: null,
    lastChangeTime: ctx.now.toISOString(),
    lastChangeUserId: null,
    createUserId: null,
    createUserName: null,
  } as const;
  await sealedRows("payoutAccounts").insert(ctx, row);
  return id;
}
