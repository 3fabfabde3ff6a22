import { fill } from "@countinghouse/contract/kit/locale.ts";
import {
  RefundApplicant,
  RefundFailure,
  RefundReason,
} from "@countinghouse/contract/payments/order-refund/refund-enumerations.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { Timeline, type TimelineEvent } from "@countinghouse/ui/layout/timeline.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import type { RefundRow } from "./order-refund.detail.tsx";
import { refundScreenMessages } from "./order-refund.messages.ts";

/** What became of a refund, the latest first, as far as the record itself tells. */
export function RefundTimeline({ row }: { readonly row: RefundRow }) {
  const words = useWords(refundScreenMessages);
  const locale = useLocale();
  const { events } = words;
  const amount = <MoneyCell amount={fromWire(row.amount, row.currency)} isPlain />;
  const by = (...said: readonly (string | null | undefined)[]) => said.filter(Boolean).join(" · ");
  const failure = RefundFailure.memberOf(row.failureCode ?? "")?.text[locale] ?? row.failureCode ?? "";
  const asked: TimelineEvent = {
    key: "asked",
    at: row.refundTime,
    title: fill(events.asked, { reason: RefundReason.memberOf(row.reason)?.text[locale] ?? row.reason }),
    detail: by(row.applicantName, RefundApplicant.memberOf(row.applicantType)?.text[locale], row.remark),
    amount,
  };
  const isTurnedDown = row.status === "rejected";
  const decided: TimelineEvent | undefined = row.decideTime
    ? {
        key: "decided",
        at: row.decideTime,
        title: isTurnedDown ? events.rejected : events.approved,
        detail: by(row.decideUserName, row.decideReason),
        tone: isTurnedDown ? "danger" : "success",
      }
    : undefined;
  const paid: TimelineEvent | undefined = row.succeededTime
    ? { key: "paid", at: row.succeededTime, title: events.succeeded, detail: by(row.arn), amount, tone: "success" }
    : undefined;
  const told = [asked, decided, paid, endOf()].filter((event) => event !== undefined);
  return <Timeline label={words.story} events={told.sort((a, b) => Date.parse(b.at) - Date.parse(a.at))} />;

  function endOf(): TimelineEvent | undefined {
    if (row.finishedTime === null) return undefined;
    if (row.status === "canceled") return { key: "end", at: row.finishedTime, title: events.canceled };
    if (row.status !== "failed") return undefined;
    return {
      key: "end",
      at: row.finishedTime,
      title: row.isReversed ? events.reversed : fill(events.failed, { failure }),
      detail: by(row.failureMessage),
      tone: "danger",
    };
  }
}
