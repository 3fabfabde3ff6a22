import type { Refusal } from "@countinghouse/contract/kit/refusal.ts";
import { violates } from "./database-error.ts";

/**
 * Runs a change and turns the violation of a named unique index into the caller's own refusal. The index decides, not a
 * look beforehand, so that two callers at the same moment cannot both succeed.
 */
export async function refusingDuplicate<R>(index: string, refusal: () => Refusal, work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    throw violates(error, index) ? refusal() : error;
  }
}
