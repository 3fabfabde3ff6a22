import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";
import { Button } from "antd";
import { ListFilter } from "lucide-react";
import { useState } from "react";
import { useWords } from "../i18n/use-words.ts";
import { pagesMessages } from "./pages.messages.ts";
import { SavedViews } from "./saved-views.tsx";
import type { ListAddressControl } from "./use-list-address.ts";

const FilterSheet = lazyPart(async () => (await import("./filter-sheet.tsx")).FilterSheet);

interface PhoneDockProps {
  readonly resource: Resource;
  readonly control: ListAddressControl;
  readonly without: readonly string[];
}

/** At the thumb's height on a phone: filters and saved views. */
export function PhoneDock({ resource, control, without }: PhoneDockProps) {
  const words = useWords(pagesMessages);
  const [isOpen, setIsOpen] = useState(false);
  const { filters: set, unread } = control.address;
  const count = Object.keys(set).length;
  // What could not be read of a filter is over once that filter is set anew.
  const unreadBeside = (filters: object) =>
    Object.fromEntries(Object.entries(unread).filter(([name]) => !(name in filters)));
  return (
    <div className="ch-dock">
      <Button size="large" block icon={<ListFilter size={16} aria-hidden="true" />} onClick={() => setIsOpen(true)}>
        {words.filter}
        {count > 0 && <span className="ch-dock-count">{count}</span>}
      </Button>
      <SavedViews resource={resource} control={control} />
      {isOpen && (
        <FilterSheet
          resource={resource}
          filters={set}
          without={without}
          onClose={() => setIsOpen(false)}
          onApply={(filters) => {
            control.change({ filters, unread: unreadBeside(filters), page: 1, cursor: undefined, open: undefined });
            setIsOpen(false);
          }}
        />
      )}
    </div>
  );
}
