import { sql } from "kysely";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import { from } from "../../../platform/db/scoped.ts";
import { unowned, type WaitingQuery } from "../../../platform/db/waiting.ts";
import type { Context } from "../../../platform/http/context.ts";
import { merchantInReach } from "../../merchants/merchant/index.ts";

type Mode = "live" | "test";

const billsIn = (ctx: Context, mode: Mode, status: "issued" | "disputed") =>
  from(ctx, "bills")
    .innerJoin("merchants", "merchants.id", "bills.merchantId")
    .innerJoin("settlementBatches as b", (on) =>
      on.onRef("b.merchantId", "=", "bills.merchantId").onRef("b.id", "=", "bills.batchId"),
    )
    .where(merchantInReach(ctx))
    .where("bills.mode", "=", mode)
    .where("bills.status", "=", status)
    .select([
      "bills.id",
      "b.batchNo as name",
      "bills.merchantId",
      "merchants.name as merchantName",
      sql<string>`b.amount - b.reserve_amount`.as("amount"),
      "b.currency",
      "bills.version",
      unowned,
    ]);

/** Bills that their merchants have questioned. */
export const questionedBills = (ctx: Context, mode: Mode): WaitingQuery =>
  billsIn(ctx, mode, "disputed").select([
    sql<string>`bills.query_time`.as("since"),
    "bills.queryUserName as person",
    "bills.queryText as reason",
  ]);

/** Bills that wait for confirmation by their merchant's own users. */
export const billsToConfirm = (ctx: Context, mode: Mode): WaitingQuery =>
  billsIn(ctx, mode, "issued")
    .where(sql<boolean>`${isOfMerchant(ctx.actor)}::boolean`)
    .select(sql<string>`bills.issued_time`.as("since"));
