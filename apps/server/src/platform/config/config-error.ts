/** Wrong configuration of a process: print the message and stop; no stack is needed. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}
