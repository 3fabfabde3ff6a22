import { InboxGroup, type InboxItem, inbox } from "@countinghouse/contract/dashboard/inbox/inbox.ts";
import { inboxKinds } from "@countinghouse/contract/dashboard/inbox/inbox-kinds.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { EmptyState } from "@countinghouse/ui/feedback/empty-state.tsx";
import { usePhone } from "@countinghouse/ui/layout/use-phone.ts";
import { useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { useWords } from "../../../platform/i18n/use-words.ts";
import "../../../platform/pages/pages.css";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { paymentMode } from "../../../platform/session/payment-mode.ts";
import { useStore } from "../../../platform/state/store.ts";
import "./inbox.css";
import { type DecisionAnswer, InboxDecisionLayer } from "./inbox.decision.part.tsx";
import { type DeferralTime, useDeferral } from "./inbox.deferral.hook.ts";
import { HandledRows } from "./inbox.handled.part.tsx";
import { ItemFoot, ItemSubject } from "./inbox.item.part.tsx";
import { usePageKeys } from "./inbox.keys.hook.ts";
import { countOf, countText, groupOf, groupsOf, keyOf, sectionsOf } from "./inbox.layout.policy.ts";
import { InboxRows } from "./inbox.rows.part.tsx";
import { useItemWords } from "./inbox.words.hook.ts";

/** The event stream renews it sooner; this is for what comes without an event. Milliseconds. */
const lookAgain = 30_000;

/** One list of everything that waits for the reader, worked through by keyboard. */
export function InboxPage() {
  const mode = useStore(paymentMode);
  const answer = useAnswer(inbox, "list", { mode }, { everyMs: lookAgain });
  return (
    <div className="ch-page inbox">
      <Answered answer={answer}>{(items) => <InboxWorkplace items={items} />}</Answered>
    </div>
  );
}

const views = ["mine", "later", "handled"] as const;
type View = (typeof views)[number];

/** What of the list is shown, and which one is in hand: all of it stands in the address. */
function useDesk(all: readonly InboxItem[]) {
  const [search, setSearch] = useSearchParams();
  const view = views.find((one) => one === search.get("view")) ?? "mine";
  const items = all.filter(({ laterUntil }) => (laterUntil === null) === (view === "mine"));
  const group = InboxGroup.safeParse(search.get("group")).data;
  const shown = group ? items.filter((item) => groupOf(item) === group) : items;
  const sections = sectionsOf(shown);
  const inOrder = sections.flatMap((section) => section.items);
  const at = inOrder.findIndex((item) => keyOf(item) === search.get("open"));
  const change = (name: string, value: string | undefined) =>
    setSearch(
      (before) => {
        if (value === undefined) before.delete(name);
        else before.set(name, value);
        return before;
      },
      { replace: true },
    );
  return {
    view,
    items,
    group,
    sections,
    isChosen: at >= 0,
    current: inOrder[Math.max(at, 0)],
    look: (name: View) => change("view", name === "mine" ? undefined : name),
    show: (name: InboxGroup | undefined) => change("group", name),
    take: (item: InboxItem | undefined) => change("open", item && keyOf(item)),
    step: (by: number) => {
      const next = inOrder[at < 0 && by > 0 ? Math.min(1, inOrder.length - 1) : Math.max(at, 0) + by];
      if (next) change("open", keyOf(next));
    },
  };
}

function InboxWorkplace({ items }: { readonly items: readonly InboxItem[] }) {
  const { words } = useItemWords();
  const navigate = useNavigate();
  const isPhone = usePhone();
  const page = useRef<HTMLDivElement>(null);
  const desk = useDesk(items);
  const later = useDeferral();
  const [answer, setAnswer] = useState<{ readonly item: InboxItem; readonly answer: DecisionAnswer }>();
  const { view } = desk;
  const current = view === "handled" ? undefined : desk.current;
  const decision = answer && inboxKinds[answer.item.kind].decision;
  const decide = (given: DecisionAnswer) => {
    if (current?.hold === null && inboxKinds[current.kind].decision) setAnswer({ item: current, answer: given });
  };
  const putOff = (until: DeferralTime) => {
    if (current) current.laterUntil === null ? later.putOff(current, until) : later.takeUp(current);
  };
  const [down, up] = [() => desk.step(1), () => desk.step(-1)];
  usePageKeys(page, {
    j: down,
    arrowdown: down,
    k: up,
    arrowup: up,
    a: () => decide("approve"),
    r: () => decide("reject"),
    s: () => putOff("tomorrow"),
    m: () => putOff("monday"),
    l: () => desk.look(views[(views.indexOf(view) + 1) % views.length] ?? "mine"),
    enter: () => current && void navigate(inboxKinds[current.kind].path(current)),
  });
  const detail = current && (
    <>
      <ItemSubject item={current} />
      <ItemFoot item={current} onAnswer={decide} onLater={putOff} onTakeUp={() => later.takeUp(current)} />
    </>
  );
  return (
    <div ref={page} className="inbox-desk">
      <div className="inbox-side">
        <DeskHead items={desk.items} all={items} desk={desk} />
        {view === "handled" && <HandledRows />}
        {view !== "handled" &&
          (current ? (
            <InboxRows
              sections={desk.sections}
              current={isPhone && !desk.isChosen ? undefined : current}
              onTake={desk.take}
              below={isPhone ? detail : undefined}
            />
          ) : (
            <EmptyState
              title={view === "later" ? words.nothingLater : words.nothing}
              hint={view === "later" ? words.nothingLaterHint : words.nothingHint}
            />
          ))}
        {current && !isPhone && <KeyLine view={view} />}
      </div>
      {current && !isPhone && (
        <article className="inbox-detail" aria-live="polite">
          <DetailHead item={current} />
          {detail}
        </article>
      )}
      {answer && decision && (
        <InboxDecisionLayer {...answer} decision={decision} onClose={() => setAnswer(undefined)} />
      )}
    </div>
  );
}

interface DeskHeadProps {
  /** What is shown of {@link all}. */
  readonly items: readonly InboxItem[];
  readonly all: readonly InboxItem[];
  readonly desk: Pick<ReturnType<typeof useDesk>, "view" | "look" | "group" | "show">;
}

/** The title, and the groups with how much of each is the reader's. */
function DeskHead({ items, all, desk: { view, look, group, show } }: DeskHeadProps) {
  const { title } = useWords(inbox);
  const { words } = useItemWords();
  const groups = groupsOf(items);
  const laterCount = all.filter(({ laterUntil }) => laterUntil !== null).length;
  const mine = countOf(items);
  const choices = [
    { name: undefined, label: words.all, ...mine },
    ...groups.map((one) => ({ ...one, label: words.groups[one.name] })),
  ];
  return (
    <header className="inbox-head">
      <div className="ch-page-head">
        <h1>{title}</h1>
        {view === "mine" && <span className="inbox-summary">{fill(words.summary, { count: countText(mine) })}</span>}
        <span className="ch-grow" />
        <nav className="inbox-views" aria-label={words.viewList}>
          {views.map((name) => (
            <button key={name} type="button" aria-pressed={name === view} onClick={() => look(name)}>
              {words.views[name]}
              {name === "later" && laterCount > 0 && <b>{laterCount}</b>}
            </button>
          ))}
        </nav>
      </div>
      {view !== "handled" && groups.length > 0 && (
        <nav className="inbox-groups" aria-label={words.groupList}>
          {choices.map(({ name, label, ...counted }) => (
            <button
              key={label}
              type="button"
              aria-pressed={name === group}
              className="inbox-group"
              onClick={() => show(name)}
            >
              {label} <b data-none={counted.count === 0 ? "" : undefined}>{countText(counted)}</b>
            </button>
          ))}
        </nav>
      )}
    </header>
  );
}

function DetailHead({ item }: { readonly item: InboxItem }) {
  const { title, line } = useItemWords();
  return (
    <header className="inbox-detail-head">
      <h2>{title(item)}</h2>
      <p>{line(item)}</p>
    </header>
  );
}

/** The keys, where they can be learned. */
function KeyLine({ view }: { readonly view: View }) {
  const { keys } = useItemWords().words;
  return (
    <p className="inbox-keys" aria-hidden="true">
      <kbd>J</kbd>
      <kbd>K</kbd> {keys.move} <kbd>A</kbd> {keys.approve} <kbd>R</kbd> {keys.reject} <kbd>S</kbd>{" "}
      {view === "later" ? keys.takeUp : keys.later}{" "}
      {view === "mine" && (
        <>
          <kbd>M</kbd> {keys.monday}{" "}
        </>
      )}
      <kbd>L</kbd> {keys.lists} <kbd>↵</kbd> {keys.open}
    </p>
  );
}
