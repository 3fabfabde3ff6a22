/** The part of the product that noticed a failure. */
export type FailureSource =
  | "outbox"
  | "inbound_webhook"
  | "outbound_webhook"
  | "job"
  | "connector"
  | "ledger"
  | "recon"
  | "import";

/** Kind of a failure, independent of its object. */
export interface FailureShape {
  readonly source: FailureSource;
  /** The failed work: type of event, queue or operation. */
  readonly eventType: string;
  readonly level: "warning" | "error" | "critical";
  readonly message: string;
}

/** Differences between failures of one kind: ids, numbers, quoted values, hexadecimal words. */
const particulars = [
  /"[^"]*"|“[^”]*”|'[^']*'/g,
  /\b[a-z]{2,5}_[0-9A-HJKMNP-TV-Z]{26}\b/g,
  /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi,
  /\b[A-Z]{2}\d{8}[0-9A-Z]{6,}\b/g,
  /\b[0-9a-f]{12,}\b/gi,
  /\d+(?:[.,:]\d+)*/g,
] as const;

/** A message without such details, equal for failures of one kind. */
export const shapeOfMessage = (message: string): string =>
  particulars
    .reduce((text, particular) => text.replace(particular, "#"), message)
    .replace(/\s+/g, " ")
    .trim();
