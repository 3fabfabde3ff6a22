import { gatewayMessages } from "@countinghouse/contract/gateways/gateway/gateway.messages.ts";
import { type Gateway, gateway } from "@countinghouse/contract/gateways/gateway/gateway.ts";
import { gatewayAccount } from "@countinghouse/contract/gateways/gateway-account/gateway-account.ts";
import { ServiceStatus } from "@countinghouse/contract/payment-enumerations.ts";
import { CodesCell } from "@countinghouse/ui/cells/codes-cell.tsx";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { Link } from "react-router";
import { Allowed } from "../../../platform/access/allowed.tsx";
import "../../../platform/gateways/gateways.css";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts, RecordHistory } from "../../../platform/pages/record-facts.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { GatewayTaxes } from "./gateway.taxes.detail.tsx";

const sections = {
  business: ["gatewayNo", "status", "mode", "upstreamGatewayName", "region", "legalEntity", "priority", "remark"],
  settlement: ["cutoffTime", "cutoffTimezone", "settlementLagDays", "businessCalendar"],
} as const;

/** A gateway beside the list: what it is, how it settles, its taxes and its accounts. */
export function GatewayDetail({ row }: { readonly row: Gateway }) {
  const { text } = useWords(gatewayMessages);
  return (
    <>
      {(["business", "settlement"] as const).map((name) => (
        <section key={name}>
          <h3 className="ch-section-title">{text[name]}</h3>
          <RecordFacts resource={gateway} of={row} fields={sections[name]} />
        </section>
      ))}
      <Allowed need="gateway:taxList">
        <GatewayTaxes key={row.id} gatewayId={row.id} />
      </Allowed>
      <Allowed need="gatewayAccount:list">
        <GatewayAccounts gatewayId={row.id} />
      </Allowed>
      <RecordHistory resource={gateway} of={row} />
    </>
  );
}

function GatewayAccounts({ gatewayId }: { readonly gatewayId: string }) {
  const { text } = useWords(gatewayMessages);
  const locale = useLocale();
  const answer = useAnswer(gatewayAccount, "list", { gatewayId });
  return (
    <section>
      <h3 className="ch-section-title">{text.accounts}</h3>
      <Answered answer={answer}>
        {(data) => (
          <>
            {data.length === 0 ? <p className="ch-lines-muted">{text.noAccounts}</p> : null}
            <ul className="ch-lines">
              {data.map(({ id, name, accountNo, currencies, status }) => {
                const state = ServiceStatus.memberOf(status);
                return (
                  <li key={id}>
                    <Link className="ch-lines-name" to={`/acquiring/account?open=${id}`}>
                      {name}
                    </Link>
                    <span className="ch-mono ch-lines-muted">{accountNo}</span>
                    <span className="ch-lines-side">
                      <CodesCell codes={currencies} none="–" limit={3} />{" "}
                      {state && <StatusChip text={state.text[locale]} tone={state.tone} shape={state.shape} />}
                    </span>
                  </li>
                );
              })}
            </ul>
          </>
        )}
      </Answered>
    </section>
  );
}
