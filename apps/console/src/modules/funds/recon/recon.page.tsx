import { type ReconDetail, recon } from "@countinghouse/contract/funds/recon/recon.ts";
import { ReconStatus } from "@countinghouse/contract/funds/recon/recon-enumerations.ts";
import { reconItem } from "@countinghouse/contract/funds/recon/recon-item.ts";
import { useParams } from "react-router";
import { FileNaming, useFollowedMatching } from "../../../platform/funds/file-head.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { DetailPage, type DetailPageProps } from "../../../platform/pages/detail-page.tsx";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { ReconHead } from "./recon.head.part.tsx";
import { ReconLines } from "./recon.lines.part.tsx";
import { reconScreenMessages } from "./recon.messages.ts";

const forms = () => import("./recon.form.tsx");

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
      sub={(row) => <Naming row={row} />}
    >
      {(row) => <FileView row={row} />}
    </DetailPage>
  );
}

type Row = { readonly row: ReconDetail };

function Naming({ row: { reconNo, batchNo, ...row } }: Row) {
  const { imported } = useWords(reconScreenMessages);
  return <FileNaming no={reconNo} {...row} imported={imported} named={{ batchNo }} />;
}

function FileView({ row }: Row) {
  const asking = useFollowedMatching(reconItem, row.status === "matching" || row.status === "imported");
  useAnswer(recon, "detail", { id: row.id }, asking);
  return (
    <>
      <ReconHead row={row} />
      <ReconLines row={row} />
    </>
  );
}
