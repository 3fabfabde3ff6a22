import { BankMatch } from "@countinghouse/contract/funds/bank-statement/bank-enumerations.ts";
import { bankLineMessages } from "@countinghouse/contract/funds/bank-statement/bank-line.messages.ts";
import { type BankLine, bankLine } from "@countinghouse/contract/funds/bank-statement/bank-line.ts";
import {
  type BankGroup,
  type BankStatementDetail,
  matchesOfBankGroup,
} from "@countinghouse/contract/funds/bank-statement/bank-statement.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import type { Column } from "@countinghouse/ui/table/column.ts";
import { useMemo } from "react";
import { linesMessages } from "../../../platform/funds/lines.messages.ts";
import { LinesByGroup } from "../../../platform/funds/lines-by-group.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { BankLineCase } from "./bank-line.case.part.tsx";
import { bankScreenMessages } from "./bank-statement.messages.ts";

const groups: readonly BankGroup[] = ["toConfirm", "differing", "unknown", "suspended", "resolved", "matched"];
const exported = ["lineNo", "bookingDate", "amount", "partyName", "endToEndId", "matchStatus", "status", "difference"];

/** The lines of a statement by what was found, with the case of one beside them. */
export function BankLines({ row }: { readonly row: BankStatementDetail }) {
  const words = useWords(bankScreenMessages);
  return (
    <LinesByGroup<BankLine, BankGroup>
      resource={bankLine}
      of={row}
      groups={groups}
      done={["matched", "resolved"]}
      label={words.line}
      words={words}
      columns={useColumns()}
      exported={exported}
      filterOf={(group) => ({
        mode: row.mode,
        statementId: row.id,
        ...(group in matchesOfBankGroup
          ? { status: ["open"], matchStatus: [...matchesOfBankGroup[group as keyof typeof matchesOfBankGroup]] }
          : { status: [group] }),
      })}
      amountOf={({ amount }) => amount}
      lineCase={(chosen) => <BankLineCase {...chosen} />}
    />
  );
}

function useColumns(): readonly Column<BankLine>[] {
  const words = useWords(bankScreenMessages);
  const { ourBooks } = useWords(linesMessages);
  const { fields } = useWords(bankLineMessages);
  const locale = useLocale();
  return useMemo(
    () => [
      { key: "bookingDate", title: fields.bookingDate, width: 112, cell: ({ bookingDate }) => bookingDate },
      {
        key: "party",
        title: words.party,
        width: 124,
        cell: ({ partyName, remittance, bankCode }) => (
          <span className="ch-cut" title={remittance}>
            {partyName || remittance || bankCode}
          </span>
        ),
      },
      {
        key: "reference",
        title: words.reference,
        width: 104,
        cell: ({ ourSourceNo, ourRefNo, endToEndId, bankRef }) => (
          <span className="ch-mono ch-cut">{ourSourceNo ?? ourRefNo ?? (endToEndId || bankRef)}</span>
        ),
      },
      {
        key: "matchStatus",
        title: ourBooks,
        width: 124,
        cell: ({ matchStatus }) => BankMatch.memberOf(matchStatus)?.text[locale] ?? null,
      },
      {
        key: "amount",
        title: fields.amount,
        width: 124,
        isMoney: true,
        align: "end",
        cell: ({ amount, currency }) => <MoneyCell amount={fromWire(amount, currency)} />,
      },
    ],
    [words, ourBooks, fields, locale],
  );
}
