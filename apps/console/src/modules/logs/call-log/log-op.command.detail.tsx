import { sysLogOpMessages } from "@countinghouse/contract/logs/call-log/log-op.messages.ts";
import { type LoggedCommand, sysLogOp } from "@countinghouse/contract/logs/call-log/log-op.ts";
import { JsonBlock } from "@countinghouse/ui/cells/json-cell.tsx";
import { Link } from "react-router";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";

const facts = [
  "createTime",
  "operation",
  "realName",
  "account",
  "tenantName",
  "outcome",
  "status",
  "bizCode",
  "message",
  "elapsed",
  "httpMethod",
  "requestUrl",
  "remoteIp",
  "location",
  "browser",
  "os",
  "node",
  "requestId",
];

/** A command beside the list: how it ended, from where, and what was sent. */
export function CommandBeside({ row }: { readonly row: LoggedCommand }) {
  const { fields, text } = useWords(sysLogOpMessages);
  const may = useMay();
  const answer = useAnswer(sysLogOp, "detail", { id: row.id }, { isEnabled: may("sysLogOp:detail") });
  if (!may("sysLogOp:detail")) return <RecordFacts resource={sysLogOp} of={row} fields={facts} />;
  return (
    <Answered answer={answer}>
      {(command) => (
        <>
          <RecordFacts resource={sysLogOp} of={command} fields={facts} />
          {command.requestParam ? (
            <section>
              <h3 className="ch-section-title">{fields.requestParam}</h3>
              <JsonBlock value={command.requestParam} />
            </section>
          ) : null}
          {row.status === "200" && may("sysLogDiff:page") && (
            <p>
              <Link to={`/log/difflog?requestId=${encodeURIComponent(row.requestId)}`}>{text.changes}</Link>
            </p>
          )}
        </>
      )}
    </Answered>
  );
}
