import { unendedItemStates } from "@countinghouse/contract/funds/recon/recon.lifecycle.ts";
import { recon } from "@countinghouse/contract/funds/recon/recon.ts";
import {
  ReconItemStatus,
  ReconMatch,
  ReconResolution,
  SuspenseCause,
} from "@countinghouse/contract/funds/recon/recon-enumerations.ts";
import { reconItemMessages } from "@countinghouse/contract/funds/recon/recon-item.messages.ts";
import { type ReconItem, type ReconPlan, reconItem } from "@countinghouse/contract/funds/recon/recon-item.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import { LongTextInput } from "@countinghouse/ui/fields/inputs.tsx";
import { Button } from "antd";
import { type ReactNode, useState } from "react";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { Sums } from "../../../platform/funds/sums.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { pagesMessages } from "../../../platform/pages/pages.messages.ts";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./recon.css";
import { ReconCandidates } from "./recon.candidates.part.tsx";
import { reconScreenMessages } from "./recon.messages.ts";
import { ReconSides } from "./recon.sides.part.tsx";

interface ReconCaseProps {
  readonly item: ReconItem;
  /** Lines that are ended at once; the item alone unless several are ticked. */
  readonly together: readonly ReconItem[];
  onEnded(): void;
}

/** One line with both of its sides, and what can be done about it. */
export function ReconCase({ item, together, onEnded }: ReconCaseProps) {
  const words = useWords(reconScreenMessages);
  const isUnended = unendedItemStates.includes(item.status);
  return (
    <section className="ch-card recon-case" aria-label={words.item}>
      <header>
        <h2 className="ch-mono">{item.orderNo ?? (item.merchantRef || item.upstreamRef)}</h2>
        <ChipOf enumeration={ReconMatch} value={item.matchStatus} isFlat />
        <ChipOf enumeration={ReconItemStatus} value={item.status} isFlat />
      </header>
      <ReconSides item={item} />
      {item.resolution ? <Ended item={item} /> : null}
      {isUnended ? (
        <Deed
          key={together.map(({ id, version }) => `${id}.${version}`).join()}
          item={item}
          together={together}
          onEnded={onEnded}
        />
      ) : null}
    </section>
  );
}

/** What was done about a line, by whom and why. */
function Ended({ item }: { readonly item: ReconItem }) {
  const { fields } = useWords(reconItemMessages);
  const locale = useLocale();
  const by = [ReconResolution.memberOf(item.resolution)?.text[locale], item.resolveUserName]
    .filter(Boolean)
    .join(" · ");
  return (
    <div className="recon-deed">
      <h3>{fields.resolution}</h3>
      <p className="recon-quiet">
        {by} {item.resolveTime ? <TimeCell value={item.resolveTime} /> : null}
      </p>
      {item.remark ? <p>{item.remark}</p> : null}
      <Sums
        currency={item.currency}
        sums={[
          { label: fields.difference, minor: item.difference },
          { label: fields.truedAmount, minor: item.truedAmount },
          { label: fields.suspenseAmount, minor: item.suspenseAmount },
        ]}
      />
    </div>
  );
}

const endings = ["adjust_cost", "suspense", "claim", "ignore_within_tolerance"] as const;
const causes = ["gateway_fee", "dispute_loss", "receivable"] as const;
type DeedName = (typeof endings)[number] | (typeof causes)[number];
const isCause = (deed: DeedName): deed is (typeof causes)[number] => causes.some((cause) => cause === deed);

/** Ends lines: what it books and leaves is shown before, and done with a reason. */
function Deed({ item, together, onEnded }: ReconCaseProps) {
  const words = useWords(reconScreenMessages);
  const pages = useWords(pagesMessages);
  const locale = useLocale();
  const may = useMay();
  const [deed, setDeed] = useState<DeedName>();
  const [reason, setReason] = useState<string | null>("");
  const [isAsked, setIsAsked] = useState(false);
  const resolve = useOperation(reconItem, "resolve", { alsoChanges: [recon] });
  const settle = useOperation(reconItem, "settle", { alsoChanges: [recon] });
  const offered: readonly DeedName[] =
    item.status === "suspended"
      ? causes
      : item.status === "claimed"
        ? endings.filter((one) => one !== "claim")
        : endings;
  if (!may(item.status === "suspended" ? "reconItem:settle" : "reconItem:resolve")) return null;
  const nameOf = (one: DeedName): string =>
    (isCause(one) ? SuspenseCause : ReconResolution).memberOf(one)?.text[locale] ?? one;
  const items = together.map(({ id, version }) => ({ id, version }));
  const end = async () => {
    setIsAsked(true);
    if (!deed || !reason?.trim()) return;
    const done = isCause(deed)
      ? await settle.attempt({ items, cause: deed, reason })
      : await resolve.attempt({ items, resolution: deed, reason });
    if (done) onEnded();
  };
  return (
    <div className="recon-deed">
      <h3>{item.status === "suspended" ? words.settleTo : words.doIt}</h3>
      <div className="recon-deed-choices">
        {offered.map((one) => (
          <Button key={one} size="small" type={deed === one ? "primary" : "default"} onClick={() => setDeed(one)}>
            {nameOf(one)}
          </Button>
        ))}
      </div>
      {deed ? (
        <Plan ids={items.map(({ id }) => id)} deed={deed}>
          <Field
            label={words.reasonLabel}
            isRequired
            isWide
            error={isAsked && !reason?.trim() ? pages.required : undefined}
          >
            {(facts) => <LongTextInput facts={facts} value={reason} onChange={setReason} />}
          </Field>
          <div>
            <Button type="primary" loading={resolve.isRunning || settle.isRunning} onClick={() => void end()}>
              {fill(words.confirm, { what: nameOf(deed), count: items.length })}
            </Button>
          </div>
        </Plan>
      ) : null}
      {item.lineNo !== null && item.status !== "suspended" && may("reconItem:rematch") ? (
        <ReconCandidates item={item} onEnded={onEnded} />
      ) : null}
    </div>
  );
}

interface PlanProps {
  readonly ids: readonly string[];
  readonly deed: DeedName;
  readonly children: ReactNode;
}

/** What a deed books and leaves; where it does not fit, why. */
function Plan({ ids, deed, children }: PlanProps) {
  const answer = useAnswer(reconItem, "plan", { ids: [...ids], resolution: deed });
  return (
    <Answered answer={answer}>
      {(plan) => (
        <>
          <Postings of={plan} />
          <Left of={plan} />
          {children}
        </>
      )}
    </Answered>
  );
}

/** Postings of one kind are summed: a line for each would tell nothing more. */
function Postings({ of }: { readonly of: ReconPlan }) {
  const words = useWords(reconScreenMessages);
  const { fields } = useWords(reconItemMessages);
  if (of.postings.length === 0) return <p className="recon-quiet">{words.postsNothing}</p>;
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
            <th scope="col" className="recon-figure">
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
                <td className="recon-figure">
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
      <p className="recon-quiet">{fill(words.leftOpen, { count: of.openCountAfter })}</p>
      {of.takesTwo ? <p className="recon-quiet">{words.takesTwo}</p> : null}
    </>
  );
}
