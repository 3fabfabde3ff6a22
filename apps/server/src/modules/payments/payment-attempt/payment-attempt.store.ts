import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import type { OrderAttempt } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import type { PaymentAttempt } from "@countinghouse/contract/payments/payment-attempt/payment-attempt.ts";
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from "kysely";
import type { z } from "zod";
import { write } from "../../../platform/db/pipelined.ts";
import { from } from "../../../platform/db/scoped.ts";
import { readShaped } from "../../../platform/db/shaped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { SealedRow } from "../../../platform/seals/row-seal.ts";
import { ofVisibleMerchants } from "../../merchants/merchant/index.ts";

/** An attempt as it is stored. */
export type AttemptRow = Selectable<Tables["paymentAttempts"]>;
export type NewAttempt = Omit<Insertable<Tables["paymentAttempts"]>, "nextQueryTime"> & {
  /** Computed by the database: the longest duration of a call depends on the account. */
  readonly nextQueryTime: RawBuilder<string>;
};
/** The attempt columns that an order repeats. */
export type LatestAttempt = Pick<
  AttemptRow,
  | "paymentMethod"
  | "methodCategory"
  | "channelId"
  | "gatewayId"
  | "gatewayAccountId"
  | "cardBrand"
  | "cardBin"
  | "cardLast4"
  | "cardCountry"
  | "cardFingerprint"
>;

/** The next query time may be computed by the database. */
export type AttemptChange = Omit<Updateable<Tables["paymentAttempts"]>, "nextQueryTime"> & {
  readonly nextQueryTime?: string | null | RawBuilder<string>;
};

const plainColumns = [
  "paymentAttempts.id",
  "paymentAttempts.attemptNo",
  "paymentAttempts.orderId",
  "paymentAttempts.orderNo",
  "paymentAttempts.merchantId",
  "paymentAttempts.mode",
  "paymentAttempts.seq",
  "paymentAttempts.status",
  "paymentAttempts.trigger",
  "paymentAttempts.gatewayId",
  "paymentAttempts.gatewayAccountId",
  "paymentAttempts.channelId",
  "paymentAttempts.paymentMethod",
  "paymentAttempts.methodCategory",
  "paymentAttempts.amount",
  "paymentAttempts.currency",
  "paymentAttempts.cardBrand",
  "paymentAttempts.cardBin",
  "paymentAttempts.cardLast4",
  "paymentAttempts.cardCountry",
  "paymentAttempts.declineCode",
  "paymentAttempts.declineCategory",
  "paymentAttempts.upstreamCode",
  "paymentAttempts.upstreamMessage",
  "paymentAttempts.transactionNo",
  "paymentAttempts.schemeTransactionId",
  "paymentAttempts.tokenReference",
  "paymentAttempts.consentInitiator",
  "paymentAttempts.consentUsage",
  "paymentAttempts.consentReference",
  "paymentAttempts.isDuplicate",
  "paymentAttempts.startedTime",
  "paymentAttempts.finishedTime",
  "paymentAttempts.latencyMs",
] as const;

/** Attempts in the actor's scope. */
export function attemptsInScope(ctx: Context) {
  const query = from(ctx, "paymentAttempts");
  const condition = ofVisibleMerchants(ctx, "paymentAttempts.merchantId");
  return condition ? query.where(condition) : query;
}

const nameOf = (table: "merchants" | "gateways" | "gatewayAccounts", column: string) =>
  sql<string | null>`(SELECT named.name FROM ${sql.table(table)} named WHERE named.id = ${sql.ref(column)})`;

const accountName = nameOf("gatewayAccounts", "paymentAttempts.gatewayAccountId").as("gatewayAccountName");

export const describedAttempts = (ctx: Context) =>
  attemptsInScope(ctx).select([
    ...plainColumns,
    nameOf("merchants", "paymentAttempts.merchantId").as("merchantName"),
    nameOf("gateways", "paymentAttempts.gatewayId").as("gatewayName"),
    accountName,
  ]);

/** One attempt in scope with everything the gateway reported. */
export async function findAttempt(ctx: Context, id: string): Promise<AttemptRow & PaymentAttempt> {
  const row = await describedAttempts(ctx)
    .selectAll("paymentAttempts")
    .where("paymentAttempts.id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("paymentAttempt", id);
  return row;
}

/** An order's attempts, first one first. The caller has found the order in the actor's scope. */
export async function attemptsOfOrder(
  ctx: Context,
  merchantId: string,
  orderId: string,
): Promise<z.output<typeof OrderAttempt>[]> {
  return readShaped(ctx, "attempts of an order", { merchantId, orderId }, (given) =>
    from(ctx, "paymentAttempts")
      .select([...plainColumns, "paymentAttempts.isReleaseAsked", accountName])
      .where("paymentAttempts.merchantId", "=", given.merchantId)
      .where("paymentAttempts.orderId", "=", given.orderId)
      .orderBy("paymentAttempts.seq")
      .compile(),
  );
}

/** Adds an attempt. The database refuses a second open one (`payment_attempts_in_flight_unique`). */
export const insertAttempt = async ({ db, seals }: Context, values: NewAttempt): Promise<AttemptRow> =>
  db
    .insertInto("paymentAttempts")
    .values({ ...values, seal: seals.made("paymentAttempts", values as SealedRow<"paymentAttempts">) })
    .returningAll()
    .executeTakeFirstOrThrow();

/** An order's stored attempts, first one first; they change only under the order's lock. */
export const attemptRows = ({ db }: Context, merchantId: string, orderId: string): Promise<AttemptRow[]> =>
  db
    .selectFrom("paymentAttempts")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("orderId", "=", orderId)
    .orderBy("seq")
    .execute();

/** Changes one attempt of an order whose row the caller holds locked. */
export async function updateAttempt({ db, seals }: Context, before: AttemptRow, values: AttemptChange): Promise<void> {
  const changed = { ...values, ...(await seals.changed(db, "paymentAttempts", before, values)) };
  const { merchantId, id } = before;
  const query = db
    .updateTable("paymentAttempts")
    .set(changed)
    .where("merchantId", "=", merchantId)
    .where("id", "=", id);
  await write(db, query.compile());
}
