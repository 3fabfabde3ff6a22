import { QueryClient } from "@tanstack/react-query";
import { CallError } from "../platform/api/call-error.ts";

/** What the server was asked and answered. Emptied when the screen locks. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      // A refusal stays one however often it is asked; a lost connection may come back.
      retry: (count, error) => count < 2 && error instanceof CallError && error.failure === "network",
    },
  },
});
