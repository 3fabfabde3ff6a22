import { fill } from "@countinghouse/contract/kit/locale.ts";
import { currency as currencyOf, exponentOf } from "@countinghouse/money/currency.ts";
import { useTyped } from "@countinghouse/ui/fields/use-typed.ts";
import { Input, Select } from "antd";
import { useState } from "react";
import { currencyChoices } from "../i18n/currency-name.ts";
import { useLocale, useWords } from "../i18n/use-words.ts";
import { decimalOf, type FilterValue, minorOf } from "./list-address.ts";
import { pagesMessages } from "./pages.messages.ts";

/** What is offered first, until somebody has chosen. */
const usual = "USD";
const rememberedAs = "ch.filter.currency";

/** Both ends as people write them. */
const endsOf = (value: FilterValue | undefined): readonly string[] =>
  value?.kind === "amount" ? value.range.map((end) => decimalOf(end, value.currency)) : ["", ""];

interface AmountRangeProps {
  readonly label: string;
  readonly value: FilterValue | undefined;
  onChange(value: FilterValue | undefined): void;
  onDone(): void;
  readonly isAlone: boolean;
}

/** From and to in one currency, typed as people write amounts; the currency says how many decimals there are. */
export function AmountRange({ label, value, onChange, onDone, isAlone }: AmountRangeProps) {
  const words = useWords(pagesMessages);
  const start = value?.kind === "amount" ? value : undefined;
  const [code, setCode] = useState(() => start?.currency ?? sessionStorage.getItem(rememberedAs) ?? usual);
  const [ends, setEnds] = useTyped(value, endsOf);
  const [from = "", to = ""] = ends;
  const tell = (currency: string, next: readonly string[]) => {
    const [low = "", high = ""] = next;
    const isNone = low.trim() === "" && high.trim() === "";
    const range = [minorOf(low, currency), minorOf(high, currency)] as const;
    const meant = isNone ? undefined : ({ kind: "amount", currency, range } as const);
    setEnds(next, meant);
    onChange(meant);
  };
  const type = (at: number, text: string) => {
    tell(
      code,
      ends.map((end, index) => (index === at ? text : end)),
    );
  };
  const choose = (next: string) => {
    sessionStorage.setItem(rememberedAs, next);
    setCode(next);
    tell(next, ends);
  };
  const end = (at: number, name: string, text: string) => (
    <Input
      inputMode="decimal"
      autoFocus={isAlone && at === 0}
      className="ch-filter-amount"
      aria-label={`${label}: ${name}`}
      placeholder={name}
      value={text}
      onChange={(event) => type(at, event.target.value)}
      onPressEnter={onDone}
    />
  );
  return (
    <div className="ch-filter-amounts">
      {end(0, words.atLeast, from)}
      <span aria-hidden="true">–</span>
      {end(1, words.atMost, to)}
      <Select<string>
        aria-label={words.currency}
        showSearch={{ optionFilterProp: "label" }}
        popupMatchSelectWidth={false}
        labelRender={({ value: shown }) => String(shown)}
        value={code}
        options={[...currencyChoices(useLocale())]}
        onChange={choose}
      />
      <p className="ch-filter-more">
        {fill(words.bothIncluded, { currency: code, decimals: exponentOf(currencyOf(code)) })}
      </p>
    </div>
  );
}
