import { createQueryClient } from "../platform/api/query-client.ts";

/** What the server was asked and answered. Emptied when the screen locks. */
export const queryClient = createQueryClient();
