import { type InboxItem, inbox } from "@countinghouse/contract/dashboard/inbox/inbox.ts";
import { inboxKinds } from "@countinghouse/contract/dashboard/inbox/inbox-kinds.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { permissionOf } from "@countinghouse/contract/kit/resource.ts";
import { changeRequest, type RowDifference } from "@countinghouse/contract/system/change-request/change-request.ts";
import { ChangeHold } from "@countinghouse/contract/system/change-request/change-request-enumerations.ts";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { type Fact, Facts } from "@countinghouse/ui/layout/facts.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { Button, Dropdown } from "antd";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { ChangeRows } from "../../../platform/pages/late-change-rows.ts";
import type { AnyRow } from "../../../platform/pages/paged-resource.ts";
import { RecordDiff } from "../../../platform/pages/record-diff.tsx";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import type { DecisionAnswer } from "./inbox.decision.part.tsx";
import { comesBack, type DeferralTime, mayWait } from "./inbox.deferral.hook.ts";
import { useItemWords } from "./inbox.words.hook.ts";

interface ItemProps {
  readonly item: InboxItem;
}

/** What one is about: since when, who asked for it and why, what changes, and its record. */
export function ItemSubject({ item }: ItemProps) {
  const { facts, resource } = inboxKinds[item.kind];
  const canRead = useMay()(permissionOf(resource.name, "detail"));
  return (
    <>
      <AskedFor item={item} />
      {facts && canRead && <ItemRecord item={item} facts={facts} />}
    </>
  );
}

/** What the inbox itself knows of it. */
function AskedFor({ item }: ItemProps) {
  const fields: Readonly<Record<string, string>> = useWords(inbox).fields;
  const { words, stakeOrNone, doerOf } = useItemWords();
  const { person, reason, evidence, since, due, laterUntil } = item;
  const fact = (key: keyof InboxItem, value: ReactNode, isWide = false): Fact[] =>
    value === null ? [] : [{ key, label: fields[key] ?? key, value, isWide }];
  return (
    <section className="inbox-part">
      <Facts
        facts={[
          ...fact("amount", stakeOrNone(item)).map((one) => ({ ...one, label: words.stake })),
          ...fact("person", person && doerOf(person)),
          ...fact("since", <TimeCell value={since} />),
          ...fact("due", due && <TimeCell value={due} />),
          ...fact("laterUntil", laterUntil && <TimeCell value={laterUntil} />),
          ...fact("reason", reason, true),
          ...fact("evidence", evidence, true),
        ]}
      />
    </section>
  );
}

/** The record itself, and where a change of it waits, what would become different. */
function ItemRecord({ item, facts }: ItemProps & { readonly facts: readonly string[] }) {
  const { words } = useItemWords();
  const { resource } = inboxKinds[item.kind];
  const answer = useAnswer(resource, "detail", { id: item.recordId } as never);
  return (
    <Answered answer={answer as { data: AnyRow | undefined; error: Error | null; refetch(): Promise<unknown> }}>
      {(row) => (
        <>
          {item.kind === "changeApproval" && (
            <section className="inbox-part">
              <h3 className="ch-section-title">{words.difference}</h3>
              <ChangeRows operation={String(row.operation)} changes={row.changes as readonly RowDifference[]} />
            </section>
          )}
          {isChange(row.proposal) && (
            <section className="inbox-part">
              <h3 className="ch-section-title">{words.difference}</h3>
              <RecordDiff
                resource={resource}
                label={words.difference}
                before={row}
                after={{ ...row, ...row.proposal }}
                fields={Object.keys(row.proposal)}
                same={words.same}
              />
            </section>
          )}
          <section className="inbox-part">
            <h3 className="ch-section-title">{words.record}</h3>
            <RecordFacts resource={resource} of={row} fields={facts} />
          </section>
        </>
      )}
    </Answered>
  );
}

const isChange = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** Why it is not the reader's to act on. */
function Hold({ item }: ItemProps) {
  const { words } = useItemWords();
  if (item.hold === null) return null;
  const permission = inboxKinds[item.kind].acts ?? "";
  const own = item.kind === "merchantCase" ? words.ownStep : words.own;
  return <p className="inbox-hold">{item.hold === "own" ? own : fill(words.notAllowed, { permission })}</p>;
}

/** Why a change is not the reader's to approve, beyond what is true of every kind: who they are to whoever asked. */
function useChangeHold({ kind, recordId, hold }: InboxItem): string | undefined {
  const locale = useLocale();
  const isEnabled = useMay()("changeRequest:detail") && kind === "changeApproval" && hold === null;
  const { data } = useAnswer(changeRequest, "detail", { id: recordId }, { isEnabled });
  return data?.hold ? ChangeHold.memberOf(data.hold)?.text[locale] : undefined;
}

/** Puts it off, or takes it up again where it was. */
function LaterButton({ item, onLater, onTakeUp }: Omit<FootProps, "onAnswer">) {
  const { words } = useItemWords();
  const timeZone = useTimeZone();
  if (item.laterUntil !== null)
    return (
      <Button aria-keyshortcuts="S" onClick={onTakeUp}>
        {words.takeUp} <Key name="S" />
      </Button>
    );
  const choices = [
    { key: "tomorrow", label: words.untilTomorrow, name: "S" },
    { key: "monday", label: words.untilMonday, name: "M" },
  ] as const;
  const items = choices.map(({ key, label, name }) => ({
    key,
    label: (
      <>
        {label} <Key name={name} />
      </>
    ),
    disabled: !mayWait(item, comesBack(key, Date.now(), timeZone)),
  }));
  return (
    <Dropdown trigger={["click"]} menu={{ items, onClick: ({ key }) => onLater(key as DeferralTime) }}>
      <Button aria-keyshortcuts="S M" aria-haspopup="menu">
        {words.later} <Key name="S" />
      </Button>
    </Dropdown>
  );
}

const Key = ({ name }: { readonly name: string }) => (
  <span aria-hidden="true">
    <kbd>{name}</kbd>
  </span>
);

/** What can be done about it: the two answers where somebody is asked to decide, and its own page. */
interface FootProps extends ItemProps {
  onAnswer(answer: DecisionAnswer): void;
  onLater(later: DeferralTime): void;
  onTakeUp(): void;
}

export function ItemFoot({ item, onAnswer, onLater, onTakeUp }: FootProps) {
  const { words } = useItemWords();
  const { decision, path } = inboxKinds[item.kind];
  const held = useChangeHold(item);
  return (
    <footer className="inbox-foot">
      {held === undefined ? <Hold item={item} /> : <p className="inbox-hold">{held}</p>}
      <span className="ch-grow" />
      <LaterButton item={item} onLater={onLater} onTakeUp={onTakeUp} />
      <Link className="ch-btn" aria-keyshortcuts="Enter" to={path(item)}>
        {words.open}{" "}
        <span aria-hidden="true">
          <kbd>↵</kbd>
        </span>
      </Link>
      {decision && item.hold === null && held === undefined && (
        <>
          <Button aria-keyshortcuts="R" onClick={() => onAnswer("reject")}>
            {words.reject}{" "}
            <span aria-hidden="true">
              <kbd>R</kbd>
            </span>
          </Button>
          <Button type="primary" aria-keyshortcuts="A" onClick={() => onAnswer("approve")}>
            {words.approve}{" "}
            <span aria-hidden="true">
              <kbd>A</kbd>
            </span>
          </Button>
        </>
      )}
    </footer>
  );
}
