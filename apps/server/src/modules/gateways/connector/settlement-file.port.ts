import type { ReconLineType } from "@countinghouse/contract/funds/recon/recon-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { GatewayAccountForCalls } from "./connector.port.ts";

/** One line of a settlement file in our terms; amounts in minor units, credits to us positive. */
export interface SettlementFileLine {
  /** Line number in the file; the heading is 1. */
  readonly lineNo: number;
  readonly type: ValueOf<typeof ReconLineType>;
  /** The gateway's number of the payment. */
  readonly upstreamRef: string;
  /** Our number of the order or refund. */
  readonly merchantRef: string;
  /** The gateway's number of the modification, such as a refund. */
  readonly modificationRef: string;
  readonly paymentMethod: string | null;
  /** ISO 8601 in UTC. */
  readonly time: string;
  readonly bookingDate: string;
  /** Currencies of the payment and of the settlement. */
  readonly grossCurrency: string;
  readonly netCurrency: string;
  readonly gross: bigint;
  readonly interchange: bigint;
  readonly schemeFee: bigint;
  readonly markup: bigint;
}

/** A completely parsed settlement file. */
export interface SettlementFileRead {
  /** The account's number at the provider. */
  readonly upstreamMid: string;
  readonly batchNo: number;
  readonly lines: readonly SettlementFileLine[];
}

/** Why a file cannot be parsed: the line, the provider's column name, and its content. */
export class UnreadableSettlementFile extends Error {
  readonly line: number;
  readonly column: string;
  readonly value: string;
  constructor(line: number, column: string, value: string) {
    super(`line ${line}: ${column} cannot be ${JSON.stringify(value)}`);
    this.line = line;
    this.column = column;
    this.value = value.slice(0, 64);
  }
}

/** A file available at a provider. */
export interface OfferedFile {
  readonly batchNo: number;
  readonly fileName: string;
}

/** Settlement files of a provider. */
export interface SettlementFiles {
  /** Parses a file in the provider's format. Throws {@link UnreadableSettlementFile}; nothing is guessed. */
  read(bytes: Uint8Array): Promise<SettlementFileRead>;
  /** Files available by the provider's API; duplicates are kept. Undefined without an answer. */
  list?(account: GatewayAccountForCalls): Promise<readonly OfferedFile[] | undefined>;
  fetch?(account: GatewayAccountForCalls, file: OfferedFile): Promise<Uint8Array | undefined>;
}
