import { asKeptText } from "@countinghouse/contract/platform/card-number.ts";

/** The components of a distinguished name (RFC 4514), from the entry upwards, as written. */
export function partsOf(dn: string): string[] {
  const parts: string[] = [];
  let part = "";
  for (let at = 0; at < dn.length; at += 1) {
    const sign = dn[at] ?? "";
    if (sign === "\\") {
      part += sign + (dn[at + 1] ?? "");
      at += 1;
    } else if (sign === ",") {
      parts.push(part.trim());
      part = "";
    } else part += sign;
  }
  if (part.trim() !== "") parts.push(part.trim());
  return parts;
}

/** Key of a distinguished name: case and blanks do not matter. */
export const dnKey = (dn: string): string =>
  asKeptText(
    partsOf(dn)
      .map((part) => part.replace(/\s*=\s*/, "=").toLowerCase())
      .join(","),
  );

/** Keys of the ancestors of an entry, the nearest first. */
export function keysAbove(dn: string): string[] {
  const parts = dnKey(dn) === "" ? [] : partsOf(dnKey(dn));
  return parts.slice(1).map((_part, at) => parts.slice(at + 1).join(","));
}

/** Relative name of an entry: the unescaped value of its first component. */
export function nameIn(dn: string): string {
  const [first = ""] = partsOf(dn);
  const value = first.slice(first.indexOf("=") + 1);
  const bytes = value.replace(/(?:\\[0-9A-Fa-f]{2})+/g, (escaped) =>
    Buffer.from(escaped.replaceAll("\\", ""), "hex").toString("utf8"),
  );
  return asKeptText(bytes.replace(/\\(.)/g, "$1"));
}
