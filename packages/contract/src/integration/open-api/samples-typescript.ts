/** The quick start of the guide for TypeScript, as Node 24 runs it: a program that ends with a paid test order. */
export const typescriptStart = `import { createHash, createHmac, randomUUID } from "node:crypto";

const base = "https://pay.example";
const { APP_KEY = "", APP_SECRET = "" } = process.env;
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => "%" + c.charCodeAt(0).toString(16).toUpperCase());

/** key: one for each intention. Keep it, and send it again with the same body until you have an answer. */
export async function call(
  method: "GET" | "POST",
  path: string,
  { body, query = {}, key }: { body?: unknown; query?: Record<string, string>; key?: string } = {},
) {
  const text = body === undefined ? "" : JSON.stringify(body);
  const pairs = Object.entries(query).map(([name, value]) => [encode(name), encode(value)]).sort();
  const search = pairs.map((pair) => pair.join("=")).join("&");
  const timestamp = String(Math.floor(Date.now() / 1000));
  const nonce = randomUUID();
  const hash = createHash("sha256").update(text).digest("hex");
  const signed = [method, path, search, timestamp, nonce, hash].join("\\n");
  const answer = await fetch(base + path + (search && "?" + search), {
    method,
    headers: {
      "X-App-Key": APP_KEY,
      "X-Timestamp": timestamp,
      "X-Nonce": nonce,
      "X-Signature": createHmac("sha256", APP_SECRET).update(signed).digest("hex"),
      "X-Api-Version": "2026-06-01",
      ...(key && { "Idempotency-Key": key }),
      ...(text && { "Content-Type": "application/json" }),
    },
    ...(method === "POST" && { body: text }),
  });
  const result = await answer.json();
  if (!answer.ok) throw new Error(result.bizCode + ": " + result.message);
  return result;
}

const merchantOrderNo = "A-" + Date.now(); // yours; one order for each
let order = await call("POST", "/v1/orders", {
  key: "order-" + merchantOrderNo,
  body: {
    merchantOrderNo,
    amount: 1999, // 19.99 USD; take a currency of your app
    currency: "USD",
    payer: { email: "ada@example.com" },
    ip: "203.0.113.7", // the payer's, not your server's
  },
});
console.log("Open " + order.paymentUrl + " and pay with card 4008400010000004");
while (["created", "awaiting", "pending"].includes(order.status)) {
  await new Promise((resolve) => setTimeout(resolve, 2000));
  order = await call("GET", "/v1/orders/" + order.orderNo);
}
console.log(order.status); // paid`;

/** How a receiver checks that a message is ours. */
export const typescriptWebhook = `import { createHmac, timingSafeEqual } from "node:crypto";

/** rawBody: the bytes as they came, before any parsing. */
export function isGenuine(signatureHeader: string, rawBody: string | Buffer, secret: string, tolerance = 300) {
  const time = /(?:^|,)t=(\\d+)/.exec(signatureHeader)?.[1];
  if (!time || Math.abs(Date.now() / 1000 - Number(time)) > tolerance) return false;
  const own = createHmac("sha256", secret).update(time + ".").update(rawBody).digest();
  return [...signatureHeader.matchAll(/v1=([0-9a-f]{64})/g)]
    .some(([, sum = ""]) => timingSafeEqual(Buffer.from(sum, "hex"), own));
}`;

/** How a shop checks what the address tells at which its payer came back. */
export const typescriptReturn = `import { createHmac, timingSafeEqual } from "node:crypto";

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => "%" + c.charCodeAt(0).toString(16).toUpperCase());

/** url: the whole address at which the payer came back. */
export function isGenuineReturn(url: string, secret: string, tolerance = 300) {
  const query = new URL(url).searchParams;
  const told = (name: string) => query.get(name) ?? "";
  const text = ["merchantOrderNo", "orderNo", "status", "timestamp"]
    .map((name) => name + "=" + encode(told(name)))
    .join("&");
  const own = createHmac("sha256", secret).update(text).digest();
  const sum = Buffer.from(told("signature"), "hex");
  const age = Math.abs(Date.now() / 1000 - Number(told("timestamp")));
  return age <= tolerance && sum.length === own.length && timingSafeEqual(sum, own);
}`;
