import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import type { MethodType } from "./book.ts";

/** Card details as a caller sends them; they live as long as the call. */
export interface CardInput {
  readonly number: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly cvc?: string | undefined;
}

/** A request to take a payment, whichever wire it came by. */
export interface PaymentRequest {
  readonly reference: string;
  /** The caller's own number of this try, where it counts them. */
  readonly attempt: string | null;
  readonly intentId: string | null;
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly captureMethod: "automatic" | "manual";
  readonly method: MethodType;
  readonly card: CardInput | null;
  /** Account of a direct debit; one that ends in 13 bounces. */
  readonly debitAccount: string | null;
  readonly threeDs: "automatic" | "force";
  /** Whether a saved instrument is charged again without the payer, and under which consent. */
  readonly renewalOf: string | null;
  /** For what the payer lets the card be charged again. */
  readonly storeFor: "recurring" | "unscheduled" | null;
  readonly returnUrl: string | null;
  /** What the caller wants to find with the payment wherever it is told of. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** What the caller hears, and when. */
export interface PaymentAnswer<Item> {
  readonly item: Item;
  readonly afterMs: number;
  readonly isDropped: boolean;
}
