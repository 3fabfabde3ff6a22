import { sysRateMessages } from "@countinghouse/contract/funds/rate/rate.messages.ts";
import { sysRate } from "@countinghouse/contract/funds/rate/rate.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { CallInput, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { formatPercent } from "@countinghouse/money/rate.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import { MoneyInput } from "@countinghouse/ui/fields/money-input.tsx";
import { Facts } from "@countinghouse/ui/layout/facts.tsx";
import { useUiWords } from "@countinghouse/ui/layout/ui-words.ts";
import { Button } from "antd";
import { useState } from "react";
import { CallError } from "../../../platform/api/call-error.ts";
import { call } from "../../../platform/api/client.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { FormFrame } from "../../../platform/pages/form-frame.tsx";
import { CurrencyPicker } from "../../../platform/pickers/payment-pickers.tsx";
import "./rate.css";

type Input = CallInput<(typeof sysRate.operations)["convert"]>;
type Conversion = ResultOf<(typeof sysRate.operations)["convert"]>;

/** What an amount is worth in another currency, how that rate was found, and what the markup earns. */
export function RateConvert({ onClose }: { onClose(): void }) {
  const { actions, fields, text } = useWords(sysRateMessages);
  const { close } = useUiWords();
  const [base, setBase] = useState("EUR");
  const [quote, setQuote] = useState("USD");
  const [amount, setAmount] = useState<string | null>(null);
  const [found, setFound] = useState<{ conversion: Conversion; base: string; quote: string }>();
  const [failure, setFailure] = useState<string>();
  const input = sysRate.operations.convert.input.safeParse({ baseCurrency: base, quoteCurrency: quote, amount });
  const convert = async () => {
    setFound(undefined);
    setFailure(undefined);
    try {
      setFound({ conversion: await call(sysRate, "convert", input.data as Input), base, quote });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFailure(error.message);
    }
  };
  const foot = (
    <>
      <Button onClick={onClose}>{close}</Button>
      <Button type="primary" disabled={!input.success} onClick={() => void convert()}>
        {actions.convert}
      </Button>
    </>
  );
  return (
    <FormFrame kind="modal" title={text.convertTitle} foot={foot} onClose={onClose}>
      <div className="ch-form">
        <Field label={fields.baseCurrency} isRequired>
          {(facts) => (
            <CurrencyPicker isRequired facts={facts} value={base} onChange={(code) => setBase(code ?? "EUR")} />
          )}
        </Field>
        <Field label={fields.quoteCurrency} isRequired>
          {(facts) => (
            <CurrencyPicker isRequired facts={facts} value={quote} onChange={(code) => setQuote(code ?? "USD")} />
          )}
        </Field>
        <Field label={fields.amount} isRequired error={failure} isWide>
          {/* Another currency has other decimals: the amount is typed anew. */}
          {(facts) => <MoneyInput key={base} facts={facts} value={null} onChange={setAmount} currency={base} />}
        </Field>
      </div>
      <div className="rate-found" aria-live="polite">
        {found && <ConversionFacts {...found} />}
      </div>
    </FormFrame>
  );
}

function ConversionFacts({ conversion, quote }: { conversion: Conversion; base: string; quote: string }) {
  const { text } = useWords(sysRateMessages);
  const amountOf = (wire: string) => <MoneyCell amount={fromWire(wire, quote)} isPlain />;
  const facts = [
    { key: "received", label: text.received, value: amountOf(conversion.received) },
    { key: "rate", label: text.finalRate, value: <span className="ch-mono">{conversion.rate}</span> },
    { key: "midValue", label: text.midValue, value: amountOf(conversion.midValue) },
    { key: "mid", label: text.midRate, value: <span className="ch-mono">{conversion.mid}</span> },
    { key: "markupAmount", label: text.markupAmount, value: amountOf(conversion.markupAmount) },
    { key: "markup", label: text.markup, value: `${formatPercent(conversion.markup * 100)} %` },
    { key: "route", label: text.route, value: fill(text[conversion.route], { via: conversion.via }) },
    ...conversion.legs.map((leg) => ({
      key: String(leg.id),
      label: leg.pair,
      value: (
        <>
          <span className="ch-mono">{leg.rate}</span> · <TimeCell value={leg.effectiveTime} />
        </>
      ),
    })),
  ];
  return <Facts facts={facts} />;
}
