import { BlockList, isIP } from "node:net";
import { z } from "zod";

const isOrigin = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, origin, href } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${origin}/`;
};

/** Origin of an http address (scheme, host and port), to which paths are appended. A trailing slash is dropped. */
export const Origin = z
  .string()
  .refine(
    isOrigin,
    "must be an http or https origin, such as https://pay.example.com, without path, query, fragment and user",
  )
  .transform((text) => new URL(text).origin);

const ofThisMachine = new BlockList();
ofThisMachine.addSubnet("127.0.0.0", 8, "ipv4");
ofThisMachine.addSubnet("0.0.0.0", 8, "ipv4");
// The unspecified and the loopback address, and IPv4 addresses mapped into IPv6.
ofThisMachine.addSubnet("::", 96, "ipv6");

/** Whether an origin is the machine of the caller itself. Being an origin, its spelling is normalised already. */
export function isOfThisMachine(origin: string): boolean {
  const host = new URL(origin).hostname.replace(/^\[|\]$|\.$/g, "");
  const family = isIP(host);
  if (family !== 0) return ofThisMachine.check(host, family === 4 ? "ipv4" : "ipv6");
  return /(?:^|\.)localhost(?:\.localdomain)?$/.test(host);
}
