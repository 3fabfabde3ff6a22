import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { refundLifecycle } from "@countinghouse/contract/payments/order-refund/order-refund.lifecycle.ts";
import type { OrderRefundRow } from "@countinghouse/contract/payments/order-refund/order-refund.ts";

/** What of a refund, and of who reads it, decides what can be done with it. */
export interface RefundFacts {
  readonly status: OrderRefundRow["status"];
  readonly dueId: string | null;
  /** Whether its merchant asked for it, and not the operator. */
  readonly isAskedByMerchant: boolean;
  readonly upstreamRefundId: string | null;
  /** After how many sends nobody knows whether it arrived. */
  readonly doubts: number;
  /** Whether another one that has not failed makes it again. */
  readonly isMadeAgain: boolean;
  readonly excessAmount: string | null;
  readonly excessCause: string | null;
  readonly toldCurrency: string | null;
  readonly isOfMerchant: boolean;
  /** Whether the reader may ask for refunds now: a merchant may be kept from it. */
  readonly mayAsk: boolean;
  /** Whether the reader is somebody else than whoever asked for it. */
  readonly isOtherPerson: boolean;
}

/** Whether what goes back is the reader's to send and to keep: of an unapplied payment it is the operator's. */
export const maySend = ({ dueId, isOfMerchant }: Pick<RefundFacts, "dueId" | "isOfMerchant">): boolean =>
  dueId === null || !isOfMerchant;

/** What can be done with a refund as it stands, by the rules of the calls themselves. */
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
