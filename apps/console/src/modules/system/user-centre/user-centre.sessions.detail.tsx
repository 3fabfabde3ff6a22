import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { sysOnlineUserMessages } from "@countinghouse/contract/system/session/session.messages.ts";
import { sysOnlineUser } from "@countinghouse/contract/system/session/session.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { Button } from "antd";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { useConfirm } from "../../../platform/pages/use-confirm.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { userCentreMessages } from "./user-centre.messages.ts";

/** Where one is signed in; any other device can be signed out, or all of them. */
export function OwnSessions() {
  const words = useWords(userCentreMessages);
  const { actions } = useWords(sysOnlineUserMessages);
  const answer = useAnswer(sysOnlineUser, "ownList", {});
  const { attempt, isRunning } = useOperation(sysOnlineUser, "endOthers");
  const { ask, dialog } = useConfirm();
  const endOthers = async () => {
    if (await ask({ title: actions.endOthers, text: words.endOthers, confirm: actions.endOthers, isDangerous: true }))
      await attempt({});
  };
  const hasOthers = (answer.data ?? []).some(({ isCurrent }) => !isCurrent);
  return (
    <section className="ch-card centre-card">
      <header>
        <h2>{actions.ownList}</h2>
        <span className="ch-grow" />
        {hasOthers ? (
          <Button danger loading={isRunning} onClick={() => void endOthers()}>
            {actions.endOthers}
          </Button>
        ) : null}
      </header>
      <Answered answer={answer}>
        {(data) => (
          <>
            {hasOthers ? null : <p className="centre-note">{words.onlyThis}</p>}
            <ul className="centre-rows">
              {data.map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            </ul>
          </>
        )}
      </Answered>
      {dialog}
    </section>
  );
}

function SessionRow({ session }: { readonly session: RecordOf<typeof sysOnlineUser> }) {
  const words = useWords(userCentreMessages);
  const { fields, actions, text } = useWords(sysOnlineUserMessages);
  const { attempt, isRunning } = useOperation(sysOnlineUser, "endOwn");
  const { ask, dialog } = useConfirm();
  // What did not tell its browser is known by where it came from.
  const device = [session.browser, session.os].filter(Boolean).join(" · ") || session.ip;
  const end = async () => {
    const question = {
      title: actions.endOwn,
      text: fill(words.endOne, { device }),
      confirm: actions.endOwn,
      isDangerous: true,
    };
    if (await ask(question)) await attempt({ id: session.id });
  };
  return (
    <li>
      <div>
        <b>{device}</b> {session.isCurrent ? <StatusChip text={words.thisDevice} tone="info" /> : null}
        <p className="centre-note">
          {[session.ip, session.place, text[session.method]].filter(Boolean).join(" · ")} · {fields.lastSeenTime}{" "}
          <TimeCell value={session.lastSeenTime} />
        </p>
      </div>
      {session.isCurrent ? null : (
        <Button
          size="small"
          danger
          loading={isRunning}
          aria-label={`${actions.endOwn}: ${device}`}
          onClick={() => void end()}
        >
          {actions.endOwn}
        </Button>
      )}
      {dialog}
    </li>
  );
}
