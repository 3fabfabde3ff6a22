import { maskEmail, maskIp } from "@countinghouse/contract/platform/personal-data.ts";

/** Masks a text except its first character and last two letters or digits. */
export const maskText = (text: string): string => (text.length < 4 ? "***" : `${text.slice(0, 1)}***${text.slice(-2)}`);

const masks = {
  email: maskEmail,
  payerName: maskText,
  phone: maskText,
  payerAccount: maskText,
  ip: maskIp,
} as const;

/** An address reduced to country, region and town. */
const maskAddress = (address: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(address).map(([name, text]) => [name, ["country", "state", "city"].includes(name) ? text : "***"]),
  );

/**
 * A row with the payer's personal data masked; only `coinOrder.reveal` shows it, and records that in the audit trail.
 */
export function masked<R extends object>(row: R): R {
  const shown = { ...row } as Record<string, unknown>;
  for (const [name, mask] of Object.entries(masks)) {
    const value = shown[name];
    if (typeof value === "string") shown[name] = mask(value);
  }
  for (const name of ["billingAddress", "shippingAddress"]) {
    const value = shown[name];
    if (value) shown[name] = maskAddress(value as Record<string, string>);
  }
  return shown as R;
}
