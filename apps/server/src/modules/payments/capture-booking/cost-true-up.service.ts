import { gatewayCostTrueUpPassedOn } from "@countinghouse/ledger/capture.postings.ts";
import type { Entry } from "@countinghouse/ledger/entry.ts";
import { currency } from "@countinghouse/money/currency.ts";
import { convert, parseFxRate } from "@countinghouse/money/fx.ts";
import { isZero, type Money } from "@countinghouse/money/money.ts";
import type { Context } from "../../../platform/http/context.ts";
import { regionOf } from "../../gateways/routing/index.ts";
import { priceFor, sealedAgreementOf } from "../agreement/index.ts";
import type { CaptureRow } from "../capture/index.ts";
import type { AttemptRow } from "../payment-attempt/index.ts";
import { type BookedCaptureRef, pricedCaptures } from "./cost-true-up.store.ts";

/** Difference between a capture's accrued gateway cost and the actual one; positive where the gateway took more. */
export interface CostDifference extends BookedCaptureRef {
  readonly difference: Money;
}

/** Whether the capture's merchant bears the gateway cost, by its agreement. */
async function isPassedOn(ctx: Context, attempt: AttemptRow): Promise<boolean> {
  const agreement = await sealedAgreementOf(ctx, attempt);
  if (agreement === undefined || agreement === "altered") return false;
  return priceFor(agreement, regionOf(agreement.country, attempt.cardCountry)).fee.passesCost;
}

/**
 * A difference in the capture's settlement currency, at the capture's mid rate; undefined where the capture has none.
 */
function inSettlement({ currency: sold, settleCurrency, fx }: CaptureRow, difference: Money): Money | undefined {
  if (settleCurrency === null) return undefined;
  if (difference.currency === settleCurrency) return difference;
  const told: object = typeof fx === "object" && fx !== null ? fx : {};
  const mid = "mid" in told ? told.mid : undefined;
  if (difference.currency !== sold || typeof mid !== "string") return undefined;
  return convert(difference, parseFxRate(mid), currency(settleCurrency));
}

/** Charges or returns cost differences to merchants who bear the gateway cost: an entry per difference, or null. */
export async function costPassedOn(
  ctx: Context,
  differences: readonly CostDifference[],
): Promise<readonly (Entry | null)[]> {
  const known = await pricedCaptures(ctx, differences);
  const entries: (Entry | null)[] = [];
  for (const { merchantId, captureId, difference } of differences) {
    const own = known.find(({ capture }) => capture.merchantId === merchantId && capture.id === captureId);
    const amount = own && inSettlement(own.capture, difference);
    const isCharged = own && amount && !isZero(amount) && (await isPassedOn(ctx, own.attempt));
    entries.push(isCharged ? gatewayCostTrueUpPassedOn({ merchantId, amount }) : null);
  }
  return entries;
}
