import { isAbsolute } from "node:path";
import { ConfigError } from "./config-error.ts";

/** Malware scanner: the daemon of ClamAV, or a program that reads a file from standard input. */
export type ScannerSettings =
  | { readonly kind: "daemon"; readonly host: string; readonly port: number }
  | { readonly kind: "command"; readonly program: string };

const daemonForm = /^clamd:\/\/([^\s/:]+|\[[0-9a-f:]+\])(?::(\d{1,5}))?$/i;
const usualPort = 3_310;

/** Reads `clamd://host:port` or the absolute path of a program; undefined where no scanner is configured. */
export function scannerFrom(text: string | undefined): ScannerSettings | undefined {
  if (text === undefined) return undefined;
  if (isAbsolute(text)) return { kind: "command", program: text };
  const [, host = "", port] = daemonForm.exec(text) ?? [];
  if (host === "")
    throw new ConfigError(
      `COUNTINGHOUSE_VIRUS_SCAN=${text} is neither clamd://host:port nor the whole path of a program.`,
    );
  return { kind: "daemon", host: host.replace(/^\[|\]$/g, ""), port: port === undefined ? usualPort : Number(port) };
}
