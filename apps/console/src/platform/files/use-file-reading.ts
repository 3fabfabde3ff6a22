import { useState } from "react";
import { CallError } from "../api/call-error.ts";
import { toastFailure } from "../api/use-operation.ts";

/** State of processing a chosen file: busy, and refusals by field. */
export function useFileReading() {
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>>>({});
  const [isReading, setIsReading] = useState(false);
  /** Refusals are shown at their fields, other failures as messages. */
  const attempt = async (work: () => Promise<void>) => {
    setIsReading(true);
    try {
      await work();
    } catch (error) {
      const said = error instanceof CallError ? error.fields : [];
      if (said.length === 0) toastFailure(error);
      else setRefusals(Object.fromEntries(said.map(({ field, message }) => [field, message])));
    } finally {
      setIsReading(false);
    }
  };
  return { refusals, setRefusals, isReading, attempt };
}
