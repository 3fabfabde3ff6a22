import { CardRangeFault } from "@countinghouse/contract/gateways/card-range/card-range-enumerations.ts";
import { busyFileStates } from "@countinghouse/contract/gateways/card-range/card-range-file.lifecycle.ts";
import { cardRangeFileMessages } from "@countinghouse/contract/gateways/card-range/card-range-file.messages.ts";
import {
  type CardRangeFile,
  type CardRangeFileDetail,
  cardRangeFile,
} from "@countinghouse/contract/gateways/card-range/card-range-file.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { useEffect, useState } from "react";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts, RecordHistory } from "../../../platform/pages/record-facts.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./card-range.css";

const facts = [
  "source",
  "status",
  "licence",
  "fileDate",
  "fileName",
  "rowCount",
  "refusedCount",
  "replacedCount",
  "failure",
  "failureLine",
  "checkTime",
  "startTime",
];

/** How often a file that is worked on is asked for, in ms. */
const askEvery = 1_000;

const count = (value: number): string => value.toLocaleString("en-US");

/** A file beside its list: what it holds, what is wrong with it, and taking it over. */
export function CardRangeFilePanel({ row }: { readonly row: CardRangeFile }) {
  const client = useQueryClient();
  const isBusy = busyFileStates.includes(row.status);
  const answer = useAnswer(cardRangeFile, "detail", { id: row.id }, isBusy ? { everyMs: askEvery } : {});
  const { data } = answer;
  const isOver = isBusy && data !== undefined && data.status !== row.status;
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ queryKey: [cardRangeFile.name, "page"] });
  }, [client, isOver]);
  return (
    <Answered answer={answer}>
      {(file) => (
        <>
          <RecordFacts resource={cardRangeFile} of={file} fields={facts} />
          {file.status === "checked" ? <Start file={file} /> : null}
          {file.faults.length > 0 ? <Faults file={file} /> : null}
          <RecordHistory resource={cardRangeFile} of={file} />
        </>
      )}
    </Answered>
  );
}

interface FileProps {
  readonly file: CardRangeFileDetail;
}

/** Takes the file over; refused rows are left out only when somebody says so. */
function Start({ file }: FileProps) {
  const { actions, text } = useWords(cardRangeFileMessages);
  const [leaveOutRefused, setLeaveOut] = useState(false);
  const { attempt, isRunning } = useOperation(cardRangeFile, "start", { success: null });
  const { refusedCount, presentCount } = file;
  const usable = (file.rowCount ?? 0) - refusedCount;
  return (
    <section>
      <p className="card-range-note">
        {fill(text.checkedText, { count: count(usable), present: count(presentCount) })}
      </p>
      <Allowed need="cardRangeFile:start">
        <div className="card-range-foot">
          {refusedCount > 0 ? (
            <label className="ch-choice">
              <input
                type="checkbox"
                checked={leaveOutRefused}
                onChange={(event) => setLeaveOut(event.target.checked)}
              />
              {fill(text.leaveOutText, { count: count(refusedCount) })}
            </label>
          ) : null}
          <Button
            type="primary"
            loading={isRunning}
            disabled={usable === 0 || (refusedCount > 0 && !leaveOutRefused)}
            onClick={() => void attempt({ id: file.id, leaveOutRefused })}
          >
            {actions.start}
          </Button>
        </div>
      </Allowed>
    </section>
  );
}

function Faults({ file: { faults, refusedCount } }: FileProps) {
  const { fields, text } = useWords(cardRangeFileMessages);
  const locale = useLocale();
  return (
    <section>
      <h3 className="ch-section-title">{text.faults}</h3>
      {refusedCount > faults.length ? (
        <p className="card-range-note">
          {fill(text.moreFaults, { shown: count(faults.length), count: count(refusedCount) })}
        </p>
      ) : null}
      <div className="card-range-scroll">
        <table className="card-range-faults">
          <thead>
            <tr>
              <th scope="col">{fields.line}</th>
              <th scope="col">{fields.column}</th>
              <th scope="col">{fields.reason}</th>
              <th scope="col">{fields.value}</th>
            </tr>
          </thead>
          <tbody>
            {faults.map(({ line, column, reason, value }) => (
              <tr key={line}>
                <td>{count(line)}</td>
                <td>{column ?? text.wholeRow}</td>
                <td>{CardRangeFault.memberOf(reason)?.text[locale] ?? reason}</td>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
