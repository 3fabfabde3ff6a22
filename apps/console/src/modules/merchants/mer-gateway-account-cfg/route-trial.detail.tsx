import { routingMessages } from "@countinghouse/contract/gateways/routing/routing.messages.ts";
import { routing } from "@countinghouse/contract/gateways/routing/routing.ts";
import { RouteExclusion, RoutingStrategy } from "@countinghouse/contract/gateways/routing/routing-enumerations.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { CallInput, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { GatewayHealth, PaymentMode, PaymentType } from "@countinghouse/contract/payment-enumerations.ts";
import { formatPercent } from "@countinghouse/money/rate.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import { BooleanInput, ChoiceInput, TextInput } from "@countinghouse/ui/fields/inputs.tsx";
import { MoneyInput } from "@countinghouse/ui/fields/money-input.tsx";
import { useUiWords } from "@countinghouse/ui/layout/ui-words.ts";
import { Alert, Button } from "antd";
import { useEffect, useRef, useState } from "react";
import { CallError } from "../../../platform/api/call-error.ts";
import { call } from "../../../platform/api/client.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { FormFrame } from "../../../platform/pages/form-frame.tsx";
import { IssuerLine } from "../../../platform/payments/route-decision.tsx";
import { CurrencyPicker } from "../../../platform/pickers/payment-pickers.tsx";
import { MerchantPicker, MethodCodePicker } from "../../../platform/pickers/record-pickers.tsx";
import "./mer-gateway-account-cfg.css";

type Operation = (typeof routing.operations)["tryRoute"];
type Decision = ResultOf<Operation>;

const start = { mode: "test", currency: "USD", type: "hosted_page", isManualCapture: false, needsThreeDs: false };

/** Asks where a payment would go: the decision with every account, and in words why those left out are. */
export function RouteTrial({ onClose }: { onClose(): void }) {
  const { actions } = useWords(routingMessages);
  const { close } = useUiWords();
  const [asked, setAsked] = useState<Readonly<Record<string, unknown>>>(start);
  const [found, setFound] = useState<AnswerProps & { readonly round: number }>();
  const [failure, setFailure] = useState<string>();
  const input = routing.operations.tryRoute.input.safeParse(asked);
  const set = (name: string) => (value: unknown) => setAsked((before) => ({ ...before, [name]: value }));
  const ask = async () => {
    setFailure(undefined);
    try {
      const decision = await call(routing, "tryRoute", input.data as CallInput<Operation>);
      setFound((before) => ({ decision, currency: String(asked.currency), round: (before?.round ?? 0) + 1 }));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFailure(error.message);
    }
  };
  const foot = (
    <>
      <Button onClick={onClose}>{close}</Button>
      <Button type="primary" disabled={!input.success} onClick={() => void ask()}>
        {actions.tryRoute}
      </Button>
    </>
  );
  return (
    <FormFrame kind="drawer" title={actions.tryRoute} foot={foot} onClose={onClose}>
      <TrialFields asked={asked} set={set} />
      <div className="binding-answer" aria-live="polite">
        {failure && <Alert type="error" showIcon title={failure} />}
        {found && <Answer key={found.round} decision={found.decision} currency={found.currency} />}
      </div>
    </FormFrame>
  );
}

interface TrialFieldsProps {
  readonly asked: Readonly<Record<string, unknown>>;
  set(name: string): (value: unknown) => void;
}

function TrialFields({ asked, set }: TrialFieldsProps) {
  const { fields, text } = useWords(routingMessages);
  const locale = useLocale();
  const modes = PaymentMode.members.map((one) => ({ value: String(one.value), label: one.text[locale] }));
  const types = PaymentType.members.map((one) => ({ value: String(one.value), label: one.text[locale] }));
  const currency = String(asked.currency ?? "USD");
  const shown = (name: string) => asked[name] as string | null | undefined;
  const country = (name: "country" | "binCountry") => (
    <Field label={fields[name]}>
      {(facts) => <TextInput facts={facts} value={shown(name)} onChange={set(name)} maxLength={2} />}
    </Field>
  );
  const flag = (name: "isManualCapture" | "needsThreeDs") => (
    <Field label={fields[name]}>
      {(facts) => <BooleanInput facts={facts} value={asked[name] === true} onChange={set(name)} />}
    </Field>
  );
  return (
    <div className="ch-form">
      <Field label={fields.merchantId} isRequired>
        {(facts) => <MerchantPicker facts={facts} value={shown("merchantId")} onChange={set("merchantId")} />}
      </Field>
      <Field label={fields.mode} isRequired>
        {(facts) => (
          <ChoiceInput facts={facts} value={shown("mode")} onChange={set("mode")} isRequired choices={modes} />
        )}
      </Field>
      <Field label={fields.currency} isRequired>
        {(facts) => <CurrencyPicker facts={facts} value={currency} onChange={set("currency")} isRequired />}
      </Field>
      <Field label={fields.amount} isRequired>
        {/* Another currency has other decimals: the amount is typed anew. */}
        {(facts) => (
          <MoneyInput key={currency} facts={facts} value={null} onChange={set("amount")} currency={currency} />
        )}
      </Field>
      <Field label={fields.method} isRequired>
        {(facts) => <MethodCodePicker facts={facts} value={shown("method")} onChange={set("method")} />}
      </Field>
      <Field label={fields.type} isRequired>
        {(facts) => (
          <ChoiceInput facts={facts} value={shown("type")} onChange={set("type")} isRequired choices={types} />
        )}
      </Field>
      {country("country")}
      {country("binCountry")}
      {flag("isManualCapture")}
      {flag("needsThreeDs")}
      <Field label={fields.orderNo} hint={text.orderNoHint} isWide>
        {(facts) => <TextInput facts={facts} value={shown("orderNo")} onChange={set("orderNo")} maxLength={64} />}
      </Field>
    </div>
  );
}

