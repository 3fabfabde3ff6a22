import type { Money } from "@countinghouse/money/money.ts";
import type { Context } from "../../../platform/http/context.ts";

/** A merchant's book and currency, as holds of reserve go by it. */
export interface ReservePlace {
  readonly merchantId: string;
  readonly book: "live" | "test";
  readonly currency: string;
}

/** What one settled batch holds back. */
export interface ReserveHold extends ReservePlace {
  readonly batchId: string;
  readonly batchNo: string;
  /** Of the gross amount, in millionths. */
  readonly ratio: number;
  readonly amount: Money;
  /** ISO date on which it is released. */
  readonly releaseDate: string;
  /** The journal that moved it into the reserve. */
  readonly journalId: string;
}

/** Who keeps what batches hold back, each hold with its own release date. */
export interface SettlementReserve {
  /** Records a hold in the transaction of `ctx`, in which its journal was booked. */
  holdReserve(ctx: Context, hold: ReserveHold): Promise<unknown>;
  /** What is held in all, which the cap of the terms goes by. */
  heldReserve(ctx: Context, place: ReservePlace): Promise<Money>;
}
