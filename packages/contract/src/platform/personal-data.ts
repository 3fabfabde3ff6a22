/** First character and domain: enough to recognise an address by, too little to write to. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf("@");
  return at < 1 ? "***" : `${email.slice(0, 1)}***${email.slice(at)}`;
};

/** The network part of an address alone. */
export const maskIp = (ip: string): string =>
  ip.includes(":") ? `${ip.split(":").slice(0, 2).join(":")}::*` : `${ip.split(".").slice(0, 2).join(".")}.*.*`;
