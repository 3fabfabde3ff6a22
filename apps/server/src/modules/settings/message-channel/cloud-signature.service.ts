import { createHash, createHmac } from "node:crypto";

/** Percent-encoding of RFC 3986: only letters, digits and `-._~` stand for themselves. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The parameters of a call in signing order. */
export const canonicalParameters = (parameters: Readonly<Record<string, string>>): string =>
  Object.keys(parameters)
    .sort()
    .map((name) => `${encoded(name)}=${encoded(parameters[name] ?? "")}`)
    .join("&");

/** Signature of Alibaba Cloud's RPC calls: Base64 HMAC-SHA1 of method, path and parameters. */
export function aliyunSignature(
  method: "GET" | "POST",
  parameters: Readonly<Record<string, string>>,
  secret: string,
): string {
  const text = `${method}&${encoded("/")}&${encoded(canonicalParameters(parameters))}`;
  return createHmac("sha1", `${secret}&`).update(text, "utf8").digest("base64");
}

/** A call to Tencent Cloud's API 3.0, for signing. */
export interface TencentCall {
  readonly service: string;
  readonly host: string;
  readonly contentType: string;
  /** Signed headers beside content type and host, by lower-case names. */
  readonly signedHeaders?: Readonly<Record<string, string>>;
  readonly body: string;
  /** Unix time in seconds. */
  readonly timestamp: number;
}

const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text, "utf8").digest();

/** The `Authorization` header of Tencent Cloud's TC3-HMAC-SHA256. */
export function tencentAuthorization(call: TencentCall, keyId: string, secret: string): string {
  const headers = { "content-type": call.contentType, host: call.host, ...call.signedHeaders };
  const named = Object.entries(headers).sort(([a], [b]) => (a < b ? -1 : 1));
  const names = named.map(([name]) => name).join(";");
  const lines = named.map(([name, value]) => `${name}:${value.trim().toLowerCase()}\n`).join("");
  const canonical = ["POST", "/", "", lines, names, sha256(call.body)].join("\n");
  const day = new Date(call.timestamp * 1_000).toISOString().slice(0, 10);
  const scope = `${day}/${call.service}/tc3_request`;
  const text = ["TC3-HMAC-SHA256", String(call.timestamp), scope, sha256(canonical)].join("\n");
  const key = hmac(hmac(hmac(`TC3${secret}`, day), call.service), "tc3_request");
  const signature = hmac(key, text).toString("hex");
  return `TC3-HMAC-SHA256 Credential=${keyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
}
