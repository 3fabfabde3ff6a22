import { upstreamGatewayMessages } from "@countinghouse/contract/gateways/upstream-gateway/upstream-gateway.messages.ts";
import {
  simulatorAddress,
  type UpstreamGateway,
  upstreamGateway,
} from "@countinghouse/contract/gateways/upstream-gateway/upstream-gateway.ts";
import { GatewayCapability } from "@countinghouse/contract/payment-enumerations.ts";
import { CodesCell } from "@countinghouse/ui/cells/codes-cell.tsx";
import { Facts } from "@countinghouse/ui/layout/facts.tsx";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { call } from "../../../platform/api/client.ts";
import { ConnectivityTest } from "../../../platform/gateways/connectivity-test.tsx";
import "../../../platform/gateways/gateways.css";
import { PaymentMode } from "@countinghouse/contract/payment-enumerations.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts, RecordHistory } from "../../../platform/pages/record-facts.tsx";

const connection = [
  "code",
  "connector",
  "status",
  "baseUrlLive",
  "baseUrlTest",
  "timeoutMs",
  "rateLimitPerSecond",
  "remark",
];

/** A provider beside the list: how it is reached, what it can do and asks for, and whether it answers. */
export function UpstreamGatewayDetail({ row }: { readonly row: UpstreamGateway }) {
  const { actions, fields, text } = useWords(upstreamGatewayMessages);
  const locale = useLocale();
  const capabilities = row.capabilities.map((value) => GatewayCapability.memberOf(value)?.text[locale] ?? value);
  const shown = row.baseUrlTest === simulatorAddress ? { ...row, baseUrlTest: text.simulator } : row;
  const overrides = row.exponentOverrides.map(({ currency, exponent }) => `${currency} ${exponent}`);
  return (
    <>
      <h3 className="ch-section-title">{text.connection}</h3>
      <RecordFacts resource={upstreamGateway} of={shown} fields={connection} />
      <Allowed need="upstreamGateway:testConnection">
        {(["test", "live"] as const).map((mode) =>
          (mode === "live" ? row.baseUrlLive : row.baseUrlTest) ? (
            <ConnectivityTest
              key={mode}
              label={`${actions.testConnection} · ${PaymentMode.memberOf(mode)?.text[locale]}`}
              ask={() => call(upstreamGateway, "testConnection", { id: row.id, mode })}
            />
          ) : null,
        )}
      </Allowed>
      <h3 className="ch-section-title">{text.abilities}</h3>
      <Facts
        facts={[
          {
            key: "capabilities",
            label: fields.capabilities,
            value: <CodesCell codes={capabilities} none="–" />,
            isWide: true,
          },
          {
            key: "exponentOverrides",
            label: fields.exponentOverrides,
            value: <CodesCell codes={overrides} none="–" />,
            isWide: true,
          },
        ]}
      />
      <h3 className="ch-section-title">{fields.credentialSchema}</h3>
      <ul className="ch-lines">
        {row.credentialSchema.map(({ name, label, isSecret, isRequired }) => (
          <li key={name}>
            <span className="ch-lines-name">
              {label[locale]} <span className="ch-mono ch-lines-muted">{name}</span>
            </span>
            <span className="ch-lines-side ch-lines-muted">
              {[isSecret && text.isSecret, isRequired && text.isRequired].filter(Boolean).join(" · ")}
            </span>
          </li>
        ))}
      </ul>
      <RecordHistory resource={upstreamGateway} of={row} />
    </>
  );
}
