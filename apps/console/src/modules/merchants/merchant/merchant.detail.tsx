import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { coinApp } from "@countinghouse/contract/merchants/coin-app/coin-app.ts";
import { merGatewayAccountCfg } from "@countinghouse/contract/merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.ts";
import { merPayChannelCfg } from "@countinghouse/contract/merchants/mer-pay-channel-cfg/mer-pay-channel-cfg.ts";
import { merPaymentMethodCfg } from "@countinghouse/contract/merchants/mer-payment-method-cfg/mer-payment-method-cfg.ts";
import { merPaymentTypeCfg } from "@countinghouse/contract/merchants/mer-payment-type-cfg/mer-payment-type-cfg.ts";
import { merchantMessages } from "@countinghouse/contract/merchants/merchant/merchant.messages.ts";
import { type Merchant, merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { MerchantStatus } from "@countinghouse/contract/merchants/merchant/merchant-enumerations.ts";
import { merchantAccountCfg } from "@countinghouse/contract/merchants/merchant-account-cfg/merchant-account-cfg.ts";
import { merchantStaff } from "@countinghouse/contract/merchants/merchant-staff/merchant-staff.ts";
import { Timeline, type TimelineEvent } from "@countinghouse/ui/layout/timeline.tsx";
import { Link, useLocation } from "react-router";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts, RecordHistory } from "../../../platform/pages/record-facts.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { merchantScreenMessages } from "./merchant.messages.ts";

const sections = {
  identity: [
    "merchantNo",
    "tenantName",
    "status",
    "statusReason",
    "riskLevel",
    "legalName",
    "nameEn",
    "type",
    "country",
    "registrationNo",
    "taxNo",
    "incorporationDate",
    "registeredAddress",
  ],
  capabilities: ["canPay", "canRefund", "canWithdraw", "canPayout"],
  business: ["mcc", "website", "currency", "timezone", "expectedMonthlyVolume", "averageTicket", "businessModel"],
  contact: ["contactName", "contactPhone", "contactEmail", "orgName", "accounts"],
} as const;

/** The same as the merchant's own people read them. */
export { sections as particulars };

/** A merchant beside the list: who it is, what it may do, and what happened to it. */
export function MerchantDetail({ row }: { readonly row: Merchant }) {
  const { text } = useWords(merchantMessages);
  const canReadHistory = useMay()("merchant:history");
  const { openPage } = useWords(merchantScreenMessages);
  const { pathname } = useLocation();
  const page = `${merchant.menu?.path}/${row.id}`;
  return (
    <>
      {pathname === page ? null : (
        <Link to={page} className="ch-link">
          {openPage}
        </Link>
      )}
      {Object.entries(sections).map(([name, fields]) => (
        <section key={name}>
          <h3 className="ch-section-title">{text[name as keyof typeof sections]}</h3>
          <RecordFacts resource={merchant} of={row} fields={fields} />
        </section>
      ))}
      <MerchantTerms id={row.id} />
      {canReadHistory && <MerchantHistory id={row.id} />}
      <RecordHistory resource={merchant} of={row} />
    </>
  );
}

/** What is agreed with a merchant, and who signs in for it, each on a page of its own. */
const agreed = [
  merchantStaff,
  coinApp,
  merchantAccountCfg,
  merPaymentMethodCfg,
  merPaymentTypeCfg,
  merGatewayAccountCfg,
  merPayChannelCfg,
] as const;

function MerchantTerms({ id }: { readonly id: string }) {
  const { text } = useWords(merchantMessages);
  const may = useMay();
  const locale = useLocale();
  const open = agreed.filter(({ name }) => may(`${name}:page`));
  if (open.length === 0) return null;
  return (
    <section>
      <h3 className="ch-section-title">{text.terms}</h3>
      <ul className="ch-links">
        {open.map(({ name, menu, messages }) => (
          <li key={name}>
            <Link to={`${menu?.path}?merchantId=${id}`}>{messages[locale].title}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

type HistoryEntry = ResultOf<(typeof merchant)["operations"]["history"]>[number];

/** What happened to a merchant, the newest first. */
export function MerchantHistory({ id }: { readonly id: string }) {
  const { actions, text } = useWords(merchantMessages);
  const locale = useLocale();
  const answer = useAnswer(merchant, "history", { id });
  const eventOf = ({ id: key, at, action, toStatus, userName, reason }: HistoryEntry): TimelineEvent => {
    const state = MerchantStatus.memberOf(toStatus);
    const label = (actions as Readonly<Record<string, string>>)[action] ?? action;
    return {
      key,
      at,
      title: state ? `${label} → ${state.text[locale]}` : label,
      detail: [userName, reason].filter(Boolean).join(" · "),
      ...(state ? { tone: state.tone, shape: state.shape } : {}),
    };
  };
  return (
    <section>
      <h3 className="ch-section-title">{text.history}</h3>
      <Answered answer={answer}>
        {(data) => (
          <>
            {data.length === 0 ? <p>{text.noHistory}</p> : null}
            <Timeline label={text.history} events={data.map(eventOf)} />
          </>
        )}
      </Answered>
    </section>
  );
}
