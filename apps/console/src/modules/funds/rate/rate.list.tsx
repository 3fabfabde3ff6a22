import { sysRateMessages } from "@countinghouse/contract/funds/rate/rate.messages.ts";
import { sysRate } from "@countinghouse/contract/funds/rate/rate.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { arriving } from "@countinghouse/ui/layout/arriving.tsx";
import { Button } from "antd";
import { useState } from "react";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import "./rate.css";
import { RateFigure } from "./rate.figure.part.tsx";
import { RateDetail } from "./rate.history.detail.tsx";

const columns: ListPageProps<typeof sysRate>["columns"] = [
  { field: "pair", part: "name" },
  { field: "rate", width: 176, cell: ({ row }) => <RateFigure rate={row.rate} />, align: "end" },
  { field: "isStale", cell: Freshness, width: 112 },
  { field: "source", width: 176 },
  "effectiveTime",
  "fetchTime",
  { field: "createUserName", part: "none" },
  "remark",
];

/** Whether a rate can still be used, in a word and a colour. */
export function Freshness({ row }: { readonly row: { readonly isStale: boolean } }) {
  const { text } = useWords(sysRateMessages);
  return row.isStale ? (
    <StatusChip text={text.stale} tone="warning" shape="hollow" />
  ) : (
    <StatusChip text={text.fresh} tone="success" />
  );
}

// Dialogs are opened less often than the list is shown.
const RateAdd = arriving(async () => (await import("./rate.add.tsx")).RateAdd);
const RateImport = arriving(async () => (await import("./rate.import.add.tsx")).RateImport);
const RateConvert = arriving(async () => (await import("./rate.convert.detail.tsx")).RateConvert);

/** The newest rate of every pair and source. */
export const RateList = () => (
  <ListPage
    resource={sysRate}
    columns={columns}
    create={RateAdd}
    detail={RateDetail}
    nameField="pair"
    tools={<RateTools />}
  />
);

function RateTools() {
  const { actions, text } = useWords(sysRateMessages);
  const [open, setOpen] = useState<"import" | "convert">();
  const { attempt, isRunning } = useOperation(sysRate, "fetch", { success: text.fetchAsked });
  const close = () => setOpen(undefined);
  return (
    <span className="rate-tools">
      <Allowed need="sysRate:convert">
        <Button onClick={() => setOpen("convert")}>{actions.convert}</Button>
      </Allowed>
      <Allowed need="sysRate:fetch">
        <Button loading={isRunning} onClick={() => void attempt({})}>
          {actions.fetch}
        </Button>
      </Allowed>
      <Allowed need="sysRate:import">
        <Allowed need="sysRate:preview">
          <Button onClick={() => setOpen("import")}>{actions.import}</Button>
        </Allowed>
      </Allowed>
      {open === "import" && <RateImport onClose={close} />}
      {open === "convert" && <RateConvert onClose={close} />}
    </span>
  );
}
