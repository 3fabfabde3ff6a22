/** A process was told something wrong: print the message and stop, no stack is needed. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}
