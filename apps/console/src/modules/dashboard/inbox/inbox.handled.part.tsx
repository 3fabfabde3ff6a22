import { type InboxHandled, inbox } from "@countinghouse/contract/dashboard/inbox/inbox.ts";
import { inboxKinds } from "@countinghouse/contract/dashboard/inbox/inbox-kinds.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { EmptyState } from "@countinghouse/ui/feedback/empty-state.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { useItemWords } from "./inbox.words.hook.ts";

/** Who saw to what, and when: the latest first. */
export function HandledRows() {
  const { words } = useItemWords();
  const answer = useAnswer(inbox, "handled", {});
  return (
    <Answered answer={answer}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState title={words.nothingHandled} hint={words.nothingHandledHint} />
        ) : (
          <ul className="inbox-handled" aria-label={words.views.handled}>
            {rows.map((row) => (
              <HandledRow key={row.id} row={row} />
            ))}
          </ul>
        )
      }
    </Answered>
  );
}

function HandledRow({ row }: { readonly row: InboxHandled }) {
  const { words } = useItemWords();
  const { kind, operation, name, merchantName, recordId, person, reason, at } = row;
  const actions: Readonly<Record<string, string>> = useWords(inboxKinds[kind].resource).actions;
  const title = fill(words.kinds[kind], { name: name ?? merchantName ?? recordId });
  const done = fill(words.handledBy, { action: actions[operation] ?? operation, name: person ?? "–" });
  return (
    <li>
      <span className="inbox-row-text">
        <strong>{title}</strong>
        <small>{[merchantName === name ? null : merchantName, done, reason].filter(Boolean).join(" · ")}</small>
      </span>
      <TimeCell value={at} />
    </li>
  );
}
