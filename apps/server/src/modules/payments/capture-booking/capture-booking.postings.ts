import {
  gatewayCostAccrued,
  gatewayCostPassedOn,
  paymentCaptured,
  paymentCapturedConverted,
  transactionFeeCharged,
} from "@countinghouse/ledger/capture.postings.ts";
import type { Entry } from "@countinghouse/ledger/entry.ts";
import type { Money } from "@countinghouse/money/money.ts";

/** A capture with everything it costs. */
export interface CaptureToBook {
  readonly merchantId: string;
  readonly gatewayAccountId: string;
  /** What the gateway took, in the order's currency. */
  readonly amount: Money;
  /** Where the merchant is settled in another currency: its value at the merchant's rate, and at the mid rate. */
  readonly converted: { readonly given: Money; readonly midValue: Money } | null;
  readonly fee: Money;
  readonly tax: Money;
  /** Whose tax it is; ISO 3166-1 alpha-2. */
  readonly country: string;
  /** What the gateway keeps, in the order's currency. */
  readonly cost: Money;
  /** The part of the cost the merchant bears, in its settlement currency; null where we do. */
  readonly passedOn: Money | null;
}

/** What a capture books: the money, our fee with its tax, what the gateway keeps, and what of that the merchant bears. */
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
