import { createStore } from "../../platform/state/store.ts";

/** A call waiting for step-up authentication. */
export interface ProofRequest {
  readonly settle: (isProven: boolean) => void;
}

/** The displayed request, if any. */
export const proofRequest = createStore<ProofRequest | undefined>(undefined);

let waiting: Promise<boolean> | undefined;

/** Requests step-up authentication. Concurrently refused calls share one dialog. */
export function askForProof(): Promise<boolean> {
  waiting ??= new Promise<boolean>((resolve) => {
    proofRequest.set({
      settle: (isProven) => {
        proofRequest.set(undefined);
        waiting = undefined;
        resolve(isProven);
      },
    });
  });
  return waiting;
}
