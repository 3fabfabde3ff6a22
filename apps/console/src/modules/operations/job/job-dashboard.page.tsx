import { sysJobMessages } from "@countinghouse/contract/operations/job/job.messages.ts";
import { sysJob } from "@countinghouse/contract/operations/job/job.ts";
import { FailureState, ForbiddenState } from "@countinghouse/ui/feedback/failure-state.tsx";
import { Skeleton } from "antd";
import { useEffect, useState } from "react";
import { useMay } from "../../../platform/access/allowed.tsx";
import { CallError } from "../../../platform/api/call-error.ts";
import { call } from "../../../platform/api/client.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { useStore } from "../../../platform/state/store.ts";
import { shownTheme } from "../../../platform/theme/apply.ts";

/** Sooner than a ticket is over. */
const renewEveryMs = 240_000;

/**
 * The board that the API host serves, in a frame. A ticket in a cookie of that address alone opens it; the page asks for
 * another while somebody looks.
 */
export function JobDashboardPage() {
  const { actions } = useWords(sysJobMessages);
  const locale = useLocale();
  const { isDark } = useStore(shownTheme);
  const may = useMay()("sysJob:boardTicket");
  const [state, setState] = useState<"asking" | "open" | Error>("asking");
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the reader wants it.
  useEffect(() => {
    if (!may) return;
    const ask = () =>
      call(sysJob, "boardTicket", {}, { keepsCookie: true }).then(
        () => setState("open"),
        (error: Error) => setState(error),
      );
    void ask();
    const timer = setInterval(ask, renewEveryMs);
    return () => clearInterval(timer);
  }, [may, round]);
  if (!may || (state instanceof CallError && state.status === 403)) return <ForbiddenState />;
  if (state === "asking") return <Skeleton active paragraph={{ rows: 8 }} />;
  if (state instanceof Error)
    return (
      <FailureState
        failure={{ message: state.message, requestId: undefined, retry: () => setRound((before) => before + 1) }}
      />
    );
  return (
    <iframe
      key={locale}
      src={`/schedule?lang=${locale}&theme=${isDark ? "dark" : "light"}`}
      title={actions.board}
      style={{ width: "100%", height: "100%", border: 0, display: "block" }}
    />
  );
}
