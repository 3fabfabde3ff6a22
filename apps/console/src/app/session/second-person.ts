import type { SentForApproval } from "@countinghouse/contract/platform/second-person.ts";
import { createStore } from "../../platform/state/store.ts";

/** What is on screen about a change that takes two people: why it is asked for, or where it waits. */
export type SecondPersonStep =
  | { readonly kind: "reason"; readonly round: number; readonly settle: (reason: string | undefined) => void }
  | { readonly kind: "sent"; readonly request: SentForApproval };

export const secondPersonStep = createStore<SecondPersonStep | undefined>(undefined);

/** Steps of other calls, which have their turn one after the other. */
const later: SecondPersonStep[] = [];

function show(step: SecondPersonStep): void {
  if (secondPersonStep.get()) later.push(step);
  else secondPersonStep.set(step);
}

/** The step on screen has ended. */
export const endStep = (): void => secondPersonStep.set(later.shift());

let round = 0;

/** Asks why a second person is to approve what is being done. */
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

/** Says that nothing has changed yet, and where the request stands. */
export const showSent = (request: SentForApproval): void => show({ kind: "sent", request });
