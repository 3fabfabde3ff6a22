import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { EmptyState } from "@countinghouse/ui/feedback/empty-state.tsx";
import { BulkBar } from "@countinghouse/ui/table/bulk-bar.tsx";
import type { Column } from "@countinghouse/ui/table/column.ts";
import { DataTable } from "@countinghouse/ui/table/data-table.tsx";
import { type ReactNode, useState } from "react";
import { Allowed, useMay } from "../access/allowed.tsx";
import { useList } from "../api/use-list.ts";
import { ExportMenu } from "../pages/export-menu.tsx";
import type { PagedResource } from "../pages/paged-resource.ts";
import { useRowPages } from "../pages/row-pages.tsx";
import "./lines.css";

interface Line {
  readonly id: string;
  readonly matchStatus: string | null;
}

/** The selected line, and those resolved with it. */
export interface ChosenLine<L> {
  readonly line: L;
  /** Lines resolved together: the ticked ones, or this one. */
  readonly together: readonly L[];
  onEnded(): void;
}

interface LinesByGroupProps<L extends Line, Group extends string> {
  readonly resource: PagedResource;
  /** The file of the lines, with totals per group. */
  readonly of: {
    readonly id: string;
    readonly currency: string;
    readonly groups: readonly { readonly group: Group; readonly count: number; readonly amount: string }[];
  };
  readonly groups: readonly Group[];
  /** Groups without lines to resolve. */
  readonly done: readonly Group[];
  readonly label: string;
  readonly words: {
    readonly groups: Readonly<Record<Group, string>>;
    readonly noLines: string;
    readonly sameCause: string;
    readonly mixedCauses: string;
  };
  readonly columns: readonly Column<L>[];
  readonly exported: readonly string[];
  /** Filter of a group's lines in the file. */
  filterOf(group: Group): object;
  /** Amount of a line for the total of the selection. */
  amountOf(line: L): string;
  lineCase(chosen: ChosenLine<L>): ReactNode;
}

/** Lines of a file by result, with the details of one next to them. */
export function LinesByGroup<L extends Line, Group extends string>(props: LinesByGroupProps<L, Group>) {
  const { resource, of, groups, label, words } = props;
  const [chosen, setChosen] = useState<Group>();
  const may = useMay();
  const found = (group: Group) => of.groups.find((one) => one.group === group) ?? { count: 0, amount: "0" };
  const group = chosen ?? groups.find((one) => found(one).count > 0) ?? ("matched" as Group);
  if (!may(`${resource.name}:page`)) return null;
  return (
    <>
      <div className="lines-groups" role="toolbar" aria-label={label}>
        {groups.map((one) => (
          <button key={one} type="button" aria-pressed={group === one} onClick={() => setChosen(one)}>
            {words.groups[one]}
            <b>
              {found(one).count.toLocaleString("en-US")}
              <small>
                <MoneyCell amount={fromWire(found(one).amount, of.currency)} isPlain />
              </small>
            </b>
          </button>
        ))}
      </div>
      <LinesOfGroup key={`${of.id} ${group}`} group={group} {...props} />
    </>
  );
}

/** Whether lines have different results: resolved together, they need one decision. */
const isMixed = (lines: readonly Line[]): boolean => new Set(lines.map(({ matchStatus }) => matchStatus)).size > 1;

type OfGroup<L extends Line, Group extends string> = LinesByGroupProps<L, Group> & { readonly group: Group };

function LinesOfGroup<L extends Line, Group extends string>(props: OfGroup<L, Group>) {
  const { resource, group, done, words, columns, filterOf, lineCase } = props;
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [openId, setOpenId] = useState<string>();
  const filter = filterOf(group);
  const { shown, pagerOf } = useRowPages(filter);
  const { answer, rows, state, readAt } = useList(resource, { ...filter, ...shown } as never);
  const lines = rows as unknown as readonly L[];
  const chosen = lines.filter(({ id }) => ticked.has(id));
  const open = lines.find(({ id }) => id === openId) ?? lines[0];
  const clear = () => setTicked(new Set());
  const onEnded = () => {
    clear();
    setOpenId(undefined);
  };
  return (
    <div className="lines-grid">
      <section className="ch-card">
        <LinesBar {...props} chosen={chosen} filter={filter} onClear={clear} />
        <DataTable
          label={words.groups[group]}
          height="rows"
          columns={columns}
          rows={lines}
          rowKey={({ id }) => id}
          state={state}
          selection={done.includes(group) ? undefined : { keys: ticked, onChange: setTicked }}
          openKey={open?.id}
          onOpen={({ id }) => setOpenId(id)}
          empty={<EmptyState picture="lens" title={words.noLines} />}
        />
        {pagerOf(answer, readAt)}
      </section>
      {open
        ? lineCase({ line: open, together: chosen.length > 0 && !isMixed(chosen) ? chosen : [open], onEnded })
        : null}
    </div>
  );
}

type LinesBarProps<L extends Line> = Pick<
  LinesByGroupProps<L, string>,
  "resource" | "words" | "exported" | "amountOf"
> & {
  readonly of: { readonly currency: string };
  readonly chosen: readonly L[];
  readonly filter: object;
  onClear(): void;
};

/** Above the lines: the total of the selection, or the export. */
function LinesBar<L extends Line>(props: LinesBarProps<L>) {
  const { resource, of, words, exported, amountOf, chosen, filter, onClear } = props;
  if (chosen.length === 0)
    return (
      <div className="ch-bar">
        <span className="ch-grow" />
        <Allowed need={`${resource.name}:export`}>
          <ExportMenu
            resource={resource}
            columns={exported}
            all={Object.keys(resource.record.shape)}
            filter={filter as never}
          />
        </Allowed>
      </div>
    );
  const sum = chosen.reduce((total, line) => total + BigInt(amountOf(line)), 0n);
  const facts = (
    <span className="lines-facts">
      {isMixed(chosen) ? words.mixedCauses : words.sameCause}{" "}
      <MoneyCell amount={fromWire(String(sum), of.currency)} isPlain />
    </span>
  );
  return (
    <BulkBar count={chosen.length} facts={facts} onClear={onClear}>
      {null}
    </BulkBar>
  );
}
