import { z } from "zod";
import { session } from "../../platform/session/session.ts";
import { localMemory } from "../../platform/state/local.ts";

/** A recently opened record: its address and title. */
const RecentRecord = z.object({ address: z.string().startsWith("/").max(500), title: z.string().min(1).max(200) });
export type RecentRecord = z.output<typeof RecentRecord>;

const most = 8;
/** Per user of this browser. */
const key = (): string => `recent:${session.get().user?.id ?? 0}`;

/** Records the user opened last in this browser, the latest first. */
export function recentRecords(): readonly RecentRecord[] {
  const kept = z.array(RecentRecord).safeParse(localMemory.read(key()));
  return kept.success ? kept.data : [];
}

/** Adds a record to the front of the recent ones. */
export function rememberRecord({ address, title }: RecentRecord): void {
  const others = recentRecords().filter((one) => one.address !== address);
  localMemory.write(key(), [{ address, title }, ...others].slice(0, most));
}
