import { factsOf } from "@countinghouse/contract/kit/field.ts";
import { merGatewayAccountCfgMessages } from "@countinghouse/contract/merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.messages.ts";
import {
  type MerGatewayAccountCfg,
  merGatewayAccountCfg,
} from "@countinghouse/contract/merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.ts";
import { PaymentType } from "@countinghouse/contract/payment-enumerations.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { CodesCell } from "@countinghouse/ui/cells/codes-cell.tsx";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { Facts } from "@countinghouse/ui/layout/facts.tsx";
import type { ReactNode } from "react";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { FieldCell } from "../../../platform/pages/field-cell.tsx";
import { RecordFacts, RecordHistory } from "../../../platform/pages/record-facts.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./mer-gateway-account-cfg.css";

type Binding = MerGatewayAccountCfg;

const narrowed = ["paymentMethods", "paymentTypes", "currencies", "countries", "binCountries", "limits"] as const;
const identity = ["merchantNo", "accountNo", "gatewayName", "subMid", "descriptor", "approveUserName"] as const;

/** A binding beside the list: what routing makes of it, what waits for approval, and what was paid over it. */
export function BindingDetail({ row }: { readonly row: Binding }) {
  const { fields, text } = useWords(merGatewayAccountCfgMessages);
  const facts = narrowed.map((field) => ({
    key: field,
    label: fields[field],
    value: <Value field={field} value={row[field]} />,
    isWide: true,
  }));
  return (
    <>
      {row.proposal !== null && <Proposal row={row} proposal={row.proposal} />}
      <RecordFacts
        resource={merGatewayAccountCfg}
        of={row}
        fields={["merchantName", "mode", "status", "health", "priority", "weight", "validFrom", "validTo"]}
      />
      <section>
        <h3 className="ch-section-title">{text.narrowing}</h3>
        <Facts facts={facts} />
        <RecordFacts resource={merGatewayAccountCfg} of={row} fields={["unknownIssuer"]} />
      </section>
      <Allowed need="merGatewayAccountCfg:usage">
        <Usage id={row.id} />
      </Allowed>
      <section>
        <h3 className="ch-section-title">{text.identity}</h3>
        <RecordFacts resource={merGatewayAccountCfg} of={row} fields={identity} />
      </section>
      <RecordHistory resource={merGatewayAccountCfg} of={row} />
    </>
  );
}

const amount = (minor: string | null, currency: string): ReactNode =>
  minor === null ? "–" : <MoneyCell isPlain amount={fromWire(minor, currency)} />;

/** A field's value, whichever of the binding's it is: lists as codes, caps in words, everything else by its kind. */
function Value({ field, value }: { readonly field: string; readonly value: unknown }) {
  const { text } = useWords(merGatewayAccountCfgMessages);
  const locale = useLocale();
  if (field === "limits") return <Caps caps={value as Binding["limits"]} />;
  if (field === "paymentTypes") {
    const words = (value as readonly string[]).map((type) => PaymentType.memberOf(type)?.text[locale] ?? type);
    return <CodesCell codes={words} none={text.everyOne} />;
  }
  if (Array.isArray(value)) return <CodesCell codes={value as string[]} none={text.everyOne} />;
  const schema = merGatewayAccountCfg.record.shape[field as keyof Binding];
  return <FieldCell facts={factsOf(schema)} field={field} row={{ [field]: value }} place="detail" />;
}

function Caps({ caps }: { readonly caps: Binding["limits"] }) {
  const { text } = useWords(merGatewayAccountCfgMessages);
  if (caps.length === 0) return <span className="ch-unknown">{text.noCap}</span>;
  return caps.map(({ currency, dailyAmount, dailyCount, monthlyAmount }) => (
    <div key={currency}>
      {currency} · {text.dailyAmount} {amount(dailyAmount, currency)} · {text.dailyCount} {dailyCount ?? "–"} ·{" "}
      {text.monthlyAmount} {amount(monthlyAmount, currency)}
    </div>
  ));
}

interface ProposalProps {
  readonly row: Binding;
  readonly proposal: Readonly<Record<string, unknown>>;
}

/** What somebody asks another to approve, beside what is in force. */
function Proposal({ row, proposal }: ProposalProps) {
  const { fields, text } = useWords(merGatewayAccountCfgMessages);
  const labels: Readonly<Record<string, string>> = fields;
  return (
    <section>
      <h3 className="ch-section-title">{row.status === "pending" ? text.added : text.waitingTitle}</h3>
      <div className="binding-table-frame">
        <table className="binding-table">
          <thead>
            <tr>
              <th scope="col">{text.fieldName}</th>
              <th scope="col">{text.before}</th>
              <th scope="col">{text.after}</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(proposal).map(([field, value]) => (
              <tr key={field}>
                <td>{labels[field] ?? field}</td>
                <td>
                  <Value field={field} value={row[field as keyof Binding]} />
                </td>
                <td className="binding-after">
                  <Value field={field} value={value} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <RecordFacts resource={merGatewayAccountCfg} of={row} fields={["proposeUserName", "proposeTime"]} />
    </section>
  );
}

/** What the merchant has paid over the account, beside what it may. */
function Usage({ id }: { readonly id: string }) {
  const { text } = useWords(merGatewayAccountCfgMessages);
  const answer = useAnswer(merGatewayAccountCfg, "usage", { id });
  const factsOf = ({ currency, dailyAmount, dailyCount, monthlyAmount }: NonNullable<typeof answer.data>[number]) => [
    {
      key: `${currency}-day`,
      label: `${text.today} · ${currency}`,
      value: (
        <>
          {amount(dailyAmount, currency)} · {dailyCount} {text.payments}
        </>
      ),
    },
    { key: `${currency}-month`, label: `${text.thisMonth} · ${currency}`, value: amount(monthlyAmount, currency) },
  ];
  return (
    <section>
      <h3 className="ch-section-title">{text.usageTitle}</h3>
      <Answered answer={answer}>
        {(used) => (used.length === 0 ? <p>{text.noUsage}</p> : <Facts facts={used.flatMap(factsOf)} />)}
      </Answered>
    </section>
  );
}
