import { createHash } from "node:crypto";

/** A number that stands for one of our ids in the client's tables; below 2^48. */
export const rowNumber = (id: string): number =>
  Number.parseInt(createHash("sha256").update(id).digest("hex").slice(0, 12), 16);
