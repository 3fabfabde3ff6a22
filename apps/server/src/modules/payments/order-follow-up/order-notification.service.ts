import type {
  ApplyNotification,
  NotificationFact,
  NotificationResult,
  PaymentOutcome,
} from "../../gateways/connector/index.ts";
import { type Caller, inBackground, takeWord } from "../order-processing/index.ts";
import { applyRefundFact } from "../refund-processing/index.ts";
import { findAttemptOfWord } from "./followed-attempt.store.ts";

const idsOf = (outcome: PaymentOutcome) => ({
  upstreamIntentId: outcome.upstreamIntentId,
  upstreamAttemptId: "upstreamAttemptId" in outcome ? outcome.upstreamAttemptId : null,
});

/** The most telling of several results: what is missing is offered again, whatever became of the rest. */
const ranks: readonly string[] = ["unknown_object", "processed", "ignored"];

/** Takes in what is told of a transfer: by whoever makes them. */
type ApplyPayoutFact = (
  spine: Parameters<ApplyNotification>[0],
  caller: Caller,
  gatewayAccountId: string,
  fact: Extract<NotificationFact, { readonly subject: "payout" }>,
) => Promise<NotificationResult>;

/**
 * Takes in what a gateway says of payments, refunds and transfers unasked; everything else is kept by whoever received it and
 * changes no order. A notification that was applied before changes nothing.
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
    const ref = await findAttemptOfWord(spine.db, {
      gatewayAccountId,
      merchantId: fact.merchantId,
      orderNo: fact.orderNo,
      attemptNo: fact.attemptNo,
      ...idsOf(fact.outcome),
    });
    if (!ref) results.push("unknown_object");
    else {
      const word = { outcome: fact.outcome, source: "notification" } as const;
      const { isIgnored } = await takeWord(spine, caller, ref, word);
      results.push(isIgnored ? "ignored" : "processed");
    }
  }
  return results.sort((a, b) => ranks.indexOf(String(a)) - ranks.indexOf(String(b)))[0] ?? "ignored";
}
