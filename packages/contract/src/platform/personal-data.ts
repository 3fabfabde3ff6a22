/** First character and domain: recognisable, but not usable. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf("@");
  return at < 1 ? "***" : `${email.slice(0, 1)}***${email.slice(at)}`;
};

/** Only the network part of an address. */
export const maskIp = (ip: string): string =>
  ip.includes(":") ? `${ip.split(":").slice(0, 2).join(":")}::*` : `${ip.split(".").slice(0, 2).join(".")}.*.*`;
