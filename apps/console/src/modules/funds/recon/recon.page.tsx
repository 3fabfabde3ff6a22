import { type ReconDetail, recon } from "@countinghouse/contract/funds/recon/recon.ts";
import { ReconStatus } from "@countinghouse/contract/funds/recon/recon-enumerations.ts";
import { reconItem } from "@countinghouse/contract/funds/recon/recon-item.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { Copyable } from "@countinghouse/ui/cells/copyable.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useParams } from "react-router";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { DetailPage, type DetailPageProps } from "../../../platform/pages/detail-page.tsx";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./recon.css";
import { ReconHead } from "./recon.head.part.tsx";
import { ReconLines } from "./recon.lines.part.tsx";
import { reconScreenMessages } from "./recon.messages.ts";

const forms = () => import("./recon.form.tsx");

/** How often a page asks while a file is being matched, in ms. */
const askEvery = 1_500;

/** Offered where the server says that it can succeed. */
const can = (action: keyof ReconDetail["can"]) => ({
  action,
  when: ({ can: abilities }: ReconDetail): boolean => abilities[action],
});

const actions: NonNullable<DetailPageProps<typeof recon>["actions"]> = (["run", "receive", "close"] as const).map(can);

/** One settlement file beside our books: sums, ages, and every line that differs with what can be done about it. */
export function ReconPage() {
  const { id = "" } = useParams();
  return (
    <DetailPage
      resource={recon}
      id={id}
      actions={actions}
      forms={forms}
      nameField="reconNo"
      heading={({ gatewayAccountName, fileDate }) => `${gatewayAccountName}, ${fileDate}`}
      state={({ status }) => <ChipOf enumeration={ReconStatus} value={status} />}
      sub={(row) => <FileNaming row={row} />}
    >
      {(row) => <FileView row={row} />}
    </DetailPage>
  );
}

type Row = { readonly row: ReconDetail };

function FileNaming({ row: { reconNo, fileName, batchNo, createTime } }: Row) {
  const words = useWords(reconScreenMessages);
  const [before = "", after = ""] = fill(words.imported, { batchNo, time: "\u0000" }).split("\u0000");
  return (
    <span className="recon-naming">
      <Copyable value={reconNo} className="ch-mono">
        {reconNo}
      </Copyable>
      <span className="ch-mono">{fileName}</span>
      <span>
        {before}
        <TimeCell value={createTime} />
        {after}
      </span>
    </span>
  );
}

function FileView({ row }: Row) {
  const isBusy = row.status === "matching" || row.status === "imported";
  const client = useQueryClient();
  useAnswer(recon, "detail", { id: row.id }, isBusy ? { everyMs: askEvery } : {});
  useEffect(() => {
    if (!isBusy) void client.invalidateQueries({ queryKey: [reconItem.name] });
  }, [client, isBusy]);
  return (
    <>
      <ReconHead row={row} />
      <ReconLines row={row} />
    </>
  );
}
