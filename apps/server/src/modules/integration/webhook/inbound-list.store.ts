import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { from } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";
import { withoutCredentials } from "../../../platform/observability/redaction.ts";

/** Gateway notifications in scope, with the names of their accounts. */
export const describedInbound = (ctx: Context) =>
  from(ctx, "inboundNotifications")
    .leftJoin("gatewayAccounts", "gatewayAccounts.id", "inboundNotifications.gatewayAccountId")
    .select([
      "inboundNotifications.id",
      "inboundNotifications.gatewayAccountId",
      "gatewayAccounts.name as gatewayAccountName",
      "inboundNotifications.mode",
      "inboundNotifications.eventId",
      "inboundNotifications.eventType",
      "inboundNotifications.objectNo",
      "inboundNotifications.verdict",
      "inboundNotifications.status",
      "inboundNotifications.reason",
      "inboundNotifications.attemptCount",
      "inboundNotifications.nextAttemptTime",
      "inboundNotifications.copies",
      "inboundNotifications.bodyBytes",
      "inboundNotifications.occurredAt",
      "inboundNotifications.createTime",
      "inboundNotifications.doneTime",
    ]);

/** A notification with its request; possible card numbers and credentials are masked on display. */
export async function findInbound(ctx: Context, id: string) {
  const row = await describedInbound(ctx)
    .select(["inboundNotifications.headers", "inboundNotifications.body", "inboundNotifications.bodySha256"])
    .where("inboundNotifications.id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("inboundWebhook", id);
  return { ...row, body: withoutCredentials(row.body.toString("utf8")) };
}
