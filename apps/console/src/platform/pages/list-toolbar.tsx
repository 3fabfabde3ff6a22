import "@countinghouse/ui/table/bulk-bar.css";
import type { ScopeLimit } from "@countinghouse/contract/kit/list.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { InputBone } from "@countinghouse/ui/fields/input-bone.tsx";
import { lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";
import { Popover } from "antd";
import { Columns3, RotateCw } from "lucide-react";
import { startTransition, useState } from "react";
import { useWords } from "../i18n/use-words.ts";
import { pagesMessages } from "./pages.messages.ts";
import type { ListColumns } from "./use-list-columns.ts";

// Not needed to show a list, only to arrange it.
const ColumnChooser = lazyPart(async () => (await import("./column-chooser.tsx")).ColumnChooser, InputBone);

interface ListToolbarProps {
  readonly resource: Resource;
  /** How many records there are, in words. */
  readonly count: string;
  /** What the reader's data scope leaves of the list. */
  readonly limitedBy: ScopeLimit | null;
  readonly columns: Pick<ListColumns<never>, "choices" | "titleOf" | "choose" | "reset">;
  onRefresh(): void;
}

/** Above a list: how many records, read again, which columns. */
export function ListToolbar({ resource, count, limitedBy, columns, onRefresh }: ListToolbarProps) {
  const words = useWords(pagesMessages);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="ch-bar" role="toolbar">
      <span className="ch-list-count" aria-live="polite">
        {count}
      </span>
      {limitedBy && (
        <span className="ch-list-limit" title={words.limitedHint}>
          {words.limitedBy[limitedBy]}
        </span>
      )}
      <span className="ch-grow" />
      <button
        type="button"
        className="ch-icon-btn"
        aria-label={words.refresh}
        title={words.refresh}
        onClick={onRefresh}
      >
        <RotateCw size={16} aria-hidden="true" />
      </button>
      <Popover
        content={<ColumnChooser resource={resource} columns={columns} />}
        trigger="click"
        placement="bottomRight"
        arrow={false}
        open={isOpen}
        // Drawn in slices, so that the click stays free.
        onOpenChange={(next) => startTransition(() => setIsOpen(next))}
      >
        <button
          type="button"
          className="ch-icon-btn ch-not-phone"
          aria-label={words.columns}
          aria-expanded={isOpen}
          title={words.columns}
        >
          <Columns3 size={16} aria-hidden="true" />
        </button>
      </Popover>
    </div>
  );
}
