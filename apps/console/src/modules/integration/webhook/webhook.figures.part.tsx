import { webhookMessages } from "@countinghouse/contract/integration/webhook/webhook.messages.ts";
import { webhook } from "@countinghouse/contract/integration/webhook/webhook.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { paymentMode } from "../../../platform/session/payment-mode.ts";
import { useStore } from "../../../platform/state/store.ts";
import "./webhook.css";

const figures = ["queued", "retrying", "delivered", "dead"] as const;

/** What was queued goes out within seconds: it is looked at this often, in ms, and so many times. */
const lookEvery = 2_000;
const looks = 10;

/** Reads list and figures again for a while after deliveries were queued, wherever on the page that was asked for. */
function useFollowing(): void {
  const client = useQueryClient();
  useEffect(() => {
    let left = 0;
    const unsubscribe = client.getMutationCache().subscribe(({ type, mutation }) => {
      const [name, operation] = mutation?.options.mutationKey ?? [];
      const isQueuing = name === webhook.name && (operation === "resend" || operation === "bulkResend");
      if (isQueuing && type === "updated" && mutation?.state.status === "success") left = looks;
    });
    const timer = setInterval(() => {
      if (left <= 0) return;
      left -= 1;
      void client.invalidateQueries({ queryKey: [webhook.name] });
    }, lookEvery);
    return () => {
      unsubscribe();
      clearInterval(timer);
    };
  }, [client]);
}

/** How deliveries stand, above their list. */
export function WebhookFigures() {
  const { text } = useWords(webhookMessages);
  const canRead = useMay()("webhook:stat");
  const mode = useStore(paymentMode);
  const { data } = useAnswer(webhook, "stat", { mode }, { isEnabled: canRead });
  useFollowing();
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
