import type { OurRecord } from "./recon-counterpart.store.ts";
import type { ReconItemRow } from "./recon-item.store.ts";
import type { Counterpart, MatchableLine } from "./recon-match.policy.ts";

/** By what a record of ours is known. */
export const keyOf = ({ refType, id }: Pick<OurRecord, "refType" | "id">): string => `${refType} ${id}`;

/** A record of ours as a line is compared with it. */
export const counterpartOf = (ours: OurRecord): Counterpart => ({
  currency: ours.currency,
  gross: BigInt(ours.gross),
  fee: ours.fee === null ? null : BigInt(ours.fee),
  isFeeEstimated: ours.isFeeEstimated,
  isBooked: ours.isBooked,
  from: new Date(ours.fromTime),
  to: new Date(ours.toTime),
});

/** A line as it is compared. */
export const matchableLine = (item: ReconItemRow): MatchableLine => ({
  currency: item.currency,
  lineCurrency: item.lineCurrency,
  netCurrency: item.foreignCurrency ?? item.currency,
  gross: BigInt(item.grossAmount),
  fee: BigInt(item.feeAmount),
  time: item.itemTime === null ? null : new Date(item.itemTime),
});

/** What a line says of the record of ours that it stands against. */
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
