import type { ApplyNotification, NotificationResult, PaymentOutcome } from "../../gateways/connector/index.ts";
import { inBackground, takeWord } from "../order-processing/index.ts";
import { applyRefundFact } from "../refund-processing/index.ts";
import { findAttemptOfWord } from "./followed-attempt.store.ts";

const idsOf = (outcome: PaymentOutcome) => ({
  upstreamIntentId: outcome.upstreamIntentId,
  upstreamAttemptId: "upstreamAttemptId" in outcome ? outcome.upstreamAttemptId : null,
});

/** The most telling of several results: what is missing is offered again, whatever became of the rest. */
const ranks: readonly string[] = ["unknown_object", "processed", "ignored"];

/**
 * Takes in what a gateway says of payments and refunds unasked; everything else is kept by whoever received it and
 * changes no order. A notification that was applied before changes nothing.
 */
export const applyNotification: ApplyNotification = async (spine, { gatewayAccountId, eventType, facts }) => {
  const caller = inBackground(`notification ${eventType}`);
  const results: NotificationResult[] = [];
  for (const fact of facts) {
    if (fact.subject === "refund") {
      results.push(await applyRefundFact(spine, caller, gatewayAccountId, fact));
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
};
