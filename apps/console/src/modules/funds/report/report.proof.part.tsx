import type { ReportProof } from "@countinghouse/contract/funds/report/report-fields.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { rangeToText } from "@countinghouse/ui/fields/date-range.ts";
import { Modal } from "antd";
import { Link } from "react-router";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { amountText } from "./report.figures.part.tsx";
import { reportScreenMessages } from "./report.messages.ts";
import type { Report, ReportResource } from "./report.query.hook.ts";

/** Events whose journals are behind a figure; those of fees and costs are of many kinds. */
const eventsOf: Partial<Readonly<Record<ReportProof["measure"], string>>> = {
  salesAmount: "J01,J04",
  refundAmount: "J11,J15",
  disputeAmount: "J21",
  gatewayCost: "J03,J03r",
  houseCost: "J61,J62,J63",
};

interface ProofProps {
  readonly resource: ReportResource;
  readonly report: Report;
  readonly fields: Readonly<Record<string, string>>;
  readonly maySeeLedger: boolean;
  onClose(): void;
}

/** The totals of the report beside the sums of the ledger's postings, line by line. */
export function ReportProofs({ resource, report, fields, maySeeLedger, onClose }: ProofProps) {
  const words = useWords(reportScreenMessages);
  const answer = useAnswer(resource, "prove", report.asked);
  return (
    <Modal open title={words.proofTitle} footer={null} width={720} onCancel={onClose}>
      <Answered answer={answer}>
        {({ proofs }) => (
          <div className="report-scroll">
            <table className="report-table report-proof">
              <thead>
                <tr>
                  <th>{fields.currency}</th>
                  <th>{words.inReport}</th>
                  <th>{words.inLedger}</th>
                  <th>{words.journals}</th>
                  <th />
                </tr>
              </thead>
              <tbody>
                {proofs
                  .filter(({ report: told, ledger }) => told !== "0" || ledger !== "0")
                  .map((proof) => (
                    <Proof
                      key={`${proof.currency}${proof.measure}`}
                      proof={proof}
                      report={report}
                      fields={fields}
                      maySeeLedger={maySeeLedger}
                    />
                  ))}
              </tbody>
            </table>
          </div>
        )}
      </Answered>
    </Modal>
  );
}

function Proof({
  proof,
  report,
  fields,
  maySeeLedger,
}: Omit<ProofProps, "resource" | "onClose"> & { readonly proof: ReportProof }) {
  const words = useWords(reportScreenMessages);
  const { currency, measure, journals, isEqual } = proof;
  const events = eventsOf[measure];
  const { asked, view } = report;
  const query = new URLSearchParams({ postedAt: rangeToText([asked.fromDay, asked.toDay]) });
  if (events) query.set("event", events);
  if (view.merchantId) query.set("merchantId", view.merchantId);
  return (
    <tr>
      <th scope="row">
        {fields[measure]}
        <small>{currency}</small>
      </th>
      <td className="report-main">{amountText(proof.report, currency)}</td>
      <td className="report-main">{amountText(proof.ledger, currency)}</td>
      <td>{maySeeLedger && events ? <Link to={`/finance/ledger?${query}`}>{journals}</Link> : journals}</td>
      <td>
        <StatusChip text={isEqual ? words.equal : words.differs} tone={isEqual ? "success" : "danger"} isFlat />
      </td>
    </tr>
  );
}
