import { createHash } from "node:crypto";
import type { PayoutAccountRow } from "../modules/funds/payout-account/index.ts";
import { accountById, sealedNumber } from "../modules/funds/payout-account/index.ts";
import { appActor } from "../platform/access/actor.ts";
import { installationKeys } from "../platform/crypto/installation-keys.ts";
import type { KeyRing } from "../platform/crypto/key-ring.ts";
import { newId } from "../platform/db/new-id.ts";
import type { Context } from "../platform/http/context.ts";
import type { Platform } from "../platform/platform.ts";
import { sealedRows } from "../platform/seals/sealed-rows.ts";
import type { TradingMerchant } from "./demo-plan.ts";
import type { WithdrawalParties } from "./history/history-withdrawal.ts";
import { dayMs } from "./seed-context.ts";
import { ourAccount } from "./seed-deposits.ts";
import { seedingRun } from "./seed-run.ts";

/** Whoever of the demonstration's people approves what goes out. */
const approver = "he.jing";
const banks = ["Harbour Bank", "Kestrel Bank", "First Lakeside", "Banco do Cais", "Nordquay Bank"];

/** Who a merchant's withdrawals go between: its own account and ours, made where there are none yet, in the test book. */
export async function withdrawalParties(platform: Platform, trade: TradingMerchant): Promise<WithdrawalParties> {
  const { ring } = installationKeys(platform.secret);
  const [payee, funding] = await seedingRun(platform, "/v1/withdrawals")(async (ctx) => {
    const ids = [await ownAccount(ctx, ring, trade), await ourAccount(ctx, ring, trade)];
    return Promise.all(ids.map((id) => accountById(ctx.db, id)));
  }, appActor(trade));
  const person = await approverOf(platform, trade);
  return { ring, payee: payee as PayoutAccountRow, funding: funding as PayoutAccountRow, approver: person };
}

/** Whoever approves what the demonstration's merchants send out. */
export const approverOf = (
  { db }: Pick<Platform, "db">,
  { tenantId }: Pick<TradingMerchant, "tenantId">,
): Promise<WithdrawalParties["approver"]> =>
  db
    .selectFrom("users")
    .select(["id", "realName"])
    .where("tenantId", "=", tenantId)
    .where("account", "=", approver)
    .executeTakeFirstOrThrow();

/** Eleven digits that are the merchant's own. */
const numberOf = (merchantId: string): string =>
  String((createHash("sha256").update(merchantId).digest().readBigUInt64BE() % 90_000_000_000n) + 10_000_000_000n);

/** The verified account that a merchant is paid to; it has been the same for a long time. */
async function ownAccount(
  ctx: Context,
  ring: KeyRing,
  { merchantId, tenantId, currency, legalName, since }: TradingMerchant,
): Promise<string> {
  const found = await ctx.db
    .selectFrom("payoutAccounts")
    .select("id")
    .where("merchantId", "=", merchantId)
    .executeTakeFirst();
  if (found) return found.id;
  const { country } = await ctx.db
    .selectFrom("merchants")
    .select("country")
    .where("id", "=", merchantId)
    .executeTakeFirstOrThrow();
  const id = newId("poa", ctx.now);
  const verified = new Date(Date.parse(since) + dayMs).toISOString();
  const number = numberOf(merchantId);
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
    bankName: banks[Number(number) % banks.length] ?? "Harbour Bank",
    swift: null,
    routingNo: null,
    branch: null,
    ...sealedNumber(ring, id, { numberKind: "account_no", number }),
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
