// Where test runs keep what they throw away.
import { existsSync, statfsSync } from "node:fs";

const inMemory = "/dev/shm";

/** What a whole run needs with room to spare; a container's own 64 MB are too little. */
const bytesNeeded = 3 * 2 ** 30;

/**
 * Keeps this process and all that it starts from writing temporary files to a disk, where memory has room for them: a
 * database of a test is a thousand files, which a disk takes ten times as long to make. A TMPDIR that is set stays.
 */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR === undefined && hasRoom()) process.env.TMPDIR = inMemory;
}

function hasRoom() {
  if (!existsSync(inMemory)) return false;
  const { bavail, bsize } = statfsSync(inMemory);
  return Math.min(bavail * bsize, process.availableMemory?.() ?? 0) >= bytesNeeded;
}
