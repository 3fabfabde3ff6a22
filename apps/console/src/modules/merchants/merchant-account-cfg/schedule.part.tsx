import { fill } from "@countinghouse/contract/kit/locale.ts";
import { merchantAccountCfgMessages } from "@countinghouse/contract/merchants/merchant-account-cfg/merchant-account-cfg.messages.ts";
import type { MerchantAccountCfg } from "@countinghouse/contract/merchants/merchant-account-cfg/merchant-account-cfg.ts";
import { ReserveType } from "@countinghouse/contract/terms-enumerations.ts";
import { formatPercent } from "@countinghouse/money/rate.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import "./merchant-account-cfg.css";

interface TermsProps {
  readonly row: MerchantAccountCfg;
}

/** A Monday, from which the names of weekdays are counted. */
const monday = Date.UTC(2024, 0, 1);
const dayMs = 86_400_000;

const weekday = (locale: string, day: number): string =>
  new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" }).format(monday + (day - 1) * dayMs);

/** When money is settled, as people say it: “T+3 · Every week on Friday”. */
export function ScheduleCell({ row }: TermsProps) {
  const { text } = useWords(merchantAccountCfgMessages);
  const locale = useLocale();
  const day = row.settlementDay ?? 1;
  const collected = {
    daily: text.everyDay,
    weekly: fill(text.weekday, { day: weekday(locale, day) }),
    monthly: fill(text.monthday, { day }),
  }[row.settlementFrequency];
  return <span>{`${fill(text.plus, { days: row.settlementDays })} · ${collected}`}</span>;
}

/** What is held back, as people say it: “Rolling · 5 % · 90 days”. */
export function ReserveCell({ row }: TermsProps) {
  const { text } = useWords(merchantAccountCfgMessages);
  const name = ReserveType.memberOf(row.reserveType)?.text[useLocale()] ?? row.reserveType;
  if (row.reserveType !== "rolling") return <span>{name}</span>;
  return (
    <span>{`${name} · ${formatPercent(row.reserveRatio)} % · ${fill(text.days, { count: row.reserveDays })}`}</span>
  );
}
