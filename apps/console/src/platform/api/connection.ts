import { createStore } from "../state/store.ts";

/** Whether the server is unreachable at the moment. */
export const isOffline = createStore(false);

/** Polling interval while the server is unreachable, in ms. */
const askEvery = 3_000;
const patience = 5_000;

let isAsking = false;

/** After an unanswered call or a lost network: polls the server until it answers. */
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
