import { useState } from "react";
import { CallError } from "../api/call-error.ts";
import { toastFailure } from "../api/use-operation.ts";

/** Something is done with a chosen file: whether it still is, and what the server said against which field. */
export function useFileReading() {
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>>>({});
  const [isReading, setIsReading] = useState(false);
  /** What is refused is told at its fields, any other failure aloud. */
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
