import { createStore } from "../state/store.ts";

/** Whether the server cannot be reached from here at the moment. */
export const isOffline = createStore(false);

/** How often the server is asked for a sign of life while it cannot be reached, in ms. */
const askEvery = 3_000;
const patience = 5_000;

let isAsking = false;

/** A call went unanswered, or the machine lost its network: asks whether the server is there until it is. */
export async function doubtConnection(): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  for (;;) {
    const isThere = await answers();
    isOffline.set(!isThere);
    if (isThere) break;
    await new Promise((resolve) => setTimeout(resolve, askEvery));
  }
  isAsking = false;
}

const answers = (): Promise<boolean> =>
  fetch("/healthz", { cache: "no-store", credentials: "omit", signal: AbortSignal.timeout(patience) }).then(
    () => true,
    () => false,
  );

window.addEventListener("offline", () => void doubtConnection());
