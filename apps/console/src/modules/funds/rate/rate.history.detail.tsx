import { sysRateMessages } from "@countinghouse/contract/funds/rate/rate.messages.ts";
import { sysRate } from "@countinghouse/contract/funds/rate/rate.ts";
import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { useState } from "react";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import { NoAnswer } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./rate.css";
import { RateFigure } from "./rate.figure.part.tsx";

type Latest = ResultOf<(typeof sysRate.operations)["page"]>["items"][number];

/** A rate and every one that its pair and source had before. */
export const RateDetail = ({ row }: { readonly row: Latest }) => (
  <>
    <RecordFacts
      resource={sysRate}
      of={row}
      fields={["rate", "source", "effectiveTime", "fetchTime", "revision", "createUserName", "remark"]}
    />
    <Allowed need="sysRate:history">
      <RateHistory key={row.id} id={row.id} />
    </Allowed>
  </>
);

function RateHistory({ id }: { readonly id: number }) {
  const { actions, fields, text } = useWords(sysRateMessages);
  const [pages, setPages] = useState<readonly (number | null)[]>([null]);
  return (
    <section>
      <h3 className="ch-section-title">{actions.history}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className="rate-scroll" tabIndex={0} aria-label={actions.history}>
        <table>
          <thead>
            <tr>
              <th scope="col">{fields.effectiveTime}</th>
              <th scope="col" className="rate-figure">
                {fields.rate}
              </th>
              <th scope="col" className="rate-figure">
                {fields.revision}
              </th>
              <th scope="col" className="ch-not-phone">
                {fields.fetchTime}
              </th>
            </tr>
          </thead>
          {pages.map((before, index) => (
            <HistoryPage
              key={before ?? "newest"}
              id={id}
              before={before}
              moreLabel={text.olderRates}
              onMore={index === pages.length - 1 ? (next) => setPages([...pages, next]) : undefined}
            />
          ))}
        </table>
      </section>
    </section>
  );
}

interface HistoryPageProps {
  readonly id: number;
  /** Only rates before this one. */
  readonly before: number | null;
  readonly moreLabel: string;
  readonly onMore: ((before: number) => void) | undefined;
}

function HistoryPage({ id, before, moreLabel, onMore }: HistoryPageProps) {
  const { data, error, refetch } = useAnswer(sysRate, "history", { id, beforeId: before });
  const last = data?.items.at(-1);
  return (
    <tbody>
      {data?.items.map((rate) => (
        <tr key={rate.id}>
          <td>
            <TimeCell value={rate.effectiveTime} />
          </td>
          <td className="rate-figure">
            <RateFigure rate={rate.rate} />
          </td>
          <td className="rate-figure">{rate.revision}</td>
          <td className="ch-not-phone">
            <TimeCell value={rate.fetchTime} />
          </td>
        </tr>
      ))}
      {!data && (
        <tr>
          <td colSpan={4}>
            <NoAnswer error={error} onRetry={() => void refetch()} />
          </td>
        </tr>
      )}
      {onMore && data?.hasMore && last && (
        <tr>
          <td colSpan={4}>
            <button type="button" className="ch-btn-link" onClick={() => onMore(last.id)}>
              {moreLabel}
            </button>
          </td>
        </tr>
      )}
    </tbody>
  );
}
