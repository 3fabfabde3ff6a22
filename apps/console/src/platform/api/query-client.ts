import { QueryClient } from "@tanstack/react-query";
import { CallError } from "./call-error.ts";

/** How long an answer is taken as current, in ms; commands invalidate what they change at once. */
const freshFor = 30_000;

/** Whether asking again may help: the server was not reached, or failed by itself. A refusal stays one. */
export const isWorthRetrying = (error: unknown): boolean =>
  error instanceof CallError && (error.failure === "network" || error.failure === "timeout" || error.status >= 500);

/** The cache of what the server answered. Rows never change under the pointer because a window got the focus. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network a call fails and says so. Held back, it would leave on screen what was asked for before.
        networkMode: "always",
        staleTime: freshFor,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 1 && isWorthRetrying(error),
        retryDelay: 1_000,
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
