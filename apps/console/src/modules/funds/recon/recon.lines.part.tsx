import { matchesOfGroup, type ReconDetail, type ReconGroup } from "@countinghouse/contract/funds/recon/recon.ts";
import { ReconMatch } from "@countinghouse/contract/funds/recon/recon-enumerations.ts";
import { type ReconItem, reconItem } from "@countinghouse/contract/funds/recon/recon-item.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { middleCut } from "@countinghouse/ui/cells/id-cell.tsx";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { EmptyState } from "@countinghouse/ui/feedback/empty-state.tsx";
import { BulkBar } from "@countinghouse/ui/table/bulk-bar.tsx";
import type { Column } from "@countinghouse/ui/table/column.ts";
import { DataTable } from "@countinghouse/ui/table/data-table.tsx";
import { Pager } from "@countinghouse/ui/table/pager.tsx";
import { useMemo, useState } from "react";
import { Allowed, useMay } from "../../../platform/access/allowed.tsx";
import { useList } from "../../../platform/api/use-list.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { ExportMenu } from "../../../platform/pages/export-menu.tsx";
import { firstRowNumber, nextPlace, previousPlace } from "../../../platform/pages/list-paging.ts";
import { ReconCase } from "./recon.case.part.tsx";
import "./recon.css";
import { reconScreenMessages } from "./recon.messages.ts";

const groups: readonly ReconGroup[] = ["mismatched", "missing", "extra", "resolved", "matched"];
const firstPlace = { page: 1, cursor: undefined as string | undefined };
const pageSizes = [20, 50, 100];
const exported = [
  "lineNo",
  "type",
  "upstreamRef",
  "merchantRef",
  "orderNo",
  "matchStatus",
  "status",
  "netAmount",
  "difference",
];

/** What narrows the lines to a group. */
const filterOf = (group: ReconGroup): object =>
  group === "resolved"
    ? { status: ["claimed", "suspended", "resolved"] }
    : { matchStatus: [...matchesOfGroup[group]], status: [group === "matched" ? "matched" : "open"] };

/** Days since a difference began. */
export const ageOf = ({ since }: Pick<ReconItem, "since">): number =>
  Math.max(0, Math.floor((Date.now() - Date.parse(since)) / 86_400_000));

/** By what people know a line. */
export const nameOfLine = ({ orderNo, merchantRef, upstreamRef, type }: ReconItem): string =>
  orderNo ?? (merchantRef || upstreamRef || type);

/** The lines of a file by what was found, with the case of one beside them. */
export function ReconLines({ row }: { readonly row: ReconDetail }) {
  const words = useWords(reconScreenMessages);
  const present = groups.filter((group) => row.groups.some((one) => one.group === group && one.count > 0));
  const [chosen, setChosen] = useState<ReconGroup>();
  const group = chosen ?? present[0] ?? "matched";
  if (!useMay()("reconItem:page")) return null;
  return (
    <>
      <div className="recon-groups" role="toolbar" aria-label={words.checks}>
        {groups.map((one) => {
          const found = row.groups.find((counted) => counted.group === one);
          return (
            <button key={one} type="button" aria-pressed={group === one} onClick={() => setChosen(one)}>
              {words.groups[one]}
              <b>
                {(found?.count ?? 0).toLocaleString("en-US")}
                <small>
                  <MoneyCell amount={fromWire(found?.amount ?? "0", row.currency)} isPlain />
                </small>
              </b>
            </button>
          );
        })}
      </div>
      <GroupLines key={`${row.id} ${group}`} row={row} group={group} />
    </>
  );
}

interface GroupLinesProps {
  readonly row: ReconDetail;
  readonly group: ReconGroup;
}

