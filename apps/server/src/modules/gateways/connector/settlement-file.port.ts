import type { ReconLineType } from "@countinghouse/contract/funds/recon/recon-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { GatewayAccountForCalls } from "./connector.port.ts";

/** One line of a settlement file, in our words; amounts in minor units, credits to us positive. */
export interface SettlementFileLine {
  /** Line of the file, the heading being 1. */
  readonly lineNo: number;
  readonly type: ValueOf<typeof ReconLineType>;
  /** The gateway's number of the payment. */
  readonly upstreamRef: string;
  /** Ours, of the order or of the refund. */
  readonly merchantRef: string;
  /** The gateway's number of what changed the payment, such as a refund. */
  readonly modificationRef: string;
  readonly paymentMethod: string | null;
  /** ISO 8601 in UTC. */
  readonly time: string;
  readonly bookingDate: string;
  /** In which it was taken, and in which it is settled. */
  readonly grossCurrency: string;
  readonly netCurrency: string;
  readonly gross: bigint;
  readonly interchange: bigint;
  readonly schemeFee: bigint;
  readonly markup: bigint;
}

/** A settlement file that was read whole. */
export interface SettlementFileRead {
  /** The account's number at the provider. */
  readonly upstreamMid: string;
  readonly batchNo: number;
  readonly lines: readonly SettlementFileLine[];
}

/** Why a file cannot be read: the line, the provider's name of the column, and what stands there. */
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

/** A file that a provider offers. */
export interface OfferedFile {
  readonly batchNo: number;
  readonly fileName: string;
}

/** Settlement files of a provider. */
export interface SettlementFiles {
  /** Reads a file as the provider writes it. Throws {@link UnreadableSettlementFile}; nothing is guessed. */
  read(bytes: Uint8Array): Promise<SettlementFileRead>;
  /** What the provider's API offers; one that stands there twice is told twice. Undefined where nothing was answered. */
  list?(account: GatewayAccountForCalls): Promise<readonly OfferedFile[] | undefined>;
  fetch?(account: GatewayAccountForCalls, file: OfferedFile): Promise<Uint8Array | undefined>;
}