interface AnswerProps {
  readonly decision: Decision;
  readonly currency: string;
}

function Answer({ decision, currency }: AnswerProps) {
  const { text } = useWords(routingMessages);
  const locale = useLocale();
  const { candidates, excluded, strategy, version } = decision;
  const first = candidates[0];
  const top = useRef<HTMLDivElement>(null);
  // On a phone the answer stands below the fold: whoever asked is taken there.
  useEffect(() => top.current?.scrollIntoView({ block: "center" }), []);
  const by = RoutingStrategy.memberOf(strategy)?.text[locale] ?? strategy;
  const description = `${text.decidedBy}: ${by} · ${text.configuration}: ${version}`;
  return (
    <>
      <div ref={top} />
      {first ? (
        <Alert type="success" showIcon title={fill(text.goesTo, { account: first.name })} description={description} />
      ) : (
        <Alert type="warning" showIcon title={excluded.length === 0 ? text.noBindings : text.noRoute} />
      )}
      <IssuerLine country={decision.issuerCountry} />
      {candidates.length > 0 && (
        <Candidates candidates={candidates} currency={currency} isMeasured={strategy === "success_rate"} />
      )}
      {excluded.length > 0 && <Excluded excluded={excluded} />}
    </>
  );
}

interface CandidatesProps {
  readonly candidates: Decision["candidates"];
  readonly currency: string;
  /** Approval rates are read where they decide; elsewhere there are none to show. */
  readonly isMeasured: boolean;
}

function Candidates({ candidates, currency, isMeasured }: CandidatesProps) {
  const { text } = useWords(routingMessages);
  return (
    <section>
      <h3 className="ch-section-title">{text.inOrder}</h3>
      <div className="binding-table-frame">
        <table className="binding-table">
          <thead>
            <tr>
              <th scope="col">{text.account}</th>
              <th scope="col" className="binding-figure">
                {text.priority}
              </th>
              <th scope="col" className="binding-figure">
                {text.weight}
              </th>
              <th scope="col" className="binding-figure">
                {text.cost}
              </th>
              {isMeasured && (
                <th scope="col" className="binding-figure">
                  {text.approvalRate}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {candidates.map((one) => (
              <tr key={one.gatewayAccountId}>
                <td>
                  {one.name} <HealthOf health={one.health} />
                </td>
                <td className="binding-figure">{one.priority}</td>
                <td className="binding-figure">{one.weight}</td>
                <td className="binding-figure">
                  {one.cost === null ? "–" : <MoneyCell isPlain amount={fromWire(one.cost, currency)} />}
                </td>
                {isMeasured && <td className="binding-figure">{formatPercent(one.approvalRate * 100)} %</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Said only where it is worth saying. */
function HealthOf({ health }: { readonly health: string }) {
  const locale = useLocale();
  const member = GatewayHealth.memberOf(health);
  if (!member || health === "healthy") return null;
  return <StatusChip text={member.text[locale]} tone={member.tone} shape={member.shape} isFlat />;
}

function Excluded({ excluded }: Pick<Decision, "excluded">) {
  const { text } = useWords(routingMessages);
  const locale = useLocale();
  return (
    <section>
      <h3 className="ch-section-title">{text.leftOut}</h3>
      <div className="binding-table-frame">
        <table className="binding-table">
          <thead>
            <tr>
              <th scope="col">{text.account}</th>
              <th scope="col">{text.reasons}</th>
            </tr>
          </thead>
          <tbody>
            {excluded.map(({ accountId, name, reasons }) => (
              <tr key={accountId}>
                <td>{name}</td>
                <td>
                  {reasons.map((reason) => (
                    <div key={reason}>{RouteExclusion.memberOf(reason)?.text[locale] ?? reason}</div>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
