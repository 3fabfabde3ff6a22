import { sysChangelog } from "@countinghouse/contract/dashboard/changelog/changelog.ts";
import { useWords } from "../../../../platform/i18n/use-words.ts";
import { useWidgetAnswer } from "../home.answer.hook.ts";
import { WidgetCard } from "../home.card.detail.tsx";
import { widgetMessages } from "../home.widgets.messages.ts";

const shown = 8;

interface Change {
  readonly version: string;
  readonly date: string | null;
  readonly section: string | null;
  readonly text: string;
}

interface Group {
  readonly heading: string;
  readonly date: string | null;
  readonly changes: readonly Change[];
}

/** Changes that follow each other under one version and area. */
export function groupChanges(changes: readonly Change[], unreleased: string): readonly Group[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const version = change.version === "Unreleased" ? unreleased : change.version;
    const heading = [version, change.section].filter(Boolean).join(" · ");
    groups.set(heading, [...(groups.get(heading) ?? []), change]);
  }
  return [...groups].map(([heading, list]) => ({ heading, date: list[0]?.date ?? null, changes: list }));
}

/** The latest entries of the changelog, newest first. */
export function ChangesWidget() {
  const words = useWords(widgetMessages);
  const { empty } = useWords(sysChangelog).text ?? {};
  const changes = useWidgetAnswer(sysChangelog, "list", { limit: shown });
  return (
    <WidgetCard>
      {changes.length === 0 && <p className="home-empty">{empty}</p>}
      <div className="home-changes">
        {groupChanges(changes, words.changes.unreleased).map(({ heading, date, changes: list }) => (
          <section key={heading}>
            <h3>
              {heading} {date && <time dateTime={date}>{date}</time>}
            </h3>
            <ul>
              {list.map(({ text }) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </WidgetCard>
  );
}
