import { openScopes } from "@countinghouse/contract/integration/open-api/open-operation.ts";
import type { Insertable } from "kysely";
import { installationKeys } from "../src/platform/crypto/installation-keys.ts";
import { randomSymbols } from "../src/platform/crypto/random.ts";
import { seal } from "../src/platform/crypto/sealing.ts";
import { businessNumber } from "../src/platform/db/business-number.ts";
import { newId } from "../src/platform/db/new-id.ts";
import type { Tables } from "../src/platform/db/tables.ts";
import type { TestApp } from "./app.ts";
import { buildMerchant } from "./merchants.ts";
import { unique } from "./people.ts";
import { sealRows } from "./price-seals.ts";

interface Owner {
  readonly tenantId: number;
  readonly merchantId: string;
}

type Parts<T extends keyof Tables> = Partial<Insertable<Tables[T]>>;

/** A year before the test clock starts, so that what is built is in force. */
const longAgo = "2025-11-21T00:00:00.000Z";
const symbols = "0123456789abcdefghijklmnopqrstuvwxyz";

/** An app as rows, its keys switched on and their secrets known. */
export async function buildCoinApp(
  { platform: { db, clock, secret } }: TestApp,
  owner: Owner,
  parts: Parts<"coinApps"> = {},
) {
  const id = newId("app", clock.now());
  const appNo = businessNumber("AP", clock.now());
  await db
    .insertInto("coinApps")
    .values({ ...owner, id, appNo, name: unique("App "), defaultCurrency: "GBP", ...parts })
    .execute();
  const keyOf = async (mode: "live" | "test") => {
    const appKey = `ak_${mode}_${randomSymbols(symbols, 24)}`;
    const plain = `sk_${mode}_${randomSymbols(symbols, 40)}`;
    await db
      .insertInto("appKeys")
      .values({
        ...owner,
        appId: id,
        appKey,
        publishableKey: `pk_${mode}_${randomSymbols(symbols, 24)}`,
        mode,
        isEnabled: true,
        scopes: [...openScopes],
        secretSealed: seal(installationKeys(secret).ring, plain, `app-key:${appKey}`),
        secretTime: longAgo,
      })
      .execute();
    return { appKey, secret: plain };
  };
  return { id, appNo, live: await keyOf("live"), test: await keyOf("test") };
}

/** Account terms in force. */
export async function buildAccountTerms(
  { platform: { db, clock, secret } }: TestApp,
  owner: Owner,
  parts: Parts<"accountTerms"> = {},
): Promise<string> {
  const id = newId("mac", clock.now());
  await db
    .insertInto("accountTerms")
    .values({
      ...owner,
      id,
      settlementCurrency: "GBP",
      settlementDays: 3,
      settlementFrequency: "daily",
      settlementZone: "Europe/London",
      decision: "approved",
      validFrom: longAgo,
      ...parts,
    })
    .execute();
  await sealRows({ platform: { db, secret } }, "accountTerms", [id]);
  return id;
}

/** A fee rule in force: 2.9 % + 0.30 of everything in pounds unless told otherwise. */
export async function buildFeeRule(
  { platform: { db, clock, secret } }: TestApp,
  { tenantId, merchantId }: { readonly tenantId: number; readonly merchantId: string | null },
  parts: Parts<"feeRules"> = {},
): Promise<string> {
  const id = newId("fee", clock.now());
  await db
    .insertInto("feeRules")
    .values({
      tenantId,
      merchantId,
      id,
      currency: "GBP",
      percent: 29_000,
      fixed: "30",
      decision: "approved",
      validFrom: longAgo,
      ...parts,
    })
    .execute();
  await sealRows({ platform: { db, secret } }, "feeRules", [id]);
  return id;
}

/** A payment type that is switched on: the hosted page unless told otherwise. */
export async function buildPaymentType(
  { platform: { db, clock } }: TestApp,
  owner: Owner,
  parts: Parts<"paymentTypeTerms"> = {},
): Promise<string> {
  const id = newId("mpt", clock.now());
  await db
    .insertInto("paymentTypeTerms")
    .values({ ...owner, id, paymentType: "hosted_page", ...parts })
    .execute();
  return id;
}

/** A merchant in business: terms, a price, the hosted page, and an app whose keys are known. */
export async function buildTradingMerchant(
  app: TestApp,
  place: { readonly tenantId: number; readonly orgId: number },
  parts: Parts<"merchants"> = {},
) {
  const may = { canPay: true, canRefund: true, canWithdraw: true, canPayout: true };
  const merchantId = await buildMerchant(app, { ...place, status: "active", ...may, ...parts });
  const owner = { tenantId: place.tenantId, merchantId };
  await buildAccountTerms(app, owner);
  await buildFeeRule(app, owner);
  await buildPaymentType(app, owner);
  return { merchantId, app: await buildCoinApp(app, owner) };
}
