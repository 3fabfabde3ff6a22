import { maskEmail, maskIp } from "@countinghouse/contract/platform/personal-data.ts";

/** The first character and the last two digits or letters. */
export const maskText = (text: string): string => (text.length < 4 ? "***" : `${text.slice(0, 1)}***${text.slice(-2)}`);

const masks = {
  email: maskEmail,
  payerName: maskText,
  phone: maskText,
  payerAccount: maskText,
  ip: maskIp,
} as const;

/** An address without what leads to a door: country, region and town stay. */
const maskAddress = (address: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(address).map(([name, text]) => [name, ["country", "state", "city"].includes(name) ? text : "***"]),
  );

/** A row with personal data of the payer masked: `coinOrder.reveal` alone tells it whole, and leaves a line in the audit trail. */
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
