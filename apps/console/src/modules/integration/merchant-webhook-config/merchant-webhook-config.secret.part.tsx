import { merchantWebhookConfigMessages } from "@countinghouse/contract/integration/merchant-webhook-config/merchant-webhook-config.messages.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { OneTimeSecret } from "../../../platform/pickers/one-time-secret.tsx";

/** The secret of an endpoint, shown the one time there is. */
export function SecretOnce({ secret, onClose }: { readonly secret: string; onClose(): void }) {
  const { text } = useWords(merchantWebhookConfigMessages);
  return <OneTimeSecret title={text.secretTitle} text={text.secretNote} values={[secret]} onClose={onClose} />;
}
