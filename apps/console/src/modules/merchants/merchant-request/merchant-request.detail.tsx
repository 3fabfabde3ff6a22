import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { merchantRequestMessages } from "@countinghouse/contract/merchants/merchant-request/merchant-request.messages.ts";
import {
  type MerchantRequest,
  merchantRequest,
} from "@countinghouse/contract/merchants/merchant-request/merchant-request.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { FieldCell } from "../../../platform/pages/field-cell.tsx";
import { fieldFacts } from "../../../platform/pages/list-columns.tsx";
import { RecordFacts, RecordHistory } from "../../../platform/pages/record-facts.tsx";
import "./merchant-request.css";

type Row = { readonly row: MerchantRequest };

/** Which fields are asked for, in a line. */
export function WantedCell({ row: { wanted, note } }: Row) {
  const labels: Readonly<Record<string, string>> = useWords(merchantRequestMessages).fields;
  const told = wanted.map(({ field }) => labels[field] ?? field).join(", ");
  return <span className="ch-cut">{told || note}</span>;
}

/** A request beside the list: each field as it is and as it should be, and the answer. */
export function MerchantRequestPanel({ row }: Row) {
  return (
    <>
      <RecordFacts resource={merchantRequest} of={row} fields={["merchantName", "status", "createTime", "note"]} />
      <WantedTable row={row} />
      {row.status === "open" ? null : (
        <RecordFacts resource={merchantRequest} of={row} fields={["answer", "decideUserName", "decideTime"]} />
      )}
      <RecordHistory resource={merchantRequest} of={row} />
    </>
  );
}

function WantedTable({ row: { wanted } }: Row) {
  const { fields, text } = useWords(merchantRequestMessages);
  const labels: Readonly<Record<string, string>> = fields;
  if (wanted.length === 0) return null;
  const value = (field: string, told: string | null) => (
    <FieldCell facts={fieldFacts(merchant, field)} field={field} row={{ [field]: told }} place="detail" />
  );
  return (
    <table className="request-wanted">
      <thead>
        <tr>
          <th>{text.field}</th>
          <th>{text.was}</th>
          <th>{text.asked}</th>
        </tr>
      </thead>
      <tbody>
        {wanted.map(({ field, from, to }) => (
          <tr key={field}>
            <th scope="row">{labels[field] ?? field}</th>
            <td>{value(field, from)}</td>
            <td>{value(field, to)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
