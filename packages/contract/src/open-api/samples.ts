/** How a merchant's server signs with Node. */
export const nodeSample = `import { createHash, createHmac, randomUUID } from "node:crypto";

const base = "https://pay.example";
const encode = (text) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => "%" + c.charCodeAt(0).toString(16).toUpperCase());

export async function call(method, path, body, query = {}) {
  const text = body === undefined ? "" : JSON.stringify(body);
  const pairs = Object.entries(query).map(([name, value]) => [encode(name), encode(String(value))]).sort();
  const search = pairs.map((pair) => pair.join("=")).join("&");
  const timestamp = String(Math.floor(Date.now() / 1000));
  const nonce = randomUUID();
  const hash = createHash("sha256").update(text).digest("hex");
  const signed = [method, path, search, timestamp, nonce, hash].join("\\n");
  const response = await fetch(base + path + (search && "?" + search), {
    method,
    headers: {
      "X-App-Key": process.env.APP_KEY,
      "X-Timestamp": timestamp,
      "X-Nonce": nonce,
      "X-Signature": createHmac("sha256", process.env.APP_SECRET).update(signed).digest("hex"),
      "X-Api-Version": "2026-06-01",
      ...(method === "POST" && { "Idempotency-Key": randomUUID(), "Content-Type": "application/json" }),
    },
    body: method === "POST" ? text : undefined,
  });
  return { status: response.status, body: await response.json() };
}`;

/** How it is signed in a shell. */
export const shellSample = `BASE=https://pay.example
sign() { # method path [body]
  t=$(date +%s); n=$(openssl rand -hex 16)
  h=$(printf %s "$3" | openssl dgst -sha256 -hex | sed 's/.* //')
  s=$(printf '%s\\n%s\\n\\n%s\\n%s\\n%s' "$1" "$2" "$t" "$n" "$h" |
    openssl dgst -sha256 -hmac "$APP_SECRET" -hex | sed 's/.* //')
  curl -sS -X "$1" "$BASE$2" -H "X-App-Key: $APP_KEY" -H "X-Timestamp: $t" -H "X-Nonce: $n" \\
    -H "X-Signature: $s" -H "X-Api-Version: 2026-06-01" \\
    \${3:+-H "Content-Type: application/json" -H "Idempotency-Key: $(openssl rand -hex 16)" --data-binary "$3"}
}`;
