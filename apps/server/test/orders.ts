import type { Insertable } from "kysely";
import type { InstallationSecret } from "../src/platform/config/installation-secret.ts";
import { installationKeys } from "../src/platform/crypto/installation-keys.ts";
import { businessNumber } from "../src/platform/db/business-number.ts";
import { newId } from "../src/platform/db/new-id.ts";
import type { Tables } from "../src/platform/db/tables.ts";
import type { SealedTable } from "../src/platform/seals/sealed-columns.ts";
import type { TestApp } from "./app.ts";
import { unique } from "./people.ts";

/** A row with the seal of whoever writes it. */
export const sealedRow = (secret: InstallationSecret, table: SealedTable, row: object) => {
  const whole = { gatewayId: null, isPriced: false, needsApproval: false, ...row };
  return { ...row, seal: installationKeys(secret).seals.made(table, whole as never) };
};

type OrderParts = Partial<Insertable<Tables["coinOrders"]>> & {
  readonly merchantId: string;
  readonly tenantId: number;
};

/** An order as a row, with its particulars; created and unpaid unless told otherwise. */
export async function buildOrder({ platform: { db, clock, secret } }: TestApp, parts: OrderParts): Promise<string> {
  const now = clock.now();
  const id = newId("ord", now);
  const row = {
    id,
    orderNo: businessNumber("OR", now),
    appId: null,
    merchantOrderNo: unique("A-"),
    contentHash: "test",
    mode: "live",
    type: "one_time",
    paymentType: "server_to_server",
    status: "created",
    currency: "USD",
    amount: "10000",
    captureMethod: "automatic",
    maxAttempts: 5,
    orderTime: now.toISOString(),
    expireTime: new Date(now.getTime() + 1_800_000).toISOString(),
    email: null,
    country: null,
    ip: null,
    domain: null,
    origin: "platform",
    importId: null,
    ...parts,
  };
  await db
    .insertInto("coinOrders")
    .values(sealedRow(secret, "coinOrders", row) as Insertable<Tables["coinOrders"]>)
    .execute();
  await db
    .insertInto("coinOrderParticulars")
    .values({ merchantId: parts.merchantId, orderId: id, items: "[]", metadata: "{}" } as never)
    .execute();
  return id;
}

type AttemptParts = Partial<Insertable<Tables["paymentAttempts"]>> & {
  readonly merchantId: string;
  readonly tenantId: number;
  readonly orderId: string;
};

/** By which numbers an order is known, for the rows that repeat them. */
async function numbersOf({ platform: { db } }: TestApp, orderId: string) {
  const order = await db
    .selectFrom("coinOrders")
    .select(["orderNo", "merchantOrderNo"])
    .where("id", "=", orderId)
    .executeTakeFirst();
  return order ?? { orderNo: "OR1", merchantOrderNo: "A-1" };
}

/** An attempt of an order as a row; declined unless told otherwise. */
export async function buildAttempt(app: TestApp, parts: AttemptParts): Promise<string> {
  const { db, clock, secret } = app.platform;
  const { orderNo } = await numbersOf(app, parts.orderId);
  const now = clock.now();
  const id = parts.id ?? newId("att", now);
  const row = {
    id,
    attemptNo: businessNumber("AT", now),
    orderNo,
    mode: "live",
    seq: 1,
    status: "declined",
    trigger: "payer",
    gatewayAccountId: "gac_test",
    paymentMethod: "card_visa",
    methodCategory: "card",
    amount: "10000",
    currency: "USD",
    startedTime: now.toISOString(),
    ...parts,
  };
  await db
    .insertInto("paymentAttempts")
    .values(sealedRow(secret, "paymentAttempts", row) as Insertable<Tables["paymentAttempts"]>)
    .execute();
  return id;
}

