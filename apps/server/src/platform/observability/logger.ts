import type { FastifyBaseLogger } from "fastify";
import { type DestinationStream, pino, stdTimeFunctions } from "pino";
import type { Config } from "../config/config.ts";
import { readableLines } from "./readable-lines.ts";
import { cleanLine, withoutSecrets } from "./redaction.ts";

/** The members of an error that are logged. Others may quote rows, as the database's `detail` does. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const { code, constraint, table, severity } = error as Error & Readonly<Record<string, unknown>>;
  return {
    type: name,
    message,
    stack,
    code,
    constraint,
    table,
    severity,
    ...(cause ? { cause: describeError(cause) } : {}),
  };
}

/**
 * The log of a process: one JSON object per line in production, readable lines elsewhere. Secrets, tokens and card
 * numbers are removed from whatever the caller logs.
 */
export function createLogger(
  { logLevel, isProduction }: Pick<Config, "logLevel" | "isProduction">,
  destination: DestinationStream = isProduction ? pino.destination(1) : readableLines(process.stdout),
): FastifyBaseLogger {
  return pino(
    {
      level: logLevel,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (details) => withoutSecrets(details) as Record<string, unknown>,
      },
      serializers: { err: describeError, error: describeError },
      hooks: { streamWrite: cleanLine },
    },
    destination,
  );
}
