import { SettlementLineType } from "@countinghouse/contract/funds/ledger/ledger-enumerations.ts";
import { type SettlementLine, settlementLine } from "@countinghouse/contract/funds/ledger/settlement-line.ts";
import { type Settlement, settlements } from "@countinghouse/contract/funds/settlements/settlements.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { EmptyState } from "@countinghouse/ui/feedback/empty-state.tsx";
import { DataTable } from "@countinghouse/ui/table/data-table.tsx";
import { Pager } from "@countinghouse/ui/table/pager.tsx";
import { Segmented } from "antd";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { useMay } from "../../../platform/access/allowed.tsx";
import type { ListAnswer } from "../../../platform/api/use-list.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { type ListColumn, tableColumns } from "../../../platform/pages/list-columns.tsx";
import { firstRowNumber, nextPlace, previousPlace } from "../../../platform/pages/list-paging.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { settlementScreenMessages } from "./settlements.messages.ts";

/** The order that a line is about. */
function OrderOf({ row: { orderId, orderNo } }: { readonly row: SettlementLine }) {
  if (!orderId) return <Unknown />;
  return (
    <Link to={`/trade/order/${orderId}`} className="ch-link ch-mono">
      {orderNo ?? orderId}
    </Link>
  );
}

const declared: readonly ListColumn<never, string>[] = [
  { field: "lineType", width: 104 },
  { field: "orderNo", cell: OrderOf as never, width: 200 },
  { field: "amount", width: 136 },
  { field: "taxAmount", width: 104 },
  { field: "event", width: 152 },
  { field: "bookedTime", width: 160 },
];

const pageSizes = [10, 20, 50];
const firstPlace = { page: 1, cursor: undefined as string | undefined };
const every = "all";

/** The lines of a batch, all or of one kind. */
export function BatchLines({ row: { id } }: { readonly row: Pick<Settlement, "id"> }) {
  const words = useWords(settlementScreenMessages);
  const locale = useLocale();
  const [kind, setKind] = useState<string>(every);
  const [place, setPlace] = useState(firstPlace);
  const [pageSize, setPageSize] = useState(pageSizes[0] ?? 10);
  const asked = { id, ...place, pageSize, ...(kind === every ? {} : { lineType: [kind] }) };
  const { data, isPending } = useAnswer(settlements, "lines", asked as never);
  const answer = data as ListAnswer<never> | undefined;
  const columns = useColumns();
  if (!useMay()("settlements:lines")) return null;
  const go = (next: object | undefined) => next && setPlace(next as typeof firstPlace);
  const next = answer && nextPlace(place, answer);
  const previous = answer && previousPlace(place, answer);
  return (
    <section className="ch-card settlement-lines">
      <header className="settlement-card-head">
        <h2>{words.lines}</h2>
      </header>
      <Segmented
        size="small"
        value={kind}
        onChange={(chosen) => {
          setKind(chosen);
          setPlace(firstPlace);
        }}
        options={[
          {
            value: every,
            label: kind === every && answer ? fill(words.allLines, { count: answer.total }) : words.every,
          },
          ...SettlementLineType.members.map(({ value, text }) => ({ value, label: text[locale] })),
        ]}
      />
      <DataTable
        label={words.lines}
        height="rows"
        columns={columns}
        rows={answer?.items ?? []}
        rowKey={(line) => (line as { readonly id: string }).id}
        state={isPending ? { kind: "loading" } : { kind: "ready" }}
        empty={<EmptyState picture="lens" title={words.noLines} />}
      />
      <Pager
        from={answer && firstRowNumber(place, answer)}
        count={answer?.items.length ?? 0}
        total={answer?.total ?? 0}
        isTotalExact={answer?.totalIsExact ?? true}
        readAt={undefined}
        pageSize={pageSize}
        pageSizes={pageSizes}
        hasPrevious={previous !== undefined}
        hasNext={next !== undefined}
        onPrevious={() => go(previous)}
        onNext={() => go(next)}
        onPageSize={(size) => {
          setPageSize(size);
          setPlace(firstPlace);
        }}
      />
    </section>
  );
}

function useColumns() {
  const { fields } = useWords(settlementLine);
  const locale = useLocale();
  return useMemo(
    () =>
      tableColumns(declared as never, {
        resource: settlementLine,
        fieldWords: fields,
        sortBy: [],
        zone: "",
        locale,
      }).map(
        // The zone of the times is said on the lists; here there is nothing to hint at.
        ({ hint: _hint, ...column }) => column,
      ),
    [fields, locale],
  );
}
