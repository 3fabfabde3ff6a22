import type { FastifyBaseLogger } from "fastify";
import { withoutCredentials, withoutSensitive } from "../observability/redaction.ts";

const linesMax = 20;
const lineMax = 300;

/** A logger that also keeps the first lines of a job's log, for the job's page. */
export function listeningLogger(logger: FastifyBaseLogger): {
  readonly logger: FastifyBaseLogger;
  readonly lines: readonly string[];
} {
  const lines: string[] = [];
  const keep = (details: unknown, message: unknown) => {
    if (lines.length >= linesMax) return;
    const told = typeof details === "string" ? details : [message, factsOf(details)].filter(Boolean).join(" ");
    lines.push(withoutCredentials(told).replaceAll("\u0000", "").slice(0, lineMax));
  };
  const heard = Object.create(logger) as FastifyBaseLogger;
  for (const level of ["info", "warn", "error"] as const)
    heard[level] = ((...said: Parameters<FastifyBaseLogger["info"]>) => {
      keep(said[0], said[1]);
      logger[level](...said);
    }) as FastifyBaseLogger["info"];
  return { logger: heard, lines };
}

function factsOf(details: unknown): string {
  if (details === null || typeof details !== "object") return "";
  const { err, ...facts } = details as { err?: unknown };
  const reason = err instanceof Error ? [err.message] : [];
  return [
    ...reason,
    ...Object.entries(withoutSensitive(facts) as object).map(([name, value]) => `${name}=${String(value)}`),
  ].join(" ");
}
