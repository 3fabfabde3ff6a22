import { fill } from "@countinghouse/contract/kit/locale.ts";
import {
  type ChangeRequest,
  type ChangeRequestDetail,
  changeRequest,
} from "@countinghouse/contract/system/change-request/change-request.ts";
import { ChangeHold, ChangeStatus } from "@countinghouse/contract/system/change-request/change-request-enumerations.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { ChangeRows } from "../../../platform/pages/late-change-rows.ts";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import { ChipOf } from "../../../platform/payments/chip-of.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { useSession } from "../../../platform/session/session.ts";
import "./change-request.css";
import { changeScreenMessages } from "./change-request.messages.ts";

type Row = { readonly row: ChangeRequest };

/** What is to change and what became of it. */
export const ChangeHeading = ({ row }: Row) => (
  <span className="change-title">
    {row.operationName}
    <ChipOf enumeration={ChangeStatus} value={row.status} />
  </span>
);

const facts = ["subject", "reason", "createUserName", "createTime", "expireTime"] as const;
const decided = ["decideUserName", "decideTime", "decideReason"] as const;

/** One beside the list: what it would change, who asked and why, and who may decide. */
export function ChangeRequestPanel({ row }: Row) {
  const answer = useAnswer(changeRequest, "detail", { id: row.id });
  return <Answered answer={answer}>{(request) => <Request request={request} />}</Answered>;
}

type RequestProps = { readonly request: ChangeRequestDetail };

function Request({ request }: RequestProps) {
  const words = useWords(changeScreenMessages);
  const isWaiting = request.status === "waiting";
  const told = [...facts, ...decided.filter((name) => request[name] !== null)];
  return (
    <>
      <Held request={request} />
      <section>
        <h3 className="ch-section-title">{words.whatChanges}</h3>
        {isWaiting && <p className="ch-lines-muted">{words.notYet}</p>}
        <ChangeRows operation={request.operation} changes={request.changes} />
      </section>
      {request.overtaken.length > 0 && (
        <p className="ch-notice ch-tone-warning change-hold">
          {fill(words.overtaken, { fields: request.overtaken.join(", ") })}
        </p>
      )}
      <RecordFacts resource={changeRequest} of={request} fields={told} />
      {isWaiting && <Deciders request={request} />}
    </>
  );
}

/** Why it is not the reader's to decide. */
function Held({ request: { hold } }: RequestProps) {
  const locale = useLocale();
  if (hold === null) return null;
  return <p className="ch-notice ch-tone-warning change-hold">{ChangeHold.memberOf(hold)?.text[locale] ?? hold}</p>;
}

function Deciders({ request: { approvers, createUserName } }: RequestProps) {
  const words = useWords(changeScreenMessages);
  const locale = useLocale();
  const me = useSession(({ user }) => user?.id);
  const hasSecond = approvers.some(({ hold }) => hold === null);
  return (
    <section>
      <h3 className="ch-section-title">{words.whoDecides}</h3>
      {!hasSecond && <p className="ch-notice ch-tone-warning change-hold">{words.nobody}</p>}
      <ul className="change-people">
        {approvers.map(({ id, name, hold }) => (
          <li key={id}>
            <span>
              {name}
              {id === me && <small> {words.you}</small>}
            </span>
            <small title={hold === "own" ? (createUserName ?? "") : undefined}>
              {hold === null
                ? words.mayApprove
                : hold === "own"
                  ? words.asked
                  : ChangeHold.memberOf(hold)?.text[locale]}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
