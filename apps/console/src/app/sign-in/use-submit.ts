import { useRef, useState } from "react";
import { CallError } from "../../platform/api/call-error.ts";

/** State of a form's submission: busy, one at a time, with the last refusal. */
export interface Submission {
  readonly isBusy: boolean;
  readonly error: CallError | undefined;
  run(work: () => Promise<void>): Promise<void>;
  clear(): void;
}

/** Runs a form's call. Only refusals are caught; defects reach the error page. */
export function useSubmit(): Submission {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<CallError>();
  const running = useRef(false);
  return {
    isBusy,
    error,
    clear: () => setError(undefined),
    run: async (work) => {
      if (running.current) return;
      running.current = true;
      setBusy(true);
      setError(undefined);
      try {
        await work();
      } catch (refused) {
        if (!(refused instanceof CallError)) throw refused;
        setError(refused);
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
  };
}

/** The message for one field of a refusal. */
export const fieldMessage = (error: CallError | undefined, field: string): string | undefined =>
  error?.fields.find((one) => one.field === field)?.message;