function GroupLines({ row, group }: GroupLinesProps) {
  const words = useWords(reconScreenMessages);
  const [place, setPlace] = useState(firstPlace);
  const [pageSize, setPageSize] = useState(pageSizes[0] ?? 20);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [openId, setOpenId] = useState<string>();
  const filter = { mode: row.mode, batchId: row.id, ...filterOf(group) };
  const { answer, rows, state, readAt } = useList(reconItem, { ...filter, ...place, pageSize } as never);
  const items = rows as unknown as readonly ReconItem[];
  const columns = useColumns();
  const chosen = items.filter(({ id }) => ticked.has(id));
  const open = items.find(({ id }) => id === openId) ?? items[0];
  const mayEnd = group !== "matched";
  const go = (next: typeof place | undefined) => next && setPlace({ page: next.page, cursor: next.cursor });
  const next = answer && nextPlace(place, answer);
  const previous = answer && previousPlace(place, answer);
  const clear = () => setTicked(new Set());
  return (
    <div className="recon-grid">
      <section className="ch-card">
        <LinesBar chosen={chosen} row={row} filter={filter} onClear={clear} />
        <DataTable
          label={words.groups[group]}
          height="rows"
          columns={columns}
          rows={items}
          rowKey={({ id }) => id}
          state={state}
          selection={mayEnd ? { keys: ticked, onChange: setTicked } : undefined}
          openKey={open?.id}
          onOpen={({ id }) => setOpenId(id)}
          empty={<EmptyState picture="lens" title={words.noLines} />}
        />
        <Pager
          from={answer && firstRowNumber(place, answer)}
          count={items.length}
          total={answer?.total ?? 0}
          isTotalExact={answer?.totalIsExact ?? true}
          readAt={readAt}
          pageSize={pageSize}
          pageSizes={pageSizes}
          hasPrevious={previous !== undefined}
          hasNext={next !== undefined}
          onPrevious={() => go(previous as typeof place | undefined)}
          onNext={() => go(next as typeof place | undefined)}
          onPageSize={(size) => {
            setPageSize(size);
            setPlace(firstPlace);
          }}
        />
      </section>
      {open ? (
        <ReconCase
          item={open}
          together={chosen.length > 0 && !isMixed(chosen) ? chosen : [open]}
          onEnded={() => {
            clear();
            setOpenId(undefined);
          }}
        />
      ) : null}
    </div>
  );
}

/** Whether lines differ in more than one way: what is done at once is one decision. */
const isMixed = (lines: readonly ReconItem[]): boolean => new Set(lines.map(({ matchStatus }) => matchStatus)).size > 1;

interface LinesBarProps {
  readonly row: ReconDetail;
  readonly chosen: readonly ReconItem[];
  readonly filter: object;
  onClear(): void;
}

/** Above the lines: what the ticked ones come to, or the way to take the lines away as a file. */
function LinesBar({ row, chosen, filter, onClear }: LinesBarProps) {
  const words = useWords(reconScreenMessages);
  const sum = chosen.reduce((total, { difference }) => total + BigInt(difference), 0n);
  if (chosen.length > 0)
    return (
      <BulkBar
        count={chosen.length}
        facts={
          <span className="recon-bulk-facts">
            {isMixed(chosen) ? words.mixedCauses : words.sameCause}{" "}
            <MoneyCell amount={fromWire(String(sum), row.currency)} isPlain />
          </span>
        }
        onClear={onClear}
      >
        {null}
      </BulkBar>
    );
  return (
    <div className="ch-bar">
      <span className="ch-grow" />
      <Allowed need="reconItem:export">
        <ExportMenu
          resource={reconItem}
          columns={exported}
          all={Object.keys(reconItem.record.shape)}
          filter={filter as never}
        />
      </Allowed>
    </div>
  );
}

function useColumns(): readonly Column<ReconItem>[] {
  const words = useWords(reconScreenMessages);
  const locale = useLocale();
  return useMemo(() => {
    const money = (minor: string, { currency }: ReconItem) => <MoneyCell amount={fromWire(minor, currency)} />;
    return [
      {
        key: "orderNo",
        title: words.item,
        width: 132,
        cell: (row) => (
          <span className="ch-mono ch-cut" title={nameOfLine(row)}>
            {middleCut(nameOfLine(row))}
          </span>
        ),
      },
      {
        key: "matchStatus",
        title: words.differsIn,
        width: 100,
        cell: ({ matchStatus }) => ReconMatch.memberOf(matchStatus)?.text[locale] ?? null,
      },
      {
        key: "netAmount",
        title: words.fileNet,
        width: 110,
        isMoney: true,
        align: "end",
        cell: (row) => money(row.netAmount, row),
      },
      {
        key: "ourNetAmount",
        title: words.ourNet,
        width: 110,
        align: "end",
        cell: (row) => money(String(BigInt(row.netAmount) - BigInt(row.difference)), row),
      },
      { key: "difference", title: words.diff, width: 100, align: "end", cell: (row) => money(row.difference, row) },
      {
        key: "since",
        title: words.age,
        width: 56,
        align: "end",
        cell: (row) => fill(words.days, { days: ageOf(row) }),
      },
    ];
  }, [words, locale]);
}
