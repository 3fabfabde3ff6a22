import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { refundLifecycle } from "@countinghouse/contract/payments/order-refund/order-refund.lifecycle.ts";
import type { OrderRefundRow } from "@countinghouse/contract/payments/order-refund/order-refund.ts";

/** Facts about a refund and its reader that decide the possible actions. */
export interface RefundFacts {
  readonly status: OrderRefundRow["status"];
  readonly dueId: string | null;
  /** Whether the merchant requested it, not the operator. */
  readonly isAskedByMerchant: boolean;
  readonly upstreamRefundId: string | null;
  /** Number of sends whose arrival is unknown. */
  readonly doubts: number;
  /** Whether a refund that has not failed repeats it. */
  readonly isMadeAgain: boolean;
  readonly excessAmount: string | null;
  readonly excessCause: string | null;
  readonly toldCurrency: string | null;
  readonly isOfMerchant: boolean;
  /** Whether the reader may request refunds now: a merchant may be barred. */
  readonly mayAsk: boolean;
  /** Whether the reader is a different person from the requester. */
  readonly isOtherPerson: boolean;
}

/** Whether the reader may send and withhold the refund: that of an unapplied payment is the operator's alone. */
export const maySend = ({ dueId, isOfMerchant }: Pick<RefundFacts, "dueId" | "isOfMerchant">): boolean =>
  dueId === null || !isOfMerchant;

/** The actions possible on a refund, by the same rules as the calls themselves. */
export function abilitiesOf(of: RefundFacts): OrderRefundRow["abilities"] {
  const may = (action: keyof typeof refundLifecycle.actions) => allows(refundLifecycle, of.status, action);
  return {
    approve: may("approve") && !of.isOfMerchant && of.isOtherPerson,
    reject: may("reject") && !of.isOfMerchant,
    cancel: may("cancel") && (!of.isOfMerchant || of.isAskedByMerchant),
    retry: may("revive") && !of.isMadeAgain && maySend(of) && of.mayAsk,
    resolveExcess:
      of.status === "succeeded" && !of.isOfMerchant && of.excessCause === null && BigInt(of.excessAmount ?? "0") > 0n,
    settleTold: of.status === "processing" && !of.isOfMerchant && of.toldCurrency !== null,
    sync: of.status === "processing" && (of.doubts > 0 || of.upstreamRefundId !== null),
  };
}
