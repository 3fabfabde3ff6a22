/** Why the embedded database does not start. Each message is one sentence that also says what to do. */
export type EmbeddedErrorCode =
  | "directoryLocked"
  | "corrupt"
  | "newerVersion"
  | "olderVersion"
  | "notWritable"
  | "platformNotSupported"
  | "startFailed";

/** An expected failure of the embedded database: print the message and stop; no stack is needed. */
export class EmbeddedError extends Error {
  override readonly name = "EmbeddedError";
  readonly code: EmbeddedErrorCode;

  constructor(code: EmbeddedErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
