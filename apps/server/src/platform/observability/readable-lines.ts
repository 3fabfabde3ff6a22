import type { DestinationStream } from "pino";

interface Line {
  readonly level: string;
  readonly time: string;
  readonly msg?: string;
  readonly err?: { readonly stack?: string; readonly message?: string };
}

const colours: Readonly<Record<string, number>> = { trace: 90, debug: 90, info: 36, warn: 33, error: 31, fatal: 31 };

/** Turns the log's JSON into lines for a person: time, level, message, then the details as `name=value`. */
export function readableLines(out: { write(text: string): unknown; readonly isTTY?: boolean }): DestinationStream {
  return {
    write: (text) => {
      const { level, time, msg = "", err, ...details } = JSON.parse(text) as Line;
      const label = level.toUpperCase().padEnd(5);
      const shown = out.isTTY ? `\u001b[${colours[level] ?? 0}m${label}\u001b[0m` : label;
      const facts = Object.entries(details).map(([name, value]) => `${name}=${textOf(value)}`);
      const stack = err ? `\n${err.stack ?? err.message ?? ""}` : "";
      out.write(`${[time.slice(11, 23), shown, msg, ...facts].filter(Boolean).join(" ")}${stack}\n`);
    },
  };
}

const textOf = (value: unknown): string =>
  typeof value === "string" && !/[\s"=]/.test(value) ? value : JSON.stringify(value);
