import type { Insertable } from "kysely";
import { businessNumber } from "../src/platform/db/business-number.ts";
import { newId } from "../src/platform/db/new-id.ts";
import type { Tables } from "../src/platform/db/tables.ts";
import type { TestApp } from "./app.ts";
import { unique } from "./people.ts";

type OrderParts = Partial<Insertable<Tables["coinOrders"]>> & {
  readonly merchantId: string;
  readonly tenantId: number;
};

/** An order as a row, with its particulars; created and unpaid unless told otherwise. */
export async function buildOrder({ platform: { db, clock } }: TestApp, parts: OrderParts): Promise<string> {
  const now = clock.now();
  const id = newId("ord", now);
  await db
    .insertInto("coinOrders")
    .values({
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
      ...parts,
    } as Insertable<Tables["coinOrders"]>)
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

/** An attempt of an order as a row; declined unless told otherwise. */
export async function buildAttempt({ platform: { db, clock } }: TestApp, parts: AttemptParts): Promise<string> {
  const now = clock.now();
  const id = parts.id ?? newId("att", now);
  await db
    .insertInto("paymentAttempts")
    .values({
      id,
      attemptNo: businessNumber("AT", now),
      orderNo: "OR1",
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
    } as Insertable<Tables["paymentAttempts"]>)
    .execute();
  return id;
}

type CaptureParts = Partial<Insertable<Tables["captures"]>> & {
  readonly merchantId: string;
  readonly tenantId: number;
  readonly orderId: string;
  readonly attemptId: string;
};

/** A capture of an order as a row; succeeded and not priced unless told otherwise. */
export async function buildCapture({ platform: { db, clock } }: TestApp, parts: CaptureParts): Promise<string> {
  const now = clock.now();
  const id = newId("cap", now);
  await db
    .insertInto("captures")
    .values({
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
    } as Insertable<Tables["captures"]>)
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
export async function buildDue({ platform: { db, clock } }: TestApp, parts: DueParts): Promise<string> {
  const now = clock.now();
  const id = newId("due", now);
  await db
    .insertInto("paymentDues")
    .values({
      id,
      dueNo: businessNumber("PD", now),
      orderNo: "OR1",
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
    } as Insertable<Tables["paymentDues"]>)
    .execute();
  return id;
}
