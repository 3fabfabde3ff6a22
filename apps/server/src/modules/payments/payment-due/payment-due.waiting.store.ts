import { sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import { unowned, type WaitingQuery } from "../../../platform/db/waiting.ts";
import type { Context } from "../../../platform/http/context.ts";
import { merchantInReach } from "../../merchants/merchant/index.ts";
import type { DueRow } from "./payment-due.store.ts";

const duesIn = (ctx: Context, mode: DueRow["mode"], status: DueRow["status"]) =>
  from(ctx, "paymentDues")
    .innerJoin("merchants", "merchants.id", "paymentDues.merchantId")
    .where(merchantInReach(ctx))
    .where("paymentDues.mode", "=", mode)
    .where("paymentDues.status", "=", status)
    .select([
      "paymentDues.id",
      "paymentDues.dueNo as name",
      "paymentDues.merchantId",
      "merchants.name as merchantName",
      "paymentDues.heldAmount as amount",
      "paymentDues.currency",
      "paymentDues.version",
    ]);

/** Unapplied payments without a decision. */
export const openDues = (ctx: Context, mode: DueRow["mode"]): WaitingQuery =>
  duesIn(ctx, mode, "open").select(["paymentDues.kind as state", "paymentDues.createTime as since", unowned]);

/** Decisions about unapplied payments that wait for a second person. */
export const proposedDues = (ctx: Context, mode: DueRow["mode"]): WaitingQuery =>
  duesIn(ctx, mode, "awaiting_approval").select([
    "paymentDues.action as state",
    sql<string>`coalesce(payment_dues.propose_time, payment_dues.create_time)`.as("since"),
    "paymentDues.proposeUserName as person",
    "paymentDues.proposeReason as reason",
    sql<boolean>`coalesce(payment_dues.propose_user_id = ${ctx.actor.userId}, false)`.as("isOwn"),
  ]);
