import { coinAppMessages } from "@countinghouse/contract/merchants/coin-app/coin-app.messages.ts";
import { type CoinApp, coinApp } from "@countinghouse/contract/merchants/coin-app/coin-app.ts";
import { CodesCell } from "@countinghouse/ui/cells/codes-cell.tsx";
import { Facts } from "@countinghouse/ui/layout/facts.tsx";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts, RecordHistory } from "../../../platform/pages/record-facts.tsx";
import { AppBrand } from "./coin-app.brand.detail.tsx";
import { AppKeys } from "./coin-app.keys.detail.tsx";

const sections = {
  about: ["appNo", "merchantName", "status", "category", "defaultCurrency", "description"],
  addresses: ["returnUrl", "cancelUrl", "notifyUrl"],
  orders: ["maxAttempts", "orderExpireMinutes", "descriptorSuffix"],
} as const;

/** An app beside the list: its keys first, since they are what people come for. */
export function CoinAppDetail({ row }: { readonly row: CoinApp }) {
  const { text, fields: labels } = useWords(coinAppMessages);
  const origins = <CodesCell codes={row.allowedOrigins} none={text.noOrigins} />;
  const canReadKeys = useMay()("coinApp:keys");
  return (
    <>
      {canReadKeys && <AppKeys appId={row.id} />}
      {Object.entries(sections).map(([name, fields]) => (
        <section key={name}>
          <h3 className="ch-section-title">{text[name as keyof typeof sections]}</h3>
          <RecordFacts resource={coinApp} of={row} fields={fields} />
          {name === "addresses" && (
            <Facts facts={[{ key: "origins", label: labels.allowedOrigins, value: origins, isWide: true }]} />
          )}
        </section>
      ))}
      <AppBrand row={row} />
      <RecordHistory resource={coinApp} of={row} />
    </>
  );
}
