import type { ReconDetail, ReconPreview } from "@countinghouse/contract/funds/recon/recon.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
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

/** Both sums of a file, what lies between them, and how long it has been open. */
export function ReconHead({ row }: Row) {
  const words = useWords(reconScreenMessages);
  const language = useLocale();
  const shown = (minor: string) => formatMoney(fromWire(minor, row.currency), { language });
  const figure = (minor: string) => <MoneyCell amount={fromWire(minor, row.currency)} isPlain />;
  return (
    <section className="ch-card recon-strip">
      <dl>
        <div>
          <dt>{words.fileSays}</dt>
          <dd>
            {figure(row.netAmount)}
            <small>{fill(words.grossAndFees, { gross: shown(row.grossAmount), fees: shown(row.feeAmount) })}</small>
          </dd>
        </div>
        <div>
          <dt>{words.weSay}</dt>
          <dd>
            {figure(row.ourNetAmount)}
            <small>{words.atReceivable}</small>
          </dd>
        </div>
        <div>
          <dt>{words.difference}</dt>
          <dd className={row.openCount > 0 ? "recon-tone-danger" : undefined}>
            {figure(row.openAmount)}
            <small>{row.openCount > 0 ? fill(words.allOfIt, { count: row.openCount }) : words.noneOpen}</small>
          </dd>
        </div>
        <div>
          <dt>{words.checks}</dt>
          <dd>
            <FileChecks checks={row.checks} copies={row.copies} />
            <small className="ch-mono">
              {fill(words.lines, {
                count: row.lineCount,
                hash: `${row.fileHash.slice(0, 4)}…${row.fileHash.slice(-4)}`,
              })}
            </small>
          </dd>
        </div>
      </dl>
      <Ages row={row} />
    </section>
  );
}

const order = ["today", "days2", "days7", "days30", "longer"] as const;

/** Open differences by their age, each as wide as what it comes to. */
function Ages({ row: { ages, currency } }: Row) {
  const words = useWords(reconScreenMessages);
  const present = order.flatMap((age) => ages.filter((one) => one.age === age));
  if (present.length === 0) return null;
  return (
    <div className="recon-ages">
      <span>{words.byAge}</span>
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
