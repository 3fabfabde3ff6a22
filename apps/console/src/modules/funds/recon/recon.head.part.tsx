import type { ReconDetail, ReconPreview } from "@countinghouse/contract/funds/recon/recon.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { byAge, FileFigure, shortHash } from "../../../platform/funds/file-head.tsx";
import { linesMessages } from "../../../platform/funds/lines.messages.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import "./recon.css";
import { reconScreenMessages } from "./recon.messages.ts";

type Row = { readonly row: ReconDetail };

interface FileChecksProps {
  readonly checks: ReconDetail["checks"] | (ReconPreview & Pick<ReconDetail["checks"], "isSingle">);
  readonly copies: number;
}

/** What a file is held to: its own sum, the files before it, and that it came once. */
export function FileChecks({ checks: { addsUp, missingBatchNo, isSingle }, copies }: FileChecksProps) {
  const words = useWords(reconScreenMessages);
  const sum = addsUp === null ? words.noPayout : addsUp ? words.addsUp : words.addsUpNot;
  const isGapless = missingBatchNo === null;
  return (
    <div className="recon-checks">
      <StatusChip text={sum} tone={addsUp === false ? "danger" : addsUp ? "success" : "neutral"} isFlat />
      <StatusChip
        text={isGapless ? words.noGap : fill(words.gap, { batchNo: missingBatchNo })}
        tone={isGapless ? "success" : "danger"}
        isFlat
      />
      {isSingle ? (
        <StatusChip text={words.single} tone="success" isFlat />
      ) : copies > 0 ? (
        <StatusChip text={fill(words.again, { count: copies })} tone="warning" isFlat />
      ) : null}
    </div>
  );
}

/** Both sums of a file, what is open of the difference, and how long it has been. */
export function ReconHead({ row }: Row) {
  const words = useWords(reconScreenMessages);
  const language = useLocale();
  const shown = (minor: string) => formatMoney(fromWire(minor, row.currency), { language });
  const figure = (minor: string) => <MoneyCell amount={fromWire(minor, row.currency)} isPlain />;
  return (
    <section className="ch-card lines-strip recon-strip">
      <dl>
        <FileFigure title={words.fileSays}>
          {figure(row.netAmount)}
          <small>{fill(words.grossAndFees, { gross: shown(row.grossAmount), fees: shown(row.feeAmount) })}</small>
          {row.payoutAmount === null ? null : <small>{fill(words.paidOut, { amount: shown(row.payoutAmount) })}</small>}
        </FileFigure>
        <FileFigure title={words.weSay} note={words.atReceivable}>
          {figure(row.ourNetAmount)}
        </FileFigure>
        <FileFigure
          title={words.difference}
          isOpen={row.openCount > 0}
          note={row.openCount > 0 ? fill(words.allOfIt, { count: row.openCount }) : words.noneOpen}
        >
          {figure(row.openAmount)}
        </FileFigure>
        <FileFigure title={words.checks}>
          <FileChecks checks={row.checks} copies={row.copies} />
          <small className="ch-mono">
            {fill(words.lines, { count: row.lineCount, hash: shortHash(row.fileHash) })}
          </small>
        </FileFigure>
      </dl>
      <Ages row={row} />
    </section>
  );
}

/** Open differences by their age, each as wide as what it comes to. */
function Ages({ row: { ages, currency } }: Row) {
  const words = useWords(reconScreenMessages);
  const lines = useWords(linesMessages);
  const present = byAge(ages);
  if (present.length === 0) return null;
  return (
    <div className="lines-ages">
      <span>{lines.byAge}</span>
      <span className="recon-age-bar" aria-hidden="true">
        {present.map(({ age, amount }) => (
          <i key={age} className={`recon-age-${age}`} style={{ flexGrow: Math.max(1, Number(amount)) }} />
        ))}
      </span>
      {present.map(({ age, count, amount }) => (
        <span key={age}>
          <span className={`recon-square recon-age-${age}`} aria-hidden="true" />
          {words.ages[age]} <b>{count}</b> <MoneyCell amount={fromWire(amount, currency)} isPlain />
        </span>
      ))}
    </div>
  );
}
