import { awaitedAmong, awaitedAreas } from "@countinghouse/contract/awaited-fields.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { useLocale, useWords } from "../i18n/use-words.ts";
import { pagesMessages } from "./pages.messages.ts";

interface AwaitedNoteProps {
  readonly resource: Resource;
  /** The fields that stand beside it. */
  readonly fields: readonly string[];
}

/** Says which of the fields of a form nothing obeys yet, and what they wait for; nothing where all are obeyed. */
export function AwaitedNote({ resource, fields }: AwaitedNoteProps) {
  const { awaited, awaitedNamed, listComma } = useWords(pagesMessages);
  const locale = useLocale();
  const labels = useWords(resource).fields as Readonly<Record<string, string>>;
  const found = awaitedAmong(resource.name, fields);
  if (found.length === 0) return null;
  return (
    <div className="ch-form-note" role="note">
      {found.map(({ area, fields: names }) => (
        <p key={area}>
          {fill(names.length === fields.length ? awaited : awaitedNamed, {
            area: awaitedAreas[area][locale],
            fields: names.map((name) => labels[name] ?? name).join(listComma),
          })}
        </p>
      ))}
    </div>
  );
}
