import type { Agreement } from "@countinghouse/contract/payments/coin-order/order-agreement.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { SealedRow } from "../../../platform/seals/row-seal.ts";
import { agreementOf } from "./agreement.service.ts";

/** An attempt as far as its price depends on it. */
export type AgreedAttempt = SealedRow<"paymentAttempts"> & { readonly seal: string | null };

/**
 * The agreement that a payment was sent with, to be priced by; undefined where there is none that can be read, `altered`
 * where the attempt is not as this installation wrote it.
 */
export async function sealedAgreementOf(
  { db, seals }: Pick<Context, "db" | "seals">,
  attempt: AgreedAttempt,
): Promise<Agreement | "altered" | undefined> {
  return (await seals.isGenuine(db, "paymentAttempts", attempt)) ? agreementOf(attempt) : "altered";
}
