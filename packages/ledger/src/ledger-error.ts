/** The stable names of the broken assumptions this package throws on. */
export type LedgerErrorCode =
  | "account_malformed"
  | "instant_malformed"
  | "posting_invalid"
  | "merchants_mixed"
  | "reserve_exceeds_net"
  | "reversal_invalid"
  | "return_exceeds_sent";

/**
 * Thrown when a caller asks for an entry that would not be bookkeeping. None of these is something a user did wrong:
 * a policy has to refuse earlier, so reaching one is a defect. `detail` names the accounts and figures.
 */
export class LedgerError extends Error {
  readonly code: LedgerErrorCode;
  readonly detail: string;

  constructor(code: LedgerErrorCode, detail: string) {
    super(`${code}: ${detail}`);
    this.name = "LedgerError";
    this.code = code;
    this.detail = detail;
  }
}
