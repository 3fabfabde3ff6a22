import type { Agreement } from "@countinghouse/contract/payments/coin-order/order-agreement.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { SealedRow } from "../../../platform/seals/row-seal.ts";
import { agreementOf } from "./agreement.service.ts";

/** The parts of an attempt that decide its price. */
export type AgreedAttempt = SealedRow<"paymentAttempts"> & { readonly seal: string | null };

/**
 * The agreement that a payment was sent with; undefined where there is none that can be parsed; `altered` where the
 * attempt's seal does not match.
 */
export async function sealedAgreementOf(
  { db, seals }: Pick<Context, "db" | "seals">,
  attempt: AgreedAttempt,
): Promise<Agreement | "altered" | undefined> {
  return (await seals.isGenuine(db, "paymentAttempts", attempt)) ? agreementOf(attempt) : "altered";
}
