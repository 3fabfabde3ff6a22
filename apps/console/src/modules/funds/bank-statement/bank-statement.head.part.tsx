import type { BankStatementDetail } from "@countinghouse/contract/funds/bank-statement/bank-statement.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { byAge, FileFigure, shortHash } from "../../../platform/funds/file-head.tsx";
import { linesMessages } from "../../../platform/funds/lines.messages.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { bankScreenMessages } from "./bank-statement.messages.ts";

type Row = { readonly row: BankStatementDetail };

/** Balances of a statement, what moved between them, and how long its lines have been open. */
export function StatementHead({ row }: Row) {
  const words = useWords(bankScreenMessages);
  const language = useLocale();
  const shown = (minor: string) => formatMoney(fromWire(minor, row.currency), { language });
  const figure = (minor: string) => <MoneyCell amount={fromWire(minor, row.currency)} isPlain />;
  const { formerNo, formerClosing, follows } = row.checks;
  const former =
    follows === null
      ? words.first
      : follows
        ? fill(words.follows, { no: formerNo ?? "" })
        : fill(words.followsNot, { no: formerNo ?? "", amount: shown(formerClosing ?? "0") });
  return (
    <section className="ch-card lines-strip">
      <dl>
        <FileFigure
          title={words.opening}
          note={<span className={follows === false ? "lines-late" : undefined}>{former}</span>}
        >
          {figure(row.openingAmount)}
        </FileFigure>
        <FileFigure
          title={words.moved}
          note={fill(words.lines, { count: row.lineCount, hash: shortHash(row.fileHash) })}
        >
          {figure(row.creditAmount)} {figure(`-${row.debitAmount}`.replace(/^-0$/, "0"))}
        </FileFigure>
        <FileFigure title={words.closing} note={fill(words.byBooks, { amount: shown(row.bookAmount) })}>
          {figure(row.closingAmount)}
        </FileFigure>
        <FileFigure
          title={words.open}
          isOpen={row.openCount > 0}
          note={row.openCount > 0 ? fill(words.openLines, { count: row.openCount }) : words.noneOpen}
        >
          {figure(row.openAmount)}
        </FileFigure>
      </dl>
      <Ages row={row} />
    </section>
  );
}

/** Lines that are not ended by their age. */
function Ages({ row: { ages, currency } }: Row) {
  const words = useWords(bankScreenMessages);
  const lines = useWords(linesMessages);
  const present = byAge(ages);
  if (present.length === 0) return null;
  return (
    <p className="lines-ages">
      <span>{lines.byAge}</span>
      {present.map(({ age, count, amount }) => (
        <span key={age} className={age === "days30" || age === "longer" ? "lines-late" : undefined}>
          {words.ages[age]} <b>{count}</b> <MoneyCell amount={fromWire(amount, currency)} isPlain />
        </span>
      ))}
    </p>
  );
}
