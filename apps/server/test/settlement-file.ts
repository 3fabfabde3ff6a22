import { settlementColumns } from "../../simulator/src/settlement.ts";

type Cells = Partial<Record<(typeof settlementColumns)[number], string>>;

/** One line of a settlement file: its amounts in one currency unless told, credits to us positive. */
export interface WrittenLine {
  readonly type: string;
  readonly currency?: string;
  readonly gross: string;
  readonly fee?: string;
  /** What the line comes to; its gross where it has no fee. */
  readonly net?: string;
  readonly upstreamReference?: string;
  readonly merchantReference?: string;
  readonly cells?: Cells;
}

const sides = (amount: string): readonly [string, string] =>
  amount.startsWith("-") ? [amount.slice(1), ""] : ["", amount];

/** A settlement file of the simulator's form, with the lines that a test wants. */
export function settlementFile(
  { mid = "sim_main", batchNo, currency = "USD", at }: { mid?: string; batchNo: number; currency?: string; at: Date },
  lines: readonly WrittenLine[],
): string {
  const time = at.toISOString();
  const rows = lines.map(({ cells, ...line }) => {
    const own = line.currency ?? currency;
    const [grossDebit, grossCredit] = sides(line.gross);
    const [netDebit, netCredit] = sides(line.net ?? line.gross);
    const written: Cells = {
      batchNo: String(batchNo),
      upstreamMid: mid,
      upstreamReference: line.upstreamReference ?? "",
      merchantReference: line.merchantReference ?? "",
      type: line.type,
      creationDate: time,
      timeZone: "UTC",
      grossCurrency: own,
      grossDebit,
      grossCredit,
      exchangeRate: "1",
      netCurrency: own,
      netDebit,
      netCredit,
      markup: line.fee ?? "",
      bookingDate: time.slice(0, 10),
      ...cells,
    };
    return settlementColumns.map((column) => written[column] ?? "").join(",");
  });
  return `${[settlementColumns.join(","), ...rows].join("\r\n")}\r\n`;
}
