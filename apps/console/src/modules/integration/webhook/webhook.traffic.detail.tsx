import { typescriptWebhook } from "@countinghouse/contract/integration/open-api/samples-typescript.ts";
import { webhookMessages } from "@countinghouse/contract/integration/webhook/webhook.messages.ts";
import { type Delivery, webhook } from "@countinghouse/contract/integration/webhook/webhook.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { AnswerChip } from "./webhook.answer.part.tsx";
import { CodeBlock } from "./webhook.code.part.tsx";
import "./webhook.css";

type Detail = ResultOf<(typeof webhook)["operations"]["detail"]>;

/** A delivery beside the list: where it goes, the signed request, and every try with its answer. */
export function WebhookTraffic({ row }: { readonly row: Delivery }) {
  const canRead = useMay()("webhook:detail");
  const answer = useAnswer(webhook, "detail", { id: row.id, merchantId: row.merchantId }, { isEnabled: canRead });
  return (
    <>
      <RecordFacts
        resource={webhook}
        of={row}
        fields={[
          "status",
          "reason",
          "eventType",
          "eventId",
          "objectNo",
          "objectSeq",
          "merchantName",
          "endpointName",
          "mode",
          "attemptCount",
          "createTime",
          "nextAttemptTime",
          "doneTime",
          "url",
        ]}
      />
      {canRead && <Answered answer={answer}>{(data) => <Traffic detail={data} />}</Answered>}
    </>
  );
}

function Traffic({ detail }: { readonly detail: Detail }) {
  const { text } = useWords(webhookMessages);
  const headers = Object.entries(detail.headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
  return (
    <>
      <section>
        <h3 className="ch-section-title">{text.tries}</h3>
        {detail.attempts.length === 0 ? (
          <p>{text.noTries}</p>
        ) : (
          <ol className="webhook-tries">
            {detail.attempts.map((attempt) => (
              <OneTry key={attempt.id} attempt={attempt} />
            ))}
          </ol>
        )}
      </section>
      <section>
        <h3 className="ch-section-title">{text.request}</h3>
        <CodeBlock title={text.headers} value={`POST ${detail.url}\n${headers}`} />
        <CodeBlock title={text.body} value={detail.body} />
      </section>
      <section>
        <h3 className="ch-section-title">{text.verify}</h3>
        <p className="webhook-muted">{text.verifyHint}</p>
        <CodeBlock title="TypeScript" value={typescriptWebhook} />
      </section>
    </>
  );
}

function OneTry({ attempt }: { readonly attempt: Detail["attempts"][number] }) {
  const { text } = useWords(webhookMessages);
  const { number, at, httpStatus, error, latencyMs, responseHead, isManual } = attempt;
  return (
    <li>
      <div className="webhook-try-head">
        <span>{fill(text.try, { number })}</span>
        <AnswerChip httpStatus={httpStatus} error={error} />
        <TimeCell value={at} />
        <span className="webhook-muted">{fill(text.took, { ms: latencyMs.toLocaleString("en-US") })}</span>
        {isManual && <span className="webhook-muted">{text.byHand}</span>}
      </div>
      {responseHead ? <CodeBlock title={text.answer} value={responseHead} /> : null}
    </li>
  );
}
