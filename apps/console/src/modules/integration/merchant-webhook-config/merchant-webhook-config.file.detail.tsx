import { merchantWebhookConfigMessages } from "@countinghouse/contract/integration/merchant-webhook-config/merchant-webhook-config.messages.ts";
import {
  type Endpoint,
  type EndpointHealth,
  merchantWebhookConfig,
} from "@countinghouse/contract/integration/merchant-webhook-config/merchant-webhook-config.ts";
import { everyEvent } from "@countinghouse/contract/integration/webhook/event-types.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { formatPercent } from "@countinghouse/money/rate.ts";
import { Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { Facts } from "@countinghouse/ui/layout/facts.tsx";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts, RecordHistory } from "../../../platform/pages/record-facts.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";

/** An endpoint beside the list: how it does, and how it is set up. */
export function EndpointFile({ row }: { readonly row: Endpoint }) {
  const { fields, text } = useWords(merchantWebhookConfigMessages);
  const canReadHealth = useMay()("merchantWebhookConfig:health");
  const reasons: Readonly<Record<string, string>> = { gone: text.gone, failing: text.failing };
  const told = { ...row, statusReason: row.statusReason && (reasons[row.statusReason] ?? row.statusReason) };
  return (
    <>
      <RecordFacts
        resource={merchantWebhookConfig}
        of={told}
        fields={["status", ...(row.statusReason ? ["statusReason"] : []), "mode", "merchantName", "url"]}
      />
      <Facts
        facts={[
          {
            key: "events",
            label: fields.events,
            value: row.events.includes(everyEvent) ? text.every : row.events.join(", "),
            isWide: true,
          },
        ]}
      />
      {canReadHealth && <Health id={row.id} />}
      <section>
        <h3 className="ch-section-title">{text.settings}</h3>
        <RecordFacts
          resource={merchantWebhookConfig}
          of={row}
          fields={[
            "appName",
            "apiVersion",
            "timeoutSeconds",
            "maxInFlight",
            "previousSecretExpireTime",
            "customHeaders",
          ]}
        />
      </section>
      <RecordHistory resource={merchantWebhookConfig} of={row} />
    </>
  );
}

function Health({ id }: { readonly id: string }) {
  const { text } = useWords(merchantWebhookConfigMessages);
  const answer = useAnswer(merchantWebhookConfig, "health", { id });
  return (
    <section>
      <h3 className="ch-section-title">{text.health24}</h3>
      <Answered answer={answer}>{(data) => <HealthFacts health={data} />}</Answered>
    </section>
  );
}

function HealthFacts({ health }: { readonly health: EndpointHealth }) {
  const { fields, text } = useWords(merchantWebhookConfigMessages);
  const figure = (value: number | null) => (value === null ? <Unknown /> : value.toLocaleString("en-US"));
  const ms = (value: number | null) =>
    value === null ? <Unknown /> : fill(text.ms, { ms: value.toLocaleString("en-US") });
  const time = (value: string | null) => (value === null ? <Unknown /> : <TimeCell value={value} />);
  const { failureRate } = health;
  return (
    <Facts
      facts={[
        { key: "tries", label: text.tries, value: figure(health.tries) },
        {
          key: "failureRate",
          label: text.failureRate,
          value: failureRate === null ? <Unknown /> : `${formatPercent(Math.round(failureRate / 1_000) * 1_000)} %`,
        },
        { key: "median", label: text.medianLatency, value: ms(health.medianLatencyMs) },
        { key: "p95", label: text.p95Latency, value: ms(health.p95LatencyMs) },
        { key: "open", label: text.open, value: figure(health.open) },
        { key: "oldestDue", label: text.oldestDue, value: time(health.oldestDue) },
        { key: "dead", label: text.dead, value: figure(health.dead) },
        { key: "failingSince", label: text.failingSince, value: time(health.failingSince) },
        { key: "lastSuccessTime", label: fields.lastSuccessTime, value: time(health.lastSuccessTime) },
        { key: "lastFailureTime", label: fields.lastFailureTime, value: time(health.lastFailureTime) },
      ]}
    />
  );
}
