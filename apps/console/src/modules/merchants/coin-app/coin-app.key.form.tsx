import { coinAppMessages } from "@countinghouse/contract/merchants/coin-app/coin-app.messages.ts";
import { type AppKey, coinApp } from "@countinghouse/contract/merchants/coin-app/coin-app.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";

interface KeyFormProps {
  readonly appId: string;
  readonly of: AppKey;
  onClose(): void;
}

/** Limits one of an app's keys, or switches it on and off. */
export function AppKeyForm({ appId, of, onClose }: KeyFormProps) {
  const { text } = useWords(coinAppMessages);
  const { mode, isEnabled, scopes, allowedIps, expireTime } = of;
  return (
    <RecordForm
      resource={coinApp}
      operation="updateKey"
      initial={{ id: appId, mode, isEnabled, scopes, allowedIps, expireTime }}
      fields={[
        "isEnabled",
        "expireTime",
        { field: "scopes", hint: text.scopesHint, isWide: true },
        { field: "allowedIps", hint: text.allowedIpsHint, isWide: true },
      ]}
      onClose={onClose}
    />
  );
}
