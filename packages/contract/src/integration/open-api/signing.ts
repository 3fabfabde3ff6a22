/** What the signature of a request covers, as it stands on the wire. */
export interface SignedParts {
  readonly method: string;
  /** Path without its query, exactly as sent. */
  readonly path: string;
  /** Query as sent, without the question mark. */
  readonly query: string;
  readonly timestamp: string;
  readonly nonce: string;
  /** Lower-case hex SHA-256 of the body's bytes; of no bytes when there is none. */
  readonly bodyHash: string;
}

/** Percent-encoding of RFC 3986: only letters, digits and `-._~` stand for themselves. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The query in its one canonical order: by name, then by value, each percent-encoded. */
export function canonicalQuery(query: string): string {
  return [...new URLSearchParams(query)]
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .sort(([nameA, valueA], [nameB, valueB]) => byText(nameA, nameB) || byText(valueA, valueB))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

/**
 * The text that a caller signs: method, path, canonical query, timestamp, nonce and body hash, one to a line. The
 * signature is the lower-case hex HMAC-SHA256 of it with the app's secret.
 */
export const textToSign = ({ method, path, query, timestamp, nonce, bodyHash }: SignedParts): string =>
  [method, path, canonicalQuery(query), timestamp, nonce, bodyHash].join("\n");
