import { coinAppMessages } from "@countinghouse/contract/merchants/coin-app/coin-app.messages.ts";
import { type AppKey, type CoinApp, coinApp } from "@countinghouse/contract/merchants/coin-app/coin-app.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { useOwnMerchant } from "../../../platform/pickers/own-merchant.ts";
import { SectionedForm } from "../../../platform/pickers/sectioned-form.tsx";

/** Adds an app to a merchant, or changes the one it is opened on. */
export function CoinAppAdd({ record, onClose }: RowFormProps<CoinApp>) {
  const { text } = useWords(coinAppMessages);
  const own = useOwnMerchant();
  const about = ["name", "defaultCurrency", "category", "platforms", { field: "description", isWide: true }] as const;
  const rest = [
    {
      key: "addresses",
      title: text.addresses,
      fields: [
        { field: "returnUrl", isWide: true, hint: text.httpHint },
        { field: "cancelUrl", isWide: true },
        { field: "notifyUrl", isWide: true },
        { field: "allowedOrigins", hint: text.originsHint, isWide: true },
      ],
    },
    {
      key: "orders",
      title: text.orders,
      fields: [
        "maxAttempts",
        "orderExpireMinutes",
        { field: "descriptorSuffix", hint: text.statementHint, isWide: true },
      ],
    },
    {
      key: "payerPage",
      title: text.payerPage,
      fields: [
        { field: "payerNames", hint: text.payerNamesHint, isWide: true },
        { field: "brandColor", hint: text.brandColorHint, isWide: true },
      ],
    },
  ] as const;
  if (record)
    return (
      <SectionedForm
        resource={coinApp}
        operation="update"
        as="drawer"
        record={record}
        sections={() => [{ key: "about", title: text.about, fields: about }, ...rest]}
        onClose={onClose}
      />
    );
  const merchantId = { field: "merchantId", isWide: true } as const;
  return (
    <SectionedForm
      resource={coinApp}
      operation="add"
      as="drawer"
      initial={{ merchantId: own }}
      sections={() => [{ key: "about", title: text.about, fields: [merchantId, ...about] }, ...rest]}
      onClose={onClose}
    />
  );
}

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
