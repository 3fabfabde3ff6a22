/** Why a database is refused at start. Each message is one sentence that also says what to do. */
export type SetupErrorCode =
  | "invalidUrl"
  | "missingUrl"
  | "unreachable"
  | "serverTooOld"
  | "roleNotPermitted"
  | "roleTooPowerful"
  | "migrationInvalid"
  | "migrationEdited"
  | "migrationMissing"
  | "migrationFailed"
  | "databaseNewer"
  | "manifestMismatch"
  | "backupInvalid"
  | "backupNewer"
  | "notEmpty"
  | "notSpread"
  | "foreignSecret"
  | "foreignFiles";

/** An expected failure while the database is set up: print the message and stop; no stack is needed. */
export class SetupError extends Error {
  override readonly name = "SetupError";
  readonly code: SetupErrorCode;

  constructor(code: SetupErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
