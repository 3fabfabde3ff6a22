import { paymentMethod } from "@countinghouse/contract/gateways/payment-method/payment-method.ts";
import { merPaymentMethodCfgMessages } from "@countinghouse/contract/merchants/mer-payment-method-cfg/mer-payment-method-cfg.messages.ts";
import { merPaymentMethodCfg } from "@countinghouse/contract/merchants/mer-payment-method-cfg/mer-payment-method-cfg.ts";
import { isCurrency } from "@countinghouse/money/currency.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { Field, type InputFacts } from "@countinghouse/ui/fields/field.tsx";
import { Alert, Button } from "antd";
import { type ReactNode, useState } from "react";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { FieldInput } from "../../../platform/pages/field-input.tsx";
import { shapeOf } from "../../../platform/pages/form-draft.ts";
import { FormFrame } from "../../../platform/pages/form-frame.tsx";
import { CurrencyPicker } from "../../../platform/pickers/payment-pickers.tsx";
import { MerchantPicker, MethodCodePicker } from "../../../platform/pickers/record-pickers.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { useOwnMerchant } from "../../../platform/session/session.ts";
import { usePriceWords, useScopeWords } from "./fee-price.part.tsx";
import "./mer-payment-method-cfg.css";

interface Asked {
  readonly merchantId?: string | null;
  readonly method?: string | null;
  readonly currency?: string | null;
  readonly cardRegion?: string | null;
  readonly amount?: string | null;
}

const shape = shapeOf(merPaymentMethodCfg.operations.effective.input);

/** Works out what an order would cost, and by which rule. */
export function PriceAnOrder({ onClose }: { onClose(): void }) {
  const { text, actions, title, fields } = useWords(merPaymentMethodCfgMessages);
  const own = useOwnMerchant();
  const [asked, ask] = useState<Asked>({
    cardRegion: "any",
    ...(own ? { merchantId: own.id, currency: own.currency } : {}),
  });
  const set = (field: keyof Asked) => (value: unknown) => ask((before) => ({ ...before, [field]: value }));
  const field = (name: keyof Asked, input: (facts: InputFacts) => ReactNode, isWide = false) => (
    <Field
      name={name}
      label={name === "merchantId" ? fields.merchantName : fields[name]}
      isRequired={name !== "cardRegion"}
      isWide={isWide}
      error={undefined}
    >
      {input}
    </Field>
  );
  const plain = (name: "cardRegion" | "amount") =>
    field(name, (facts) => (
      <FieldInput
        schema={shape[name] as never}
        facts={facts}
        value={asked[name]}
        values={asked as Readonly<Record<string, unknown>>}
        onChange={set(name)}
      />
    ));
  return (
    <FormFrame
      kind="modal"
      title={`${actions.effective} · ${title}`}
      foot={<Button onClick={onClose}>{text.close}</Button>}
      onClose={onClose}
    >
      <div className="ch-form">
        {own
          ? null
          : field(
              "merchantId",
              (facts) => <MerchantPicker facts={facts} value={asked.merchantId} onChange={set("merchantId")} />,
              true,
            )}
        {field("method", (facts) => (
          <MethodCodePicker facts={facts} value={asked.method} onChange={set("method")} />
        ))}
        {plain("cardRegion")}
        {field("currency", (facts) => (
          <CurrencyPicker facts={facts} value={asked.currency} onChange={set("currency")} />
        ))}
        {plain("amount")}
        <Cost of={asked} />
      </div>
    </FormFrame>
  );
}

function Cost({ of: { merchantId, method, currency, cardRegion, amount } }: { readonly of: Asked }) {
  const { text, fields } = useWords(merPaymentMethodCfgMessages);
  const own = useOwnMerchant();
  const scopeOf = useScopeWords();
  const priceOf = usePriceWords();
  const methods = useAnswer(paymentMethod, "list", {});
  const category = methods.data?.find(({ code }) => code === method)?.category;
  const isWhole = Boolean(merchantId && method && currency && amount && /^\d+$/.test(amount) && methods.data);
  const input = { merchantId, method, methodCategory: category, currency, cardRegion: cardRegion ?? "any", amount };
  const { data, error } = useAnswer(merPaymentMethodCfg, "effective", input as never, { isEnabled: isWhole });
  if (!isWhole || !currency || !isCurrency(currency)) return <p className="ch-field-wide">{text.priceHint}</p>;
  if (error && !data) return <Alert className="ch-field-wide" type="error" showIcon title={error.message} />;
  if (!data) return null;
  const { rule, fee, net } = data;
  const figure = (minor: string) => <MoneyCell isPlain amount={fromWire(minor, currency)} />;
  return (
    <dl className="ch-priced" aria-live="polite">
      <dt>{fields.rule}</dt>
      <dd>{own ? scopeOf(rule) : `${rule.merchantName ?? text.defaultPlan} · ${scopeOf(rule)}`}</dd>
      <dt>{text.price}</dt>
      <dd>{priceOf(rule).price}</dd>
      <dt>{text.fee}</dt>
      <dd>{figure(fee)}</dd>
      <dt>{text.net}</dt>
      <dd>{figure(net)}</dd>
    </dl>
  );
}
