import { routingMessages } from "@countinghouse/contract/gateways/routing/routing.messages.ts";
import { type MerchantRouting, routing } from "@countinghouse/contract/gateways/routing/routing.ts";
import { RoutingStrategy } from "@countinghouse/contract/gateways/routing/routing-enumerations.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { merGatewayAccountCfg } from "@countinghouse/contract/merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.ts";
import { PaymentMode } from "@countinghouse/contract/payment-enumerations.ts";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import {
  ChoiceInput,
  ChoicesInput,
  type InputChoice,
  type InputProps,
  IntegerInput,
} from "@countinghouse/ui/fields/inputs.tsx";
import { MoneyInput } from "@countinghouse/ui/fields/money-input.tsx";
import { useUiWords } from "@countinghouse/ui/layout/ui-words.ts";
import { Alert, Button } from "antd";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { CallError } from "../../../platform/api/call-error.ts";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { FormFrame } from "../../../platform/pages/form-frame.tsx";
import { pagesMessages } from "../../../platform/pages/pages.messages.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { CodesInput, CurrenciesPicker } from "../../../platform/pickers/payment-pickers.tsx";
import { MerchantPicker, MethodCodesPicker } from "../../../platform/pickers/record-pickers.tsx";
import { PaymentTypesPicker } from "../../../platform/pickers/routing-pickers.tsx";
import { RowsInput } from "../../../platform/pickers/rows-input.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./mer-gateway-account-cfg.css";

type Rule = MerchantRouting["rules"][number];
type Mode = MerchantRouting["mode"];

/** How a merchant's orders are routed: choose whose, then how. */
export function RoutingStrategyForm({ onClose }: { onClose(): void }) {
  const { fields, title } = useWords(routingMessages);
  const { close } = useUiWords();
  const locale = useLocale();
  const [merchantId, setMerchantId] = useState<string | null>(null);
  const [mode, setMode] = useState<Mode>("live");
  const modes = PaymentMode.members.map(({ value, text }) => ({ value, label: text[locale] }));
  return (
    <FormFrame kind="drawer" title={title} foot={<Button onClick={onClose}>{close}</Button>} onClose={onClose}>
      <div className="ch-form">
        <Field label={fields.merchantId} isRequired>
          {(facts) => <MerchantPicker facts={facts} value={merchantId} onChange={setMerchantId} />}
        </Field>
        <Field label={fields.mode} isRequired>
          {(facts) => (
            <ChoiceInput
              facts={facts}
              value={mode}
              onChange={(next) => setMode((next ?? "live") as Mode)}
              isRequired
              choices={modes}
            />
          )}
        </Field>
      </div>
      {merchantId && <Stored key={`${merchantId} ${mode}`} merchantId={merchantId} mode={mode} onClose={onClose} />}
    </FormFrame>
  );
}

interface StoredProps {
  readonly merchantId: string;
  readonly mode: Mode;
  onClose(): void;
}

function Stored({ merchantId, mode, onClose }: StoredProps) {
  const terms = useAnswer(routing, "detail", { merchantId, mode });
  const bindings = useAnswer(merGatewayAccountCfg, "page", { merchantId, mode, page: 1, pageSize: 200 });
  return (
    <Answered answer={bindings}>
      {({ items }) => (
        <Answered answer={terms}>
          {(stored) => (
            <Terms
              stored={stored}
              accounts={items.map((one) => ({ value: one.gatewayAccountId, label: one.accountName }))}
              onClose={onClose}
            />
          )}
        </Answered>
      )}
    </Answered>
  );
}

interface TermsProps {
  readonly stored: MerchantRouting;
  readonly accounts: readonly InputChoice<string>[];
  onClose(): void;
}

const hints = {
  priority_weight: "priorityWeightHint",
  least_cost: "leastCostHint",
  success_rate: "successRateHint",
  rule: "ruleHint",
} as const;

function Terms({ stored, accounts, onClose }: TermsProps) {
  const { fields, text } = useWords(routingMessages);
  const words = useWords(pagesMessages);
  const locale = useLocale();
  const [terms, setTerms] = useState(stored);
  const [failure, setFailure] = useState<string>();
  const { run, isRunning } = useOperation(routing, "update", { success: text.strategySaved });
  const change = (parts: Partial<MerchantRouting>) => setTerms((before) => ({ ...before, ...parts }));
  const input = routing.operations.update.input.safeParse(terms);
  const save = async () => {
    setFailure(undefined);
    try {
      await run(terms);
      onClose();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFailure(error.message);
    }
  };
  const strategies = RoutingStrategy.members.map((one) => ({ value: one.value, label: one.text[locale] }));
  return (
    <div className="binding-answer">
      <Field label={fields.strategy} hint={text[hints[terms.strategy]]} isRequired isWide>
        {(facts) => (
          <ChoiceInput
            facts={facts}
            value={terms.strategy}
            onChange={(next) => next && change({ strategy: next })}
            isRequired
            choices={strategies}
          />
        )}
      </Field>
      {terms.strategy === "rule" && <Rules terms={terms} accounts={accounts} onChange={change} />}
      {failure && <Alert type="error" showIcon title={failure} />}
      <div className="ch-form-foot">
        <Button type="primary" loading={isRunning} disabled={!input.success} onClick={() => void save()}>
          {words.save}
        </Button>
      </div>
    </div>
  );
}

