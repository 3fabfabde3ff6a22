import { createStore } from "../../platform/state/store.ts";

/** A call that waits for the person to prove who they are. */
export interface ProofRequest {
  readonly settle: (isProven: boolean) => void;
}

/** The request on screen, if any. */
export const proofRequest = createStore<ProofRequest | undefined>(undefined);

let waiting: Promise<boolean> | undefined;

/** Asks for a fresh proof. Calls that are refused at the same moment share one dialog. */
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
