import { balanceAdjusted } from "@countinghouse/ledger/reconciliation.postings.ts";
import { money } from "@countinghouse/money/money.ts";
import { postEntries } from "../../apps/server/src/modules/funds/ledger/index.ts";
import { sealedNumber } from "../../apps/server/src/modules/funds/payout-account/payout-account.service.ts";
import { installationKeys } from "../../apps/server/src/platform/crypto/installation-keys.ts";
import { embeddedUrls } from "../../apps/server/src/platform/db/database-url.ts";
import { newId } from "../../apps/server/src/platform/db/new-id.ts";
import { openPool, queryBuilder } from "../../apps/server/src/platform/db/pool.ts";
import type { Platform } from "../../apps/server/src/platform/platform.ts";
import { seedingRun } from "../../apps/server/src/seed/seed-run.ts";
import type { TestApp } from "../../apps/server/test/app.ts";
import { sealedRow } from "../../apps/server/test/orders.ts";
import { buildCashout } from "../../apps/server/test/payouts.ts";
import { rowBuilder } from "../bench/row-builder.ts";
import { ask, type Rig, secret } from "./rig.ts";
import { accountNames } from "./shop.ts";

const hour = 3_600_000;
/** Marks the withdrawal that was there before the run. */
export const paidBeforeTerms = "mac_before";

/**
 * Gives a rig's merchant a balance in dollars, an account that it is paid to and that has rested, and us one to pay from over
 * the simulator; answers the merchant's account.
 */
export async function fundedForWithdrawals(rig: Rig, balance: bigint): Promise<string> {
  const { appUrl } = embeddedUrls(rig.cluster.ownerUrl, secret);
  const pool = openPool({ url: appUrl, max: 1, onError: () => {} });
  const db = queryBuilder(pool);
  const builder = rowBuilder(db, secret);
  const { platform } = builder;
  const { ring } = installationKeys(platform.secret);
  const { tenantId, merchantId } = rig.shop;
  const [account] = await ask<{ id: string }>(rig, "SELECT id FROM gateway_accounts WHERE upstream_mid = $1", [
    accountNames[0],
  ]);
  try {
    const addAccount = async (of: object): Promise<string> => {
      const now = new Date(Date.now() - 72 * hour);
      const id = newId("poa", now);
      const row = {
        ...{ id, tenantId, mode: "test", holderType: "company", holderName: "Shop Limited", currency: "USD" },
        ...{ country: "US", bankName: "Harbour Bank", routingNo: "021000021", isDefault: true, status: "enabled" },
        ...sealedNumber(ring, id, { numberKind: "account_no", number: "9988776601" } as never),
        ...{ verifyStatus: "verified", lastChangeTime: now.toISOString(), ...of },
      };
      await db
        .insertInto("payoutAccounts")
        .values(sealedRow(platform.secret, "payoutAccounts", row) as never)
        .execute();
      return id;
    };
    await addAccount({ kind: "funding", merchantId: null, gatewayAccountId: account?.id ?? null });
    await fund(platform, merchantId, balance);
    const payoutAccountId = await addAccount({ kind: "beneficiary", merchantId, gatewayAccountId: null });
    // Whoever was paid there before is let go without a person.
    const paidBefore = { mode: "test", status: "paid", payoutAccountId, termsId: paidBeforeTerms } as const;
    await buildCashout({ ...builder, clock: platform.clock } as TestApp, { tenantId, merchantId }, paidBefore);
    return payoutAccountId;
  } finally {
    await db.destroy();
  }
}

/** What the merchant may take out: a correction in its favour. */
const fund = (platform: Platform, merchantId: string, balance: bigint) =>
  seedingRun(
    platform,
    "/api/merchantBalance/adjust",
  )((ctx) =>
    postEntries(ctx, {
      merchantId,
      book: "test",
      entries: [balanceAdjusted({ merchantId, amount: money(balance, "USD") })],
      eventId: newId("adj", ctx.now),
      orderId: null,
      effectiveDate: ctx.now.toISOString().slice(0, 10),
      description: "Money to take out",
    }),
  );
