/** Lets this process and all that it starts keep temporary files in memory, where it has room; a TMPDIR that is set stays. */
export function keepTemporaryFilesInMemory(): void;
