import { fill } from "@countinghouse/contract/kit/locale.ts";
import { goLiveMessages } from "@countinghouse/contract/merchants/go-live/go-live.messages.ts";
import { type GoLive, type GoLiveItem, goLive } from "@countinghouse/contract/merchants/go-live/go-live.ts";
import type { Merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { useIsMutating, useQueryClient } from "@tanstack/react-query";
import { Check, ChevronDown, ChevronRight } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { MerchantFile } from "./merchant.file.part.tsx";
import { AppKeyTools } from "./merchant.keys.part.tsx";
import { merchantScreenMessages } from "./merchant.messages.ts";
import { MerchantTestPayment } from "./merchant.test-payment.part.tsx";
import { ItemTools } from "./merchant.tools.part.tsx";

/** How often the records are read again, in ms: others work on the same merchant. */
const everyMs = 15_000;
/** While a test payment is on its way. */
const soonMs = 1_000;

/** Items with something to show below them. */
const bodies = ["owners", "testPayment"] as const;
const hasBody = (item: GoLiveItem["item"]): boolean => (bodies as readonly string[]).includes(item);

/** What a merchant still needs, read from the records, with each of it done in place. */
export function MerchantChecklist({ row }: { readonly row: Merchant }) {
  const [isRunning, setRunning] = useState(false);
  const answer = useAnswer(goLive, "checklist", { merchantId: row.id }, { everyMs: isRunning ? soonMs : everyMs });
  const test = answer.data?.items.at(-1)?.state;
  useEffect(() => setRunning(test === "waiting"), [test]);
  useReadAfterChanges();
  return (
    <div className="merchant-way">
      <Answered answer={answer}>{(data) => <Way row={row} of={data} />}</Answered>
    </div>
  );
}

/** Whatever is done on this page may be what an item tells of. */
function useReadAfterChanges(): void {
  const client = useQueryClient();
  const running = useIsMutating();
  const isFirst = useRef(true);
  useEffect(() => {
    if (running === 0 && !isFirst.current) void client.invalidateQueries({ queryKey: [goLive.name] });
    isFirst.current = false;
  }, [running, client]);
}

interface WayProps {
  readonly row: Merchant;
  readonly of: GoLive;
}

function Way({ row, of }: WayProps) {
  const { title, text } = useWords(goLiveMessages);
  const words = useWords(merchantScreenMessages);
  const [open, setOpen] = useState<string | undefined>();
  const open1 = open ?? (of.items.at(-1)?.state === "waiting" ? "testPayment" : "");
  const missing = of.items.filter(({ state }) => state === "missing");
  const next = missing[(missing.findIndex(({ item }) => item === open) + 1) % Math.max(missing.length, 1)];
  return (
    <>
      <Progress of={of} />
      <section className="ch-card merchant-list">
        <header>
          <h2>{title}</h2>
          <small>{words.byRecords}</small>
          <span className="ch-grow" />
          {next && (
            <button
              type="button"
              className="ch-btn-link"
              onClick={() => {
                setOpen(next.item);
                document.getElementById(`item-${next.item}`)?.scrollIntoView({ block: "nearest", behavior: "smooth" });
              }}
            >
              {words.nextMissing}
            </button>
          )}
        </header>
        <ol aria-label={title}>
          {of.items.map((one, place) => (
            <Item
              key={one.item}
              row={row}
              of={one}
              all={of}
              place={place + 1}
              label={text[one.item]}
              isOpen={open1 === one.item}
              onTurn={() => setOpen(open1 === one.item ? "" : one.item)}
            />
          ))}
        </ol>
      </section>
    </>
  );
}

const tones = { done: "done", waiting: "waiting", missing: "missing" } as const;

/** How far it is, in a sentence and in one bar with a part for each item. */
function Progress({ of: { items, readTime } }: Pick<WayProps, "of">) {
  const { text } = useWords(goLiveMessages);
  const words = useWords(merchantScreenMessages);
  const done = items.filter(({ state }) => state === "done");
  const open = items.filter(({ state }) => state !== "done").map(({ item }) => text[item]);
  const toDo = open.length > 0 ? fill(words.toDo, { items: open.join(" · ") }) : words.allDone;
  const [before = "", after = ""] = words.readAt.split("{time}");
  return (
    <section className="ch-card merchant-progress">
      <p>
        <strong>{fill(words.ready, { done: done.length, all: items.length })}</strong> <span>{toDo}</span>
        <small>
          {before}
          <TimeCell value={readTime} isClockOnly />
          {after}
        </small>
      </p>
      <div className="merchant-bar" aria-hidden="true">
        {items.map(({ item, state }) => (
          <i key={item} className={`merchant-bar-${tones[state]}`} />
        ))}
      </div>
    </section>
  );
}

interface ItemProps {
  readonly row: Merchant;
  readonly of: GoLiveItem;
  readonly all: GoLive;
  readonly place: number;
  readonly label: string;
  readonly isOpen: boolean;
  onTurn(): void;
}

function Item({ row, of, all, place, label, isOpen, onTurn }: ItemProps) {
  const { text } = useWords(goLiveMessages);
  const words = useWords(merchantScreenMessages);
  const body = useId();
  const state = of.state === "missing" && !of.isNeeded ? words.optional : words[of.state];
  const canOpen = hasBody(of.item);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <li id={`item-${of.item}`} className="merchant-item" data-open={isOpen ? "" : undefined} data-state={of.state}>
      <div className="merchant-item-head">
        <span className="merchant-tick" role="img" aria-label={state} title={state}>
          {of.state === "done" ? <Check size={12} strokeWidth={2.5} aria-hidden="true" /> : place}
        </span>
        <div className="merchant-item-text">
          <h3>
            {canOpen ? (
              <button type="button" aria-expanded={isOpen} aria-controls={body} onClick={onTurn}>
                {label}
                <Chevron size={14} aria-hidden="true" />
              </button>
            ) : (
              label
            )}
          </h3>
          <p>{fill(text[of.note], of.values)}</p>
        </div>
        <div className="merchant-item-tools">
          {of.item === "key" && of.recordId ? <AppKeyTools appId={of.recordId} note={of.note} /> : null}
          <ItemTools row={row} of={of} all={all} />
        </div>
      </div>
      {canOpen && isOpen && (
        <div id={body} className="merchant-item-body">
          {of.item === "owners" ? <MerchantFile merchantId={row.id} /> : null}
          {of.item === "testPayment" ? <MerchantTestPayment row={row} of={of} orderId={all.testOrderId} /> : null}
        </div>
      )}
    </li>
  );
}
