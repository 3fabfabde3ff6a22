import { z } from "zod";
import { ConfigError } from "./config-error.ts";
import { Origin } from "./public-address.ts";

/** How clients of the published API family are served, where an operator has enabled them. */
export interface StockClientSettings {
  /** Which calls come from such clients: all but the console's, or those that a reverse proxy marks. */
  readonly from: "everyone" | "proxy";
  /** Another origin whose pages may call (CORS); only our own without it. */
  readonly origin: string | undefined;
  /** IANA zone of the client's local times, which carry no zone. */
  readonly zone: string;
  /** SM2 private key in hexadecimal, for clients whose build already holds the public key. */
  readonly privateKey: string | undefined;
}

const isZone = (name: string): boolean => {
  try {
    return Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
};

/** Environment variables of the stock client. */
export const stockClientVariables = {
  COUNTINGHOUSE_STOCK_CLIENT: z.enum(["on", "proxy", "off"], { error: "must be on, proxy or off" }).default("off"),
  COUNTINGHOUSE_STOCK_CLIENT_ORIGIN: Origin.optional(),
  COUNTINGHOUSE_STOCK_CLIENT_ZONE: z
    .string()
    .refine(isZone, "must be a time zone by its IANA name, such as Asia/Shanghai")
    .optional(),
  COUNTINGHOUSE_STOCK_CLIENT_KEY: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, "must be a private key of SM2: 64 hexadecimal digits")
    .transform((text) => text.toLowerCase())
    .optional(),
};

type Given = z.output<z.ZodObject<typeof stockClientVariables>>;

/**
 * Settings from the variables; undefined while the client is not served. Refuses a proxy mark where no proxy is
 * trusted.
 */
export function stockClientFrom(given: Given, trustProxyHops: number | undefined): StockClientSettings | undefined {
  const { COUNTINGHOUSE_STOCK_CLIENT: mode } = given;
  if (mode === "off") return undefined;
  if (mode === "proxy" && !trustProxyHops)
    throw new ConfigError(
      "COUNTINGHOUSE_STOCK_CLIENT=proxy needs COUNTINGHOUSE_TRUST_PROXY: the header that marks a call is believed of a trusted proxy alone.",
    );
  return {
    from: mode === "on" ? "everyone" : "proxy",
    origin: given.COUNTINGHOUSE_STOCK_CLIENT_ORIGIN,
    zone: given.COUNTINGHOUSE_STOCK_CLIENT_ZONE ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    privateKey: given.COUNTINGHOUSE_STOCK_CLIENT_KEY,
  };
}
