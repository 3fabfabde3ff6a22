import { expect } from "vitest";

/** Fails with the faults as lines to read: each a sentence that says where it is and what to do about it. */
export const expectNone = (faults: readonly string[]): void => expect(faults.join("\n")).toBe("");
