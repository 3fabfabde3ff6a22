import { canonicalQuery } from "./signing.ts";

/** What a payer's way back tells the shop. */
export interface ReturnFacts {
  readonly orderNo: string;
  readonly merchantOrderNo: string;
  readonly status: string;
}

/**
 * The text that the signature of a way back covers: the canonical query of the order's numbers, its status and the time
 * in seconds since 1970. The signature is its lower-case hex HMAC-SHA256 with the app's secret.
 */
export const returnTextToSign = ({ orderNo, merchantOrderNo, status }: ReturnFacts, timestamp: string): string =>
  canonicalQuery(new URLSearchParams({ orderNo, merchantOrderNo, status, timestamp }).toString());

/**
 * The shop's address with what it is told, exactly as it was signed; the numbers alone where there is no signature. Of
 * the shop's own parameters, those of the same names give way.
 */
export function signedReturn(
  target: string,
  facts: ReturnFacts,
  proof: { readonly timestamp: string; readonly signature: string } | undefined,
): string {
  const url = new URL(target);
  for (const name of ["orderNo", "merchantOrderNo", "status", "timestamp", "signature"])
    if (url.searchParams.has(name)) url.searchParams.delete(name);
  const { orderNo, merchantOrderNo } = facts;
  const told = proof
    ? `${returnTextToSign(facts, proof.timestamp)}&signature=${proof.signature}`
    : canonicalQuery(new URLSearchParams({ orderNo, merchantOrderNo }).toString());
  url.search = [url.search.slice(1), told].filter((part) => part !== "").join("&");
  return url.href;
}
