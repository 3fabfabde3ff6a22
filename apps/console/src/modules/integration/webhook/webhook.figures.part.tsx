import { webhookMessages } from "@countinghouse/contract/integration/webhook/webhook.messages.ts";
import { webhook } from "@countinghouse/contract/integration/webhook/webhook.ts";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { paymentMode } from "../../../platform/session/payment-mode.ts";
import { useStore } from "../../../platform/state/store.ts";
import "./webhook.css";

const figures = ["queued", "retrying", "delivered", "dead"] as const;

/** How deliveries stand, above their list. */
export function WebhookFigures() {
  const { text } = useWords(webhookMessages);
  const canRead = useMay()("webhook:stat");
  const mode = useStore(paymentMode);
  const { data } = useAnswer(webhook, "stat", { mode }, { isEnabled: canRead });
  if (!canRead) return null;
  return (
    <dl className="webhook-figures">
      {figures.map((name) => (
        <div key={name} className={name === "dead" && data && data.dead > 0 ? "webhook-figure-bad" : undefined}>
          <dt>{text[name]}</dt>
          <dd>{data ? data[name].toLocaleString("en-US") : "–"}</dd>
        </div>
      ))}
    </dl>
  );
}
