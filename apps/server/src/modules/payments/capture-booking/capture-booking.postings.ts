import {
  gatewayCostAccrued,
  gatewayCostPassedOn,
  paymentCaptured,
  paymentCapturedConverted,
  transactionFeeCharged,
} from "@countinghouse/ledger/capture.postings.ts";
import type { Entry } from "@countinghouse/ledger/entry.ts";
import type { Money } from "@countinghouse/money/money.ts";

/** A capture with all its costs. */
export interface CaptureToBook {
  readonly merchantId: string;
  readonly gatewayAccountId: string;
  /** Captured by the gateway, in the order's currency. */
  readonly amount: Money;
  /** For a merchant settled in another currency: the value at the merchant's rate and at the mid rate. */
  readonly converted: { readonly given: Money; readonly midValue: Money } | null;
  readonly fee: Money;
  readonly tax: Money;
  /** Country of the tax; ISO 3166-1 alpha-2. */
  readonly country: string;
  /** The gateway cost, in the order's currency. */
  readonly cost: Money;
  /** The part of the cost that the merchant bears, in its settlement currency; null where we bear it. */
  readonly passedOn: Money | null;
}

/**
 * The entries of a capture: the money, our fee with its tax, the gateway cost, and the merchant's part of that cost.
 */
export function entriesOfCapture(capture: CaptureToBook): Entry[] {
  const { merchantId, gatewayAccountId, amount, converted, fee, tax, country, cost, passedOn } = capture;
  const at = { merchantId, gatewayAccountId };
  return [
    converted ? paymentCapturedConverted({ ...at, amount, ...converted }) : paymentCaptured({ ...at, amount }),
    transactionFeeCharged({ merchantId, fee, tax, taxCountry: country }),
    gatewayCostAccrued({ ...at, amount: cost }),
    ...(passedOn ? [gatewayCostPassedOn({ merchantId, amount: passedOn })] : []),
  ];
}