/** Gives the attempts of an order another agreement, sealed as if they had been sent with it. */
export async function agreeOtherwise(
  { platform: { db, secret } }: TestApp,
  orderId: string,
  agreement: string | null,
): Promise<void> {
  for (const row of await db.selectFrom("paymentAttempts").selectAll().where("orderId", "=", orderId).execute()) {
    const seal = installationKeys(secret).seals.made("paymentAttempts", { ...row, agreement });
    await db.updateTable("paymentAttempts").set({ agreement, seal }).where("id", "=", row.id).execute();
  }
}

type CaptureParts = Partial<Insertable<Tables["captures"]>> & {
  readonly merchantId: string;
  readonly tenantId: number;
  readonly orderId: string;
  readonly attemptId: string;
};

/** A capture of an order as a row; succeeded and not priced unless told otherwise. */
export async function buildCapture({ platform: { db, clock, secret } }: TestApp, parts: CaptureParts): Promise<string> {
  const now = clock.now();
  const id = newId("cap", now);
  const row = {
    id,
    captureNo: businessNumber("CP", now),
    orderNo: "OR1",
    mode: "live",
    seq: 1,
    status: "succeeded",
    isFinal: true,
    amount: "10000",
    currency: "USD",
    gatewayAccountId: "gac_test",
    askedTime: now.toISOString(),
    finishedTime: now.toISOString(),
    ...parts,
  };
  await db
    .insertInto("captures")
    .values(sealedRow(secret, "captures", row) as Insertable<Tables["captures"]>)
    .execute();
  return id;
}

type DueParts = Partial<Insertable<Tables["paymentDues"]>> & {
  readonly merchantId: string;
  readonly tenantId: number;
  readonly orderId: string;
  readonly attemptId: string;
};

/** An unapplied payment of an order as a row; open and not booked unless told otherwise. */
export async function buildDue(app: TestApp, parts: DueParts): Promise<string> {
  const { db, clock, secret } = app.platform;
  const { orderNo } = await numbersOf(app, parts.orderId);
  const now = clock.now();
  const id = newId("due", now);
  const row = {
    id,
    dueNo: businessNumber("PD", now),
    orderNo,
    mode: "live",
    kind: "amount_mismatch",
    status: "open",
    gatewayAccountId: "gac_test",
    upstreamPaymentId: id,
    amount: "9999",
    currency: "USD",
    expectedAmount: "10000",
    expectedCurrency: "USD",
    heldAmount: "0",
    createTime: now.toISOString(),
    ...parts,
  };
  await db
    .insertInto("paymentDues")
    .values(sealedRow(secret, "paymentDues", row) as Insertable<Tables["paymentDues"]>)
    .execute();
  return id;
}

type RefundParts = Partial<Insertable<Tables["orderRefunds"]>> & {
  readonly tenantId: number;
  readonly merchantId: string;
  readonly orderId: string;
  readonly attemptId: string;
};

/** A refund as it is stored: of no capture's money, and turned down. */
export async function buildRefund(app: TestApp, parts: RefundParts): Promise<string> {
  const { db, clock, secret } = app.platform;
  const { orderNo, merchantOrderNo } = await numbersOf(app, parts.orderId);
  const now = clock.now();
  const id = newId("rfd", now);
  const row = {
    id,
    refundNo: businessNumber("RF", now),
    orderNo,
    merchantOrderNo,
    mode: "live",
    gatewayAccountId: "gac_test",
    currency: "USD",
    amount: "100",
    settleCurrency: "USD",
    settleAmount: "100",
    parts: "[]",
    sourceBucket: "payer_funds",
    reason: "duplicate",
    status: "rejected",
    applicantType: "operator",
    isReversed: false,
    refundTime: now.toISOString(),
    finishedTime: now.toISOString(),
    ...parts,
  };
  await db
    .insertInto("orderRefunds")
    .values(sealedRow(secret, "orderRefunds", row) as Insertable<Tables["orderRefunds"]>)
    .execute();
  return id;
}