interface RulesProps {
  readonly terms: MerchantRouting;
  readonly accounts: readonly InputChoice<string>[];
  onChange(parts: Partial<MerchantRouting>): void;
}

const blankRule = (): Rule => ({
  currencies: [],
  countries: [],
  methods: [],
  types: [],
  minAmount: null,
  maxAmount: null,
  shares: [],
});

function Rules({ terms, accounts, onChange }: RulesProps) {
  const { fields, text } = useWords(routingMessages);
  const replace = (at: number, rule: Rule) =>
    onChange({ rules: terms.rules.map((one, index) => (index === at ? rule : one)) });
  return (
    <div className="binding-rules">
      {terms.rules.map((rule, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule is known by its place, which decides which one matches first.
        <section key={index} className="binding-rule">
          <header>
            <strong>{fill(text.rule, { number: index + 1 })}</strong>
            <Button
              type="text"
              icon={<Trash2 size={16} aria-hidden="true" />}
              aria-label={text.removeRule}
              onClick={() => onChange({ rules: terms.rules.filter((_one, at) => at !== index) })}
            />
          </header>
          <RuleFields rule={rule} accounts={accounts} onChange={(next) => replace(index, next)} />
        </section>
      ))}
      <Button
        icon={<Plus size={16} aria-hidden="true" />}
        onClick={() => onChange({ rules: [...terms.rules, blankRule()] })}
      >
        {text.addRule}
      </Button>
      <Field label={fields.fallbackAccountIds} isWide>
        {(facts) => (
          <ChoicesInput
            facts={facts}
            value={terms.fallbackAccountIds}
            onChange={(next) => onChange({ fallbackAccountIds: [...(next ?? [])] })}
            choices={accounts}
          />
        )}
      </Field>
    </div>
  );
}

interface RuleFieldsProps {
  readonly rule: Rule;
  readonly accounts: readonly InputChoice<string>[];
  onChange(rule: Rule): void;
}

function RuleFields({ rule, accounts, onChange }: RuleFieldsProps) {
  const { fields, text } = useWords(routingMessages);
  const set =
    <Name extends keyof Rule>(name: Name) =>
    (value: unknown) =>
      onChange({ ...rule, [name]: value ?? (name.endsWith("Amount") ? null : []) });
  const [currency = ""] = rule.currencies;
  const isOneCurrency = rule.currencies.length === 1;
  const amount = (name: "minAmount" | "maxAmount") => (
    <Field label={text[name]}>
      {(facts) => (
        <MoneyInput
          key={currency}
          facts={facts}
          value={rule[name]}
          onChange={set(name)}
          currency={isOneCurrency ? currency : "USD"}
          isDisabled={!isOneCurrency}
        />
      )}
    </Field>
  );
  return (
    <div className="ch-form">
      <Field label={fields.currency}>
        {(facts) => <CurrenciesPicker facts={facts} value={rule.currencies} onChange={set("currencies")} />}
      </Field>
      <Field label={fields.country}>
        {(facts) => <CodesInput facts={facts} value={rule.countries} onChange={set("countries")} />}
      </Field>
      <Field label={text.methods}>
        {(facts) => <MethodCodesPicker facts={facts} value={rule.methods} onChange={set("methods")} />}
      </Field>
      <Field label={text.types}>
        {(facts) => <PaymentTypesPicker facts={facts} value={rule.types} onChange={set("types")} />}
      </Field>
      {amount("minAmount")}
      {amount("maxAmount")}
      <Field label={text.goes} isWide>
        {(facts) => <Shares facts={facts} value={rule.shares} onChange={set("shares")} accounts={accounts} />}
      </Field>
    </div>
  );
}

type Share = Rule["shares"][number];

interface SharesProps extends InputProps<readonly Share[]> {
  readonly accounts: readonly InputChoice<string>[];
}

function Shares({ accounts, ...props }: SharesProps) {
  const { text } = useWords(routingMessages);
  return (
    <RowsInput<Share>
      {...props}
      blank={() => ({ accountId: "", percent: 100 })}
      fields={[
        {
          key: "accountId",
          label: text.account,
          input: (row, facts, onChange) => (
            <ChoiceInput facts={facts} value={row.accountId || null} onChange={onChange} choices={accounts} />
          ),
        },
        {
          key: "percent",
          label: text.share,
          input: (row, facts, onChange) => (
            <IntegerInput facts={facts} value={row.percent} onChange={onChange} min={1} max={100} />
          ),
        },
      ]}
    />
  );
}
