import { SettlementLineType } from "@countinghouse/contract/funds/ledger/ledger-enumerations.ts";
import { type SettlementLine, settlementLine } from "@countinghouse/contract/funds/ledger/settlement-line.ts";
import { type Settlement, settlements } from "@countinghouse/contract/funds/settlements/settlements.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { EmptyState } from "@countinghouse/ui/feedback/empty-state.tsx";
import { DataTable } from "@countinghouse/ui/table/data-table.tsx";
import { Segmented } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { useMay } from "../../../platform/access/allowed.tsx";
import type { ListAnswer } from "../../../platform/api/use-list.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import type { ListColumn } from "../../../platform/pages/list-columns.tsx";
import { useRowColumns, useRowPages } from "../../../platform/pages/row-pages.tsx";
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
const every = "all";

/** The lines of a batch, all or of one kind. */
export function BatchLines({ row: { id } }: { readonly row: Pick<Settlement, "id"> }) {
  const words = useWords(settlementScreenMessages);
  const locale = useLocale();
  const [kind, setKind] = useState<string>(every);
  const filter = { id, ...(kind === every ? {} : { lineType: [kind] }) };
  const { shown, pagerOf } = useRowPages(filter, pageSizes);
  const { data, isPending } = useAnswer(settlements, "lines", { ...filter, ...shown } as never);
  const answer = data as ListAnswer<never> | undefined;
  const columns = useRowColumns(settlementLine, declared);
  if (!useMay()("settlements:lines")) return null;
  return (
    <section className="ch-card settlement-lines">
      <header className="settlement-card-head">
        <h2>{words.lines}</h2>
      </header>
      <Segmented
        size="small"
        value={kind}
        onChange={setKind}
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
      {pagerOf(answer, undefined)}
    </section>
  );
}
