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

/** The order of the curve of SM2 (GB/T 32918.5): a private key is smaller. */
export const curveOrder = BigInt("0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123");
const pairsMin = 16;

/** Whether digits are a key of the curve that was drawn at random: thirty-two bytes of which most are different. */
const isPrivateKey = (text: string): boolean => {
  const key = /^[0-9a-f]{64}$/i.test(text) ? BigInt(`0x${text}`) : 0n;
  return key > 0n && key < curveOrder - 1n && new Set(text.toLowerCase().match(/../g)).size >= pairsMin;
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
    .refine(isPrivateKey, "must be a private key of SM2 that nobody guesses, below the order of its curve")
    .transform((text) => text.toLowerCase())
    .optional(),
};

type Given = z.output<z.ZodObject<typeof stockClientVariables>>;

/** What the variables say together; nothing while the client is not served. Refuses a mark that nobody trusted sets. */
export function stockClientFrom(
  given: Given,
  { trustProxyHops, isProduction }: { readonly trustProxyHops: number | undefined; readonly isProduction: boolean },
): StockClientSettings | undefined {
  const { COUNTINGHOUSE_STOCK_CLIENT: mode, COUNTINGHOUSE_STOCK_CLIENT_ORIGIN: origin } = given;
  if (mode === "off") return undefined;
  if (isProduction && origin?.startsWith("http:"))
    throw new ConfigError(
      "COUNTINGHOUSE_STOCK_CLIENT_ORIGIN must begin with https in production: pages without TLS are whoever's is on the line.",
    );
  if (mode === "proxy" && !trustProxyHops)
    throw new ConfigError(
      "COUNTINGHOUSE_STOCK_CLIENT=proxy needs COUNTINGHOUSE_TRUST_PROXY: the header that marks a call is believed of a trusted proxy alone.",
    );
  return {
    from: mode === "on" ? "everyone" : "proxy",
    origin,
    zone: given.COUNTINGHOUSE_STOCK_CLIENT_ZONE ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    privateKey: given.COUNTINGHOUSE_STOCK_CLIENT_KEY,
  };
}
