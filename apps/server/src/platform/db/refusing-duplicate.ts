import type { Refusal } from "@countinghouse/contract/kit/refusal.ts";
import { violates } from "./database-error.ts";

/**
 * Runs a change and turns a violation of the named unique index into the caller's refusal. The index decides, not a
 * query beforehand, so that two concurrent callers cannot both succeed.
 */
export async function refusingDuplicate<R>(index: string, refusal: () => Refusal, work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    throw violates(error, index) ? refusal() : error;
  }
}
