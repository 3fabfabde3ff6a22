import { useRef, useState } from "react";
import { CallError } from "../../platform/api/call-error.ts";

/** One form's way to the server: busy while it runs, at most one at a time, its refusal kept to be shown. */
export interface Submission {
  readonly isBusy: boolean;
  readonly error: CallError | undefined;
  run(work: () => Promise<void>): Promise<void>;
  clear(): void;
}

/** Runs a form's call. Only refusals are caught; a defect goes on to the error page. */
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

/** The sentence for one field of a refusal. */
export const fieldMessage = (error: CallError | undefined, field: string): string | undefined =>
  error?.fields.find((one) => one.field === field)?.message;
