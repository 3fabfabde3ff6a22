import type { OurRecord } from "./recon-counterpart.store.ts";
import type { ReconItemRow } from "./recon-item.store.ts";
import type { Counterpart, MatchableLine } from "./recon-match.policy.ts";

/** Identity of one of our records. */
export const keyOf = ({ refType, id }: Pick<OurRecord, "refType" | "id">): string => `${refType} ${id}`;

/** Our record in the form of a comparison. */
export const counterpartOf = (ours: OurRecord): Counterpart => ({
  currency: ours.currency,
  gross: BigInt(ours.gross),
  fee: ours.fee === null ? null : BigInt(ours.fee),
  isFeeEstimated: ours.isFeeEstimated,
  isBooked: ours.isBooked,
  from: new Date(ours.fromTime),
  to: new Date(ours.toTime),
});

/** A line in the form of a comparison. */
export const matchableLine = (item: ReconItemRow): MatchableLine => ({
  currency: item.currency,
  lineCurrency: item.lineCurrency,
  netCurrency: item.foreignCurrency ?? item.currency,
  gross: BigInt(item.grossAmount),
  fee: BigInt(item.feeAmount),
  time: item.itemTime === null ? null : new Date(item.itemTime),
});

/** The columns of a line about its matched record. */
export const ourSide = (ours: OurRecord) => ({
  ourMerchantId: ours.merchantId,
  ourRefType: ours.refType,
  ourRefId: ours.id,
  ourRefNo: ours.refNo,
  orderId: ours.orderId,
  orderNo: ours.orderNo,
  ourCurrency: ours.currency,
  ourGrossAmount: ours.gross,
  ourFeeAmount: ours.fee,
  ourTime: ours.toTime,
});
