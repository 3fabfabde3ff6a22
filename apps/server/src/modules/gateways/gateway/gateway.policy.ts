type Service = "enabled" | "draining" | "disabled";

/** The strictest of several states: an account is as open as the gateway and the provider it stands on. */
export const serviceOf = (...states: readonly Service[]): Service =>
  states.includes("disabled") ? "disabled" : states.includes("draining") ? "draining" : "enabled";

/** Whether a new order may go there. */
export const takesNewOrders = (service: Service): boolean => service === "enabled";

/** Whether what follows an order that went there may: captures, voids, refunds, queries. Draining finishes these. */
export const takesFollowUps = (service: Service): boolean => service !== "disabled";

/** A tax as far as its days go: half-open, without an end where there is none. */
export interface TaxPeriod {
  readonly id: string;
  readonly country: string;
  readonly base: string;
  readonly validFrom: string;
  readonly validTo: string | null;
}

const concernsSame = (a: TaxPeriod, b: TaxPeriod): boolean =>
  a.id !== b.id && a.country === b.country && a.base === b.base;

/** The first row that holds on a day on which the given one would. */
export const overlapOf = (rows: readonly TaxPeriod[], wanted: TaxPeriod): TaxPeriod | undefined =>
  rows.find(
    (row) =>
      concernsSame(row, wanted) &&
      (row.validTo === null || row.validTo > wanted.validFrom) &&
      (wanted.validTo === null || wanted.validTo > row.validFrom),
  );

/** The row without an end that the given one would follow. */
export const precededBy = <T extends TaxPeriod>(rows: readonly T[], wanted: TaxPeriod): T | undefined =>
  rows.find((row) => concernsSame(row, wanted) && row.validTo === null && row.validFrom < wanted.validFrom);
