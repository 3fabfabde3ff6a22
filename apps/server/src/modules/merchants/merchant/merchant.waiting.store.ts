import { sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import type { WaitingQuery } from "../../../platform/db/waiting.ts";
import type { Context } from "../../../platform/http/context.ts";

/** An application has waited since its latest transition. */
const since = sql<string>`coalesce(
  (SELECT max(step.at) FROM merchant_steps step WHERE step.merchant_id = merchants.id), merchants.create_time)`;

const cases = (ctx: Context) =>
  from(ctx, "merchants").select([
    "merchants.id",
    "merchants.name",
    "merchants.id as merchantId",
    "merchants.merchantNo as merchantName",
    since.as("since"),
    "merchants.expectedMonthlyVolume as amount",
    "merchants.currency",
    "merchants.status as state",
    "merchants.version",
  ]);

/** Merchants under review, to be decided by somebody other than the submitter. */
export const casesToApprove = (ctx: Context): WaitingQuery =>
  cases(ctx)
    .where("merchants.status", "=", "under_review")
    .select(sql<boolean>`coalesce(merchants.submit_user_id = ${ctx.actor.userId}, false)`.as("isOwn"));

/** Submitted merchants without a reviewer, and approved ones, to be activated by somebody other than the approver. */
export const casesToTakeUp = (ctx: Context): WaitingQuery =>
  cases(ctx)
    .where("merchants.status", "in", ["submitted", "approved"])
    .select(
      sql<boolean>`merchants.status = 'approved' AND coalesce(merchants.approve_user_id = ${ctx.actor.userId}, false)`.as(
        "isOwn",
      ),
    );
