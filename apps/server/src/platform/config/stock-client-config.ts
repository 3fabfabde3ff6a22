import { z } from "zod";
import { ConfigError } from "./config-error.ts";
import { Origin } from "./public-address.ts";

/** How clients of the published API family are served, where an operator switched that on. */
export interface StockClientSettings {
  /** Whose calls they are: everybody's but the console's, or those that a reverse proxy marks. */
  readonly from: "everyone" | "proxy";
  /** An origin elsewhere whose pages may call; none but our own without it. */
  readonly origin: string | undefined;
  /** IANA zone of the times that they read and write, which say none. */
  readonly zone: string;
  /** Private key of SM2 in hexadecimal, where their build already holds the public one. */
  readonly privateKey: string | undefined;
}

const isZone = (name: string): boolean => {
  try {
    return Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
};

/** The variables of the stock client. */
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

/** What the variables say together; nothing while the client is not served. Refuses a mark that nobody trusted sets. */
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
