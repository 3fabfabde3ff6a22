import { inboundWebhookMessages } from "@countinghouse/contract/integration/webhook/inbound-webhook.messages.ts";
import { type InboundWebhook, inboundWebhook } from "@countinghouse/contract/integration/webhook/inbound-webhook.ts";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { CodeBlock } from "./webhook.code.part.tsx";

/** A notification beside the list: what became of it, and the request as it came. */
export function InboundFile({ row }: { readonly row: InboundWebhook }) {
  const { text } = useWords(inboundWebhookMessages);
  const canRead = useMay()("inboundWebhook:detail");
  const answer = useAnswer(inboundWebhook, "detail", { id: row.id }, { isEnabled: canRead });
  const words: Readonly<Record<string, string>> = text;
  const told = { ...row, reason: row.reason && (words[row.reason] ?? row.reason) };
  return (
    <>
      <RecordFacts
        resource={inboundWebhook}
        of={told}
        fields={[
          "status",
          "verdict",
          ...(row.reason ? ["reason"] : []),
          "eventType",
          "eventId",
          "objectNo",
          "gatewayAccountName",
          "mode",
          "attemptCount",
          "copies",
          "bodyBytes",
          "occurredAt",
          "createTime",
          "nextAttemptTime",
          "doneTime",
        ]}
      />
      {canRead && (
        <section>
          <h3 className="ch-section-title">{text.request}</h3>
          <Answered answer={answer}>
            {(data) => (
              <>
                <CodeBlock
                  title={text.headers}
                  value={Object.entries(data.headers)
                    .map(([name, value]) => `${name}: ${value}`)
                    .join("\n")}
                />
                <CodeBlock title={text.body} value={data.body} />
                <CodeBlock title={text.checksum} value={data.bodySha256} />
              </>
            )}
          </Answered>
        </section>
      )}
    </>
  );
}
