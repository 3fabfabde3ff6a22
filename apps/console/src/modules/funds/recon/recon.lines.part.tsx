import { matchesOfGroup, type ReconDetail, type ReconGroup } from "@countinghouse/contract/funds/recon/recon.ts";
import { ReconMatch } from "@countinghouse/contract/funds/recon/recon-enumerations.ts";
import { type ReconItem, reconItem } from "@countinghouse/contract/funds/recon/recon-item.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { middleCut } from "@countinghouse/ui/cells/id-cell.tsx";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import type { Column } from "@countinghouse/ui/table/column.ts";
import { useMemo } from "react";
import { LinesByGroup } from "../../../platform/funds/lines-by-group.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { ReconCase } from "./recon.case.part.tsx";
import { reconScreenMessages } from "./recon.messages.ts";

const groups: readonly ReconGroup[] = ["mismatched", "missing", "extra", "resolved", "matched"];
const exported = [
  "lineNo",
  "type",
  "upstreamRef",
  "merchantRef",
  "orderNo",
  "matchStatus",
  "status",
  "netAmount",
  "difference",
];

/** Days since a difference began. */
export const ageOf = ({ since }: Pick<ReconItem, "since">): number =>
  Math.max(0, Math.floor((Date.now() - Date.parse(since)) / 86_400_000));

/** By what people know a line. */
export const nameOfLine = ({ orderNo, merchantRef, upstreamRef, type }: ReconItem): string =>
  orderNo ?? (merchantRef || upstreamRef || type);

/** What our books say against a line, in the currency of its file; the line of a payout counts what goes out. */
export const ourNetOf = ({ type, netAmount, netCurrency, currency, difference }: ReconItem): string => {
  const granted = netCurrency === currency ? BigInt(netAmount) : 0n;
  return String(type === "payout" ? granted + BigInt(difference) : granted - BigInt(difference));
};

/** The lines of a file by what was found, with the case of one beside them. */
export function ReconLines({ row }: { readonly row: ReconDetail }) {
  const words = useWords(reconScreenMessages);
  return (
    <LinesByGroup<ReconItem, ReconGroup>
      resource={reconItem}
      of={row}
      groups={groups}
      done={["matched"]}
      label={words.checks}
      words={words}
      columns={useColumns()}
      exported={exported}
      filterOf={(group) => ({
        mode: row.mode,
        batchId: row.id,
        ...(group === "resolved"
          ? { status: ["claimed", "suspended", "resolved"] }
          : { matchStatus: [...matchesOfGroup[group]], status: [group === "matched" ? "matched" : "open"] }),
      })}
      amountOf={({ difference }) => difference}
      lineCase={(chosen) => <ReconCase {...chosen} />}
    />
  );
}

function useColumns(): readonly Column<ReconItem>[] {
  const words = useWords(reconScreenMessages);
  const locale = useLocale();
  return useMemo(() => {
    const money = (minor: string, currency: string) => <MoneyCell amount={fromWire(minor, currency)} />;
    return [
      {
        key: "orderNo",
        title: words.item,
        width: 132,
        cell: (row) => (
          <span className="ch-mono ch-cut" title={nameOfLine(row)}>
            {middleCut(nameOfLine(row))}
          </span>
        ),
      },
      {
        key: "matchStatus",
        title: words.differsIn,
        width: 124,
        cell: ({ matchStatus }) => ReconMatch.memberOf(matchStatus)?.text[locale] ?? null,
      },
      {
        key: "netAmount",
        title: words.fileNet,
        width: 136,
        isMoney: true,
        align: "end",
        cell: (row) => money(row.netAmount, row.netCurrency),
      },
      {
        key: "ourNetAmount",
        title: words.ourNet,
        width: 136,
        align: "end",
        cell: (row) => money(ourNetOf(row), row.currency),
      },
      {
        key: "difference",
        title: words.diff,
        width: 100,
        align: "end",
        cell: (row) => money(row.difference, row.currency),
      },
      {
        key: "since",
        title: words.age,
        width: 56,
        align: "end",
        cell: (row) => fill(words.days, { days: ageOf(row) }),
      },
    ];
  }, [words, locale]);
}
