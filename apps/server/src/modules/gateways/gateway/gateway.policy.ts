type Service = "enabled" | "draining" | "disabled";

/** The strictest of several states: an account is as open as its gateway and provider. */
export const serviceOf = (...states: readonly Service[]): Service =>
  states.includes("disabled") ? "disabled" : states.includes("draining") ? "draining" : "enabled";

/** Whether new orders may be sent. */
export const takesNewOrders = (service: Service): boolean => service === "enabled";

/** Whether follow-up calls may be sent: captures, voids, refunds, queries. A draining account still serves these. */
export const takesFollowUps = (service: Service): boolean => service !== "disabled";

/** Validity period of a tax: half-open, without an end where there is none. */
export interface TaxPeriod {
  readonly id: string;
  readonly country: string;
  readonly base: string;
  readonly validFrom: string;
  readonly validTo: string | null;
}

const concernsSame = (a: TaxPeriod, b: TaxPeriod): boolean =>
  a.id !== b.id && a.country === b.country && a.base === b.base;

/** The first row whose period overlaps the given one. */
export const overlapOf = (rows: readonly TaxPeriod[], wanted: TaxPeriod): TaxPeriod | undefined =>
  rows.find(
    (row) =>
      concernsSame(row, wanted) &&
      (row.validTo === null || row.validTo > wanted.validFrom) &&
      (wanted.validTo === null || wanted.validTo > row.validFrom),
  );

/** The open-ended row that the given one would succeed. */
export const precededBy = <T extends TaxPeriod>(rows: readonly T[], wanted: TaxPeriod): T | undefined =>
  rows.find((row) => concernsSame(row, wanted) && row.validTo === null && row.validFrom < wanted.validFrom);
