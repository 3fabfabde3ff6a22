import { createQueryClient } from "../platform/api/query-client.ts";

/** Cache of server answers. Cleared when the screen locks. */
export const queryClient = createQueryClient();
