import { canonicalQuery } from "../../integration/open-api/signing.ts";

/** What the signature of a call with an access key covers, as it stands on the wire. */
export interface AccessSignedParts {
  readonly method: string;
  /** Path without its query, exactly as sent. */
  readonly path: string;
  /** Query as sent, without the question mark. */
  readonly query: string;
  readonly accessKey: string;
  /** Seconds since 1970. */
  readonly timestamp: string;
  readonly nonce: string;
  /** Lower-case hex SHA-256 of the body's bytes; of no bytes when there is none. */
  readonly bodyHash: string;
}

/**
 * The text that a caller signs: method, path, canonical query, access key, timestamp, nonce and body hash, one to a line.
 * The signature is the Base64 HMAC-SHA256 of it with the access secret.
 */
export const accessTextToSign = (parts: AccessSignedParts): string => {
  const { method, path, query, accessKey, timestamp, nonce, bodyHash } = parts;
  return [method.toUpperCase(), path, canonicalQuery(query), accessKey, timestamp, nonce, bodyHash].join("\n");
};

/** How far a caller's clock may be from ours, either way, in seconds. */
export const accessWindowSeconds = 300;
