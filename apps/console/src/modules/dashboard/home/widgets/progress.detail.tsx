import type { SetUpStep } from "@countinghouse/contract/dashboard/home/home.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { CircleCheck, CircleDashed } from "lucide-react";
import { Link } from "react-router";
import { useWords } from "../../../../platform/i18n/use-words.ts";
import { useSession } from "../../../../platform/session/session.ts";
import { useOverview } from "../home.answer.hook.ts";
import { WidgetCard } from "../home.card.detail.tsx";
import { pagesOf, userCentrePath } from "../home.menu.policy.ts";
import { widgetMessages } from "../home.widgets.messages.ts";

/** The page of the menu on which a step is done; a second factor is set up on the reader's own page. */
const pageOfStep: Readonly<Partial<Record<SetUpStep, string>>> = {
  secondAdministrator: "user/user.list",
  secondPerson: "change-request/change-request.list",
  siteTitle: "config/config.list",
  operator: "user/user.list",
  notice: "notice/notice.list",
};

/** How far the reader's week is, what waits, and what the installation still lacks. */
export function ProgressWidget() {
  const words = useWords(widgetMessages).progress;
  const { weekEntries, weekEntriesDone, openEntries, overdueEntries, unreadNotices, steps } = useOverview();
  const stepsDone = steps.filter(({ isDone }) => isDone).length;
  return (
    <WidgetCard>
      <div className="home-progress">
        <Ratio
          label={words.week}
          done={weekEntriesDone}
          count={weekEntries}
          text={
            weekEntries === 0 ? words.weekEmpty : fill(words.weekDone, { done: weekEntriesDone, count: weekEntries })
          }
        />
        <dl className="home-figures">
          <Figure label={words.open} value={openEntries} />
          <Figure label={words.overdue} value={overdueEntries} isAlarming />
          <Figure label={words.unread} value={unreadNotices} />
        </dl>
        <Ratio
          label={words.setUp}
          done={stepsDone}
          count={steps.length}
          text={fill(words.setUpDone, { done: stepsDone, count: steps.length })}
        />
        <ul className="home-steps">
          {steps.map(({ step, isDone }) => (
            <Step key={step} step={step} isDone={isDone} />
          ))}
        </ul>
      </div>
    </WidgetCard>
  );
}

interface RatioProps {
  readonly label: string;
  readonly text: string;
  readonly done: number;
  readonly count: number;
}

const Ratio = ({ label, text, done, count }: RatioProps) => (
  <div>
    <p className="home-ratio-head">
      <strong>{label}</strong>
      <span className="home-quiet">{text}</span>
    </p>
    <div className="home-bar" aria-hidden="true">
      <i style={{ width: `${count === 0 ? 0 : (done / count) * 100}%` }} />
    </div>
  </div>
);

const Figure = ({ label, value, isAlarming = false }: { label: string; value: number; isAlarming?: boolean }) => (
  <div>
    <dt>{label}</dt>
    <dd className={isAlarming && value > 0 ? "home-alarming" : undefined}>{value}</dd>
  </div>
);

function Step({ step, isDone }: { readonly step: SetUpStep; readonly isDone: boolean }) {
  const { steps, progress } = useWords(widgetMessages);
  const pages = useSession((session) => session.menu);
  const listed = pagesOf(pages).find(({ component }) => component !== null && component === pageOfStep[step])?.path;
  const path = step === "secondFactor" ? userCentrePath : listed;
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <li className={isDone ? "home-step-done" : undefined}>
      <Icon size={16} aria-hidden />
      <span>
        {!isDone && path ? <Link to={path}>{steps[step]}</Link> : steps[step]}
        <span className="ch-sr"> – {isDone ? progress.done : progress.missing}</span>
      </span>
    </li>
  );
}
