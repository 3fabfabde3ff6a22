import type { SentForApproval } from "@countinghouse/contract/platform/second-person.ts";
import { createStore } from "../../platform/state/store.ts";

/** What is on screen about a change that takes two people: why it is asked for, or where it waits. */
export type SecondPersonStep =
  | { readonly kind: "reason"; readonly settle: (reason: string | undefined) => void }
  | { readonly kind: "sent"; readonly request: SentForApproval };

export const secondPersonStep = createStore<SecondPersonStep | undefined>(undefined);

/** Asks why a second person is to approve what is being done. */
export const askForReason = (): Promise<string | undefined> =>
  new Promise((resolve) => {
    secondPersonStep.set({
      kind: "reason",
      settle: (reason) => {
        secondPersonStep.set(undefined);
        resolve(reason);
      },
    });
  });

/** Says that nothing has changed yet, and where the request stands. */
export const showSent = (request: SentForApproval): void => secondPersonStep.set({ kind: "sent", request });
