import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { ColumnSettings } from "@countinghouse/ui/table/column-settings.tsx";
import { useWords } from "../i18n/use-words.ts";
import { groupOf, inGroups } from "./field-groups.ts";
import { fieldFacts } from "./list-columns.tsx";
import { pagesMessages } from "./pages.messages.ts";
import type { ListColumns } from "./use-list-columns.ts";

interface ColumnChooserProps {
  readonly resource: Resource;
  readonly columns: Pick<ListColumns<never>, "choices" | "titleOf" | "choose" | "reset">;
}

/** Every field of a record as a column to choose, in groups. */
export function ColumnChooser({ resource, columns }: ColumnChooserProps) {
  const words = useWords(pagesMessages);
  // In the record's order, so that nothing moves while columns are arranged.
  const order = Object.keys(resource.record.shape);
  const keys = columns.choices.map(({ key }) => key).toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
  const groups = inGroups(keys, (key) => groupOf(key, fieldFacts(resource, key))).map(({ group, members }) => ({
    title: words.groups[group],
    keys: members,
  }));
  return (
    <ColumnSettings
      choices={columns.choices}
      groups={groups}
      titleOf={columns.titleOf}
      onChange={columns.choose}
      onReset={columns.reset}
    />
  );
}
