import { parseArgs } from "node:util";

/** How the simulator was asked to run. */
export interface Options {
  readonly host: string;
  readonly port: number;
  readonly seed: number;
  /** Start of a clock that stands still, in milliseconds since 1970 UTC; absent for one that runs. */
  readonly manualFrom: number | undefined;
  readonly snapshot: string | undefined;
  readonly controlKey: string | undefined;
  /** Hosts besides this machine that may be notified. */
  readonly allowedHosts: readonly string[];
  /** Where payers reach the pages, when that is not the listening address. */
  readonly publicUrl: string | undefined;
}

/** A mistake of whoever started the process: one sentence, no trace. */
export class OptionError extends Error {}

function integer(text: string, name: string, max: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > max)
    throw new OptionError(`--${name} is not a number it can be.`);
  return value;
}

function instant(text: string): number {
  const value = Date.parse(text);
  if (Number.isNaN(value)) throw new OptionError("--manual-from is not an instant such as 2026-06-01T00:00:00Z.");
  return value;
}

const settings = {
  host: { type: "string", default: "127.0.0.1" },
  port: { type: "string", default: "4100" },
  seed: { type: "string", default: "1" },
  "manual-from": { type: "string" },
  snapshot: { type: "string" },
  "allow-host": { type: "string", multiple: true, default: [] as string[] },
  "public-url": { type: "string" },
} as const;

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: settings }).values;
  } catch (error) {
    throw new OptionError(error instanceof Error ? error.message : String(error));
  }
}

/** Reads the command line. Refuses production: what approves every payment has no place near real ones. */
export function readOptions(env: Readonly<Record<string, string | undefined>>, args: readonly string[]): Options {
  if (env.NODE_ENV === "production" || env.COUNTINGHOUSE_PROFILE === "production") {
    throw new OptionError("The gateway simulator does not run in production.");
  }
  const values = parse(args);
  const manual = values["manual-from"];
  return {
    host: values.host,
    port: integer(values.port, "port", 65_535),
    seed: integer(values.seed, "seed", 2 ** 31 - 1),
    manualFrom: manual === undefined ? undefined : instant(manual),
    snapshot: values.snapshot,
    controlKey: env.SIMULATOR_CONTROL_KEY,
    allowedHosts: values["allow-host"],
    publicUrl: values["public-url"]?.replace(/\/$/, ""),
  };
}

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);

/** Whether notifications may go to the address: to this machine, or to a host that was named. */
export function notifyFence(allowedHosts: readonly string[]): (url: string) => boolean {
  return (url) => {
    const address = URL.parse(url);
    return address !== null && (isLoopback(address.hostname) || allowedHosts.includes(address.hostname));
  };
}
