import { sysLogExMessages } from "@countinghouse/contract/logs/call-log/log-ex.messages.ts";
import { type LoggedDefect, sysLogEx } from "@countinghouse/contract/logs/call-log/log-ex.ts";
import { JsonBlock } from "@countinghouse/ui/cells/json-cell.tsx";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./log-ex.css";

const facts = [
  "message",
  "errorType",
  "createTime",
  "operationName",
  "operation",
  "realName",
  "account",
  "tenantName",
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

/** A defect beside the list: what happened, to whom, and where in the program. */
export function DefectBeside({ row }: { readonly row: LoggedDefect }) {
  const may = useMay()("sysLogEx:detail");
  return (
    <>
      <RecordFacts resource={sysLogEx} of={row} fields={facts} />
      {may && <Stack id={row.id} />}
    </>
  );
}

function Stack({ id }: Pick<LoggedDefect, "id">) {
  const { fields, text } = useWords(sysLogExMessages);
  const answer = useAnswer(sysLogEx, "detail", { id });
  return (
    <Answered answer={answer}>
      {({ stack, requestParam }) => (
        <>
          <section>
            <h3 className="ch-section-title">{fields.stack}</h3>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard (WCAG 2.1.1). */}
            <pre className="defect-stack" tabIndex={0}>
              {stack ?? text.noStack}
            </pre>
          </section>
          {requestParam ? (
            <section>
              <h3 className="ch-section-title">{fields.requestParam}</h3>
              <JsonBlock value={requestParam} />
            </section>
          ) : null}
        </>
      )}
    </Answered>
  );
}
