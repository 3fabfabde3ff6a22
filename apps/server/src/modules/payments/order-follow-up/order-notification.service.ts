import type {
  ApplyNotification,
  NotificationFact,
  NotificationResult,
  PaymentOutcome,
} from "../../gateways/connector/index.ts";
import { inBackground, type Requester, recordOutcome } from "../order-processing/index.ts";
import { applyRefundFact } from "../refund-processing/index.ts";
import { findReportedAttempt } from "./followed-attempt.store.ts";

const idsOf = (outcome: PaymentOutcome) => ({
  upstreamIntentId: outcome.upstreamIntentId,
  upstreamAttemptId: "upstreamAttemptId" in outcome ? outcome.upstreamAttemptId : null,
});

/**
 * Result priority of several facts: `unknown_object` makes the notification be retried, whatever became of the rest.
 */
const ranks: readonly string[] = ["unknown_object", "processed", "ignored"];

/** Passes facts about transfers to the payouts module. */
type ApplyPayoutFact = (
  spine: Parameters<ApplyNotification>[0],
  caller: Requester,
  gatewayAccountId: string,
  fact: Extract<NotificationFact, { readonly subject: "payout" }>,
) => Promise<NotificationResult>;

/**
 * Applies a gateway notification about payments, refunds and transfers. Other facts are stored by the receiver and
 * change no order. A notification applied before changes nothing.
 */
export async function applyNotification(
  spine: Parameters<ApplyNotification>[0],
  { gatewayAccountId, eventType, facts }: Parameters<ApplyNotification>[1],
  applyPayout?: ApplyPayoutFact,
): Promise<NotificationResult> {
  const caller = inBackground(`notification ${eventType}`);
  const results: NotificationResult[] = [];
  for (const fact of facts) {
    if (fact.subject === "refund") {
      results.push(await applyRefundFact(spine, caller, gatewayAccountId, fact));
      continue;
    }
    if (fact.subject === "payout" && applyPayout) {
      results.push(await applyPayout(spine, caller, gatewayAccountId, fact));
      continue;
    }
    if (fact.subject !== "payment") {
      results.push("ignored");
      continue;
    }
    const ref = await findReportedAttempt(spine.db, {
      gatewayAccountId,
      merchantId: fact.merchantId,
      orderNo: fact.orderNo,
      attemptNo: fact.attemptNo,
      ...idsOf(fact.outcome),
    });
    if (!ref) results.push("unknown_object");
    else {
      const gatewayStatus = { outcome: fact.outcome, source: "notification" } as const;
      const { isIgnored } = await recordOutcome(spine, caller, ref, gatewayStatus);
      results.push(isIgnored ? "ignored" : "processed");
    }
  }
  return results.sort((a, b) => ranks.indexOf(String(a)) - ranks.indexOf(String(b)))[0] ?? "ignored";
}
