import { unendedItemStates } from "@countinghouse/contract/funds/recon/recon.lifecycle.ts";
import { recon } from "@countinghouse/contract/funds/recon/recon.ts";
import {
  ReconItemStatus,
  ReconMatch,
  ReconResolution,
  SuspenseCause,
} from "@countinghouse/contract/funds/recon/recon-enumerations.ts";
import { reconItemMessages } from "@countinghouse/contract/funds/recon/recon-item.messages.ts";
import {
  bearsCost,
  type ReconItem,
  type ReconPlan,
  reconItem,
  returnsRefund,
} from "@countinghouse/contract/funds/recon/recon-item.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { useMay } from "../../../platform/access/allowed.tsx";
import { LineEnded, LineResolutionForm } from "../../../platform/funds/line-case.tsx";
import type { ChosenLine } from "../../../platform/funds/lines-by-group.tsx";
import { Sums } from "../../../platform/funds/sums.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
import "./recon.css";
import { ReconCandidates } from "./recon.candidates.part.tsx";
import { reconScreenMessages } from "./recon.messages.ts";
import { ReconSides } from "./recon.sides.part.tsx";

/** One line with both of its sides, and what can be done about it. */
export function ReconCase({ line, together, onEnded }: ChosenLine<ReconItem>) {
  const words = useWords(reconScreenMessages);
  const isUnended = unendedItemStates.includes(line.status);
  return (
    <section className="ch-card lines-case" aria-label={words.item}>
      <header>
        <h2 className="ch-mono">{line.orderNo ?? (line.merchantRef || line.upstreamRef)}</h2>
        <ChipOf enumeration={ReconMatch} value={line.matchStatus} isFlat />
        <ChipOf enumeration={ReconItemStatus} value={line.status} isFlat />
      </header>
      <ReconSides item={line} />
      {line.resolution ? <Ended line={line} /> : null}
      {isUnended ? (
        <ResolutionForm
          key={together.map(({ id, version }) => `${id}.${version}`).join()}
          line={line}
          together={together}
          onEnded={onEnded}
        />
      ) : null}
    </section>
  );
}

/** What was done about a line, by whom and why, and what that left of its difference. */
function Ended({ line }: { readonly line: ReconItem }) {
  const { fields } = useWords(reconItemMessages);
  const how = ReconResolution.memberOf(line.resolution)?.text[useLocale()];
  return (
    <LineEnded title={fields.resolution} how={how} line={line}>
      <Sums
        currency={line.currency}
        sums={[
          { label: fields.difference, minor: line.difference },
          { label: fields.truedAmount, minor: line.truedAmount },
          { label: fields.suspenseAmount, minor: line.suspenseAmount },
        ]}
      />
    </LineEnded>
  );
}

const endings = ["merchant", "adjust_cost", "suspense", "claim", "ignore_within_tolerance"] as const;
const causes = ["merchant", "gateway_fee", "dispute_loss", "receivable"] as const;
type Ending = (typeof endings)[number];
type Cause = (typeof causes)[number];
type ResolutionName = Ending | Cause;

/** Whether a line can be ended so, as far as it says so itself. */
const fits = (line: ReconItem, ending: Ending): boolean => {
  if (ending === "merchant") return returnsRefund(line);
  if (ending === "claim") return line.status !== "claimed";
  if (ending === "ignore_within_tolerance") return true;
  return line.difference !== "0" && (ending === "suspense" || bearsCost(line));
};

/** By what all of some lines can be ended: out of suspense by its cause. */
const offeredFor = (lines: readonly ReconItem[], isSuspended: boolean): readonly ResolutionName[] =>
  isSuspended
    ? causes.filter((cause) => cause !== "merchant" || lines.every(returnsRefund))
    : endings.filter((ending) => lines.every((line) => fits(line, ending)));

/** Ends lines: what it books and leaves is shown before. */
function ResolutionForm({ line, together, onEnded }: ChosenLine<ReconItem>) {
  const words = useWords(reconScreenMessages);
  const locale = useLocale();
  const may = useMay();
  const isSuspended = line.status === "suspended";
  return (
    <LineResolutionForm<ResolutionName, ReconPlan>
      resource={reconItem}
      files={recon}
      isSuspended={isSuspended}
      settleTo={words.settleTo}
      offered={offeredFor(together, isSuspended)}
      lines={together}
      nameOf={(one) => (isSuspended ? (SuspenseCause.memberOf(one)?.text[locale] ?? one) : words.deeds[one as Ending])}
      effects={(plan) => (
        <>
          <Postings of={plan} />
          <Left of={plan} />
        </>
      )}
      onEnded={onEnded}
    >
      {line.lineNo !== null && !isSuspended && may("reconItem:rematch") ? (
        <ReconCandidates item={line} onEnded={onEnded} />
      ) : null}
    </LineResolutionForm>
  );
}

/** Postings of one kind are summed: a line for each would tell nothing more. */
function Postings({ of }: { readonly of: ReconPlan }) {
  const words = useWords(reconScreenMessages);
  const { fields } = useWords(reconItemMessages);
  if (of.postings.length === 0) return <p className="funds-quiet">{words.postsNothing}</p>;
  const kinds = Map.groupBy(of.postings, (one) => `${one.event} ${one.debitAccount} ${one.creditAccount}`);
  return (
    <>
      <h3>{words.willPost}</h3>
      <table className="recon-postings">
        <thead>
          <tr>
            <th scope="col">{fields.event}</th>
            <th scope="col">{fields.debitAccount}</th>
            <th scope="col">{fields.creditAccount}</th>
            <th scope="col" className="lines-figure">
              {fields.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {[...kinds].map(([kind, same]) => {
            const [first] = same;
            const sum = same.reduce((total, { amount }) => total + BigInt(amount), 0n);
            return first ? (
              <tr key={kind}>
                <td>{first.event}</td>
                <td className="ch-mono">{first.debitAccount}</td>
                <td className="ch-mono">{first.creditAccount}</td>
                <td className="lines-figure">
                  <MoneyCell amount={fromWire(String(sum), first.currency)} />
                </td>
              </tr>
            ) : null;
          })}
        </tbody>
      </table>
    </>
  );
}

function Left({ of }: { readonly of: ReconPlan }) {
  const words = useWords(reconScreenMessages);
  return (
    <>
      <h3>{words.leftTitle}</h3>
      <Sums
        currency={of.currency}
        sums={[
          { label: words.leftBefore, minor: of.openBefore },
          {
            label: fill(words.leftEnded, { count: of.count }),
            minor: String(BigInt(of.openAfter) - BigInt(of.openBefore)),
          },
          { label: words.left, minor: of.openAfter },
        ]}
      />
      <p className="funds-quiet">{fill(words.leftOpen, { count: of.openCountAfter })}</p>
      {of.takesTwo ? <p className="funds-quiet">{words.takesTwo}</p> : null}
    </>
  );
}
