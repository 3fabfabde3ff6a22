import { gatewayAccountMessages } from "@countinghouse/contract/gateways/gateway-account/gateway-account.messages.ts";
import {
  type GatewayAccountDetail as Detail,
  type GatewayAccount,
  gatewayAccount,
} from "@countinghouse/contract/gateways/gateway-account/gateway-account.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { CodesCell } from "@countinghouse/ui/cells/codes-cell.tsx";
import { Copyable } from "@countinghouse/ui/cells/copyable.tsx";
import { formatInstant } from "@countinghouse/ui/cells/instant.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { Facts } from "@countinghouse/ui/layout/facts.tsx";
import { useUiSettings } from "@countinghouse/ui/layout/ui-settings.ts";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { call } from "../../../platform/api/client.ts";
import { AmountText, TakenCodes } from "../../../platform/gateways/cells.tsx";
import { ConnectivityTest } from "../../../platform/gateways/connectivity-test.tsx";
import "../../../platform/gateways/gateways.css";
import { ScrollX } from "../../../platform/gateways/scroll-x.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts, RecordHistory } from "../../../platform/pages/record-facts.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { WaitingChange } from "./gateway-account.change.detail.tsx";
import { AccountMethods } from "./gateway-account.methods.detail.tsx";
import { AccountUsage } from "./gateway-account.usage.detail.tsx";

/** An account beside the list. What lists leave out is asked for here: the credentials' state and the address. */
export function GatewayAccountDetail({ row }: { readonly row: GatewayAccount }) {
  const answer = useAnswer(gatewayAccount, "detail", { id: row.id });
  return <Answered answer={answer}>{(data) => <WholeAccount account={data} />}</Answered>;
}

function WholeAccount({ account }: { readonly account: Detail }) {
  const { actions, text } = useWords(gatewayAccountMessages);
  return (
    <>
      {account.change && <WaitingChange account={account} change={account.change} />}
      <h3 className="ch-section-title">{text.health}</h3>
      <AccountHealth account={account} />
      <Allowed need="gatewayAccount:test">
        <ConnectivityTest
          key={account.id}
          label={actions.test}
          ask={() => call(gatewayAccount, "test", { id: account.id })}
        />
      </Allowed>
      <h3 className="ch-section-title">{text.identity}</h3>
      <RecordFacts
        resource={gatewayAccount}
        of={account}
        fields={["accountNo", "status", "mode", "gatewayName", "upstreamMid", "descriptorPrefix", "remark"]}
      />
      <AccountTraffic account={account} />
      <Allowed need="gatewayAccount:usage">
        <AccountUsage account={account} />
      </Allowed>
      <AccountCredentials account={account} />
      <WebhookAddress url={account.webhookUrl} />
      <Allowed need="gatewayAccountPaymentMethod:list">
        <AccountMethods gatewayAccountId={account.id} />
      </Allowed>
      <RecordHistory resource={gatewayAccount} of={account} />
    </>
  );
}

function AccountHealth({ account }: { readonly account: Detail }) {
  const { timeZone } = useUiSettings();
  const { text } = useWords(gatewayAccountMessages);
  const { forcedUntil, forcedUserName: name, forcedReason: reason } = account;
  return (
    <>
      <RecordFacts resource={gatewayAccount} of={account} fields={["health", "measuredHealth"]} />
      {forcedUntil && (
        <p className="ch-lines-muted">
          {fill(text.forced, { time: formatInstant(forcedUntil, timeZone), name: name ?? "–", reason })}
        </p>
      )}
    </>
  );
}

function AccountTraffic({ account }: { readonly account: Detail }) {
  const { fields, text } = useWords(gatewayAccountMessages);
  return (
    <section>
      <h3 className="ch-section-title">{text.traffic}</h3>
      <RecordFacts
        resource={gatewayAccount}
        of={account}
        fields={["settlementCurrency", "priority", "weight", "inFlightMax", "merchantInFlightMax", "queueSeconds"]}
      />
      <Facts
        facts={[
          {
            key: "currencies",
            label: fields.currencies,
            value: <TakenCodes codes={account.currencies} />,
            isWide: true,
          },
          {
            key: "mccs",
            label: fields.mccs,
            value: <CodesCell codes={account.mccs} none={text.anyMcc} />,
            isWide: true,
          },
        ]}
      />
      <h4 className="ch-lines-title">{fields.limits}</h4>
      {account.limits.length === 0 ? (
        <p>{text.noLimits}</p>
      ) : (
        <ScrollX label={fields.limits}>
          <LimitTable limits={account.limits} />
        </ScrollX>
      )}
    </section>
  );
}

function LimitTable({ limits }: { readonly limits: Detail["limits"] }) {
  const { text } = useWords(gatewayAccountMessages);
  const amounts = ["min", "max", "dailyAmount", "monthlyAmount"] as const;
  return (
    <table className="ch-figures">
      <thead>
        <tr>
          {amounts.map((name) => (
            <th key={name} scope="col" className="ch-figure">
              {text[name]}
            </th>
          ))}
          <th scope="col" className="ch-figure">
            {text.dailyCount}
          </th>
        </tr>
      </thead>
      <tbody>
        {limits.map((limit) => (
          <tr key={limit.currency}>
            {amounts.map((name) => (
              <td key={name} className="ch-figure">
                <AmountText minor={limit[name]} currency={limit.currency} />
              </td>
            ))}
            <td className="ch-figure">{limit.dailyCount?.toLocaleString("en-US") ?? "–"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function AccountCredentials({ account }: { readonly account: Detail }) {
  const { timeZone } = useUiSettings();
  const { text } = useWords(gatewayAccountMessages);
  const locale = useLocale();
  return (
    <section>
      <h3 className="ch-section-title">{text.credentials}</h3>
      <ul className="ch-lines">
        {account.credentials.map(({ name, label, isRequired, setTime, setUserName }) => (
          <li key={name}>
            <span className="ch-lines-name">{label[locale]}</span>
            <span className="ch-lines-side">
              {setTime ? (
                <span className="ch-lines-muted">
                  {fill(setUserName ? text.isSetBy : text.isSet, {
                    time: formatInstant(setTime, timeZone),
                    name: setUserName,
                  })}
                </span>
              ) : (
                <StatusChip
                  text={isRequired ? text.notSet : `${text.notSet} · ${text.optional}`}
                  tone={isRequired ? "warning" : "neutral"}
                  shape="hollow"
                />
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function WebhookAddress({ url }: { readonly url: string }) {
  const { text } = useWords(gatewayAccountMessages);
  // Without a public address of its own, the server is where this page came from.
  const address = url.startsWith("/") ? `${window.location.origin}${url}` : url;
  return (
    <section>
      <h3 className="ch-section-title">{text.notifications}</h3>
      <div className="ch-address">
        <Copyable value={address} className="ch-mono">
          {address}
        </Copyable>
      </div>
      <p className="ch-lines-muted">{text.webhookHint}</p>
    </section>
  );
}
