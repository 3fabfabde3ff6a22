import { lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";

/** The rows of a change, once there is one to show: they know the words of every resource, which pages do without. */
export const ChangeRows = lazyPart(async () => (await import("./change-rows.tsx")).ChangeRows);
