import { sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import { unowned, type WaitingQuery } from "../../../platform/db/waiting.ts";
import type { Context } from "../../../platform/http/context.ts";
import { merchantInReach } from "../../merchants/merchant/index.ts";

type Mode = "live" | "test";

const batchesIn = (ctx: Context, mode: Mode) =>
  from(ctx, "settlementBatches")
    .innerJoin("merchants", "merchants.id", "settlementBatches.merchantId")
    .where(merchantInReach(ctx))
    .where("settlementBatches.mode", "=", mode)
    .where("settlementBatches.status", "in", ["open", "closed", "confirmed"])
    .select([
      "settlementBatches.id",
      "settlementBatches.batchNo as name",
      "settlementBatches.merchantId",
      "merchants.name as merchantName",
      "settlementBatches.amount",
      "settlementBatches.currency",
      "settlementBatches.version",
      sql<string>`coalesce(settlement_batches.closed_time, settlement_batches.create_time)`.as("since"),
      unowned,
    ]);

/** Batches that risk holds back. */
export const heldBatches = (ctx: Context, mode: Mode): WaitingQuery =>
  batchesIn(ctx, mode)
    .where("settlementBatches.holdReason", "is not", null)
    .select("settlementBatches.holdReason as reason");

/** Batches that cannot go on by themselves. A bill that its merchant questions, and a batch on hold, wait as themselves. */
export const blockedBatches = (ctx: Context, mode: Mode): WaitingQuery =>
  batchesIn(ctx, mode)
    .where("settlementBatches.blockedBy", "is not", null)
    .where("settlementBatches.blockedBy", "not in", ["bill_questioned", "on_hold"])
    .select("settlementBatches.blockedBy as state");
