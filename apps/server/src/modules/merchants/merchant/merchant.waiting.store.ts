import { sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import type { WaitingQuery } from "../../../platform/db/waiting.ts";
import type { Context } from "../../../platform/http/context.ts";

/** A case has waited since its latest step. */
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

/** Merchants under review, whose case somebody else than its submitter decides. */
export const casesToApprove = (ctx: Context): WaitingQuery =>
  cases(ctx)
    .where("merchants.status", "=", "under_review")
    .select(sql<boolean>`coalesce(merchants.submit_user_id = ${ctx.actor.userId}, false)`.as("isOwn"));

/** Merchants handed in and not yet taken up, and those approved, which somebody else than the approver starts. */
export const casesToTakeUp = (ctx: Context): WaitingQuery =>
  cases(ctx)
    .where("merchants.status", "in", ["submitted", "approved"])
    .select(
      sql<boolean>`merchants.status = 'approved' AND coalesce(merchants.approve_user_id = ${ctx.actor.userId}, false)`.as(
        "isOwn",
      ),
    );
