import type { SentForApproval } from "@countinghouse/contract/platform/second-person.ts";
import { createStore } from "../../platform/state/store.ts";

/** Step of a change that needs a second person: its reason, or where it waits. */
export type SecondPersonStep =
  | { readonly kind: "reason"; readonly round: number; readonly settle: (reason: string | undefined) => void }
  | { readonly kind: "sent"; readonly request: SentForApproval };

export const secondPersonStep = createStore<SecondPersonStep | undefined>(undefined);

/** Steps of other calls, queued. */
const later: SecondPersonStep[] = [];

function show(step: SecondPersonStep): void {
  if (secondPersonStep.get()) later.push(step);
  else secondPersonStep.set(step);
}

/** Ends the displayed step. */
export const endStep = (): void => secondPersonStep.set(later.shift());

let round = 0;

/** Asks why a second person should approve the change. */
export const askForReason = (): Promise<string | undefined> =>
  new Promise((resolve) => {
    show({
      kind: "reason",
      round: ++round,
      settle: (reason) => {
        endStep();
        resolve(reason);
      },
    });
  });

/** Says that nothing has changed yet, and where the request waits. */
export const showSent = (request: SentForApproval): void => show({ kind: "sent", request });
