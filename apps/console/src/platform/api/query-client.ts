import { QueryClient } from "@tanstack/react-query";
import { CallError } from "./call-error.ts";

/** How long an answer counts as fresh, in ms; commands invalidate what they change. */
const freshFor = 30_000;

/** Whether a retry may help: after network and server failures, not after refusals. */
export const isWorthRetrying = (error: unknown): boolean =>
  error instanceof CallError && (error.failure === "network" || error.failure === "timeout" || error.status >= 500);

/** Cache of server answers. Rows do not change because a window gains focus. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network a call fails visibly. Paused, it would leave outdated data on screen.
        networkMode: "always",
        staleTime: freshFor,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 1 && isWorthRetrying(error),
        retryDelay: 1_000,
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
