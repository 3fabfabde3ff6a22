import { Link, useLoaderData } from "react-router";
import { useWords } from "../../platform/i18n/use-words.ts";
import { homePath } from "../guard.ts";
import { leaveSession } from "../session/leave-session.ts";
import { errorMessages } from "./errors.messages.ts";
import { StatePage } from "./state-page.tsx";

/** An address without a page for this user: its route's loader says whether it belongs to other users. */
export const LostPage = () => (useLoaderData() === true ? <NoRightPage /> : <NotFoundPage />);

function NotFoundPage() {
  const words = useWords(errorMessages);
  return (
    <StatePage mark="404" title={words.notFoundTitle} text={words.notFoundText}>
      <div className="state-actions">
        <Link className="ch-btn ch-btn-primary" to={homePath}>
          {words.backHome}
        </Link>
      </div>
    </StatePage>
  );
}

/** The page exists, but this account has no permission. */
export function NoRightPage() {
  const words = useWords(errorMessages);
  return (
    <StatePage mark="401" title={words.noRightTitle} text={words.noRightText}>
      <div className="state-actions">
        <Link className="ch-btn" to={homePath}>
          {words.backHome}
        </Link>
        <button type="button" className="ch-btn ch-btn-primary" onClick={leaveSession}>
          {words.signInAgain}
        </button>
      </div>
    </StatePage>
  );
}
