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

/** The shortest way to a paid order, with the function of {@link nodeSample}. */
export const quickStartSample = `const made = await call("POST", "/v1/orders", {
  merchantOrderNo: "A-" + Date.now(), // yours; one order for each
  amount: 1999, // 19.99 USD
  currency: "USD",
  payer: { email: "ada@example.com" },
  ip: "203.0.113.7", // the payer's, not your server's
  paymentMethod: {
    code: "card",
    card: { number: "4008400010000004", expiryMonth: 12, expiryYear: 2030, cvc: "123" },
  },
});
const order = await call("GET", "/v1/orders/" + made.body.orderNo);
console.log(order.body.status); // paid`;

/** How it is signed in a shell. */
export const shellSample = `BASE=https://pay.example
sign() { # method path [body] [query, sorted by name]
  t=$(date +%s); n=$(openssl rand -hex 16)
  h=$(printf %s "$3" | openssl dgst -sha256 -hex | sed 's/.* //')
  s=$(printf '%s\\n%s\\n%s\\n%s\\n%s\\n%s' "$1" "$2" "$4" "$t" "$n" "$h" |
    openssl dgst -sha256 -hmac "$APP_SECRET" -hex | sed 's/.* //')
  curl -sS -X "$1" "$BASE$2\${4:+?$4}" -H "X-App-Key: $APP_KEY" -H "X-Timestamp: $t" -H "X-Nonce: $n" \\
    -H "X-Signature: $s" -H "X-Api-Version: 2026-06-01" \\
    \${3:+-H "Content-Type: application/json" -H "Idempotency-Key: $(openssl rand -hex 16)" --data-binary "$3"}
}`;

/** How it is signed with Python, without anything to install. */
export const pythonSample = `import hashlib, hmac, json, os, time, uuid
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

BASE = "https://pay.example"


def call(method, path, body=None, query=None):
    text = "" if body is None else json.dumps(body)
    pairs = sorted((quote(str(n), safe=""), quote(str(v), safe="")) for n, v in (query or {}).items())
    search = "&".join("=".join(pair) for pair in pairs)
    timestamp, nonce = str(int(time.time())), str(uuid.uuid4())
    digest = hashlib.sha256(text.encode()).hexdigest()
    signed = "\\n".join([method, path, search, timestamp, nonce, digest])
    headers = {
        "X-App-Key": os.environ["APP_KEY"],
        "X-Timestamp": timestamp,
        "X-Nonce": nonce,
        "X-Signature": hmac.new(os.environ["APP_SECRET"].encode(), signed.encode(), hashlib.sha256).hexdigest(),
        "X-Api-Version": "2026-06-01",
    }
    if method == "POST":
        headers |= {"Idempotency-Key": str(uuid.uuid4()), "Content-Type": "application/json"}
    url = BASE + path + ("?" + search if search else "")
    request = Request(url, text.encode() if method == "POST" else None, headers, method=method)
    try:
        answer = urlopen(request)
    except HTTPError as refused:
        answer = refused
    return answer.status, json.load(answer)`;

/** How it is signed with PHP. */
export const phpSample = `<?php
const BASE = 'https://pay.example';

function call(string $method, string $path, ?array $body = null, array $query = []): array
{
    $text = $body === null ? '' : json_encode($body ?: new stdClass());
    ksort($query, SORT_STRING);
    $search = http_build_query($query, '', '&', PHP_QUERY_RFC3986);
    $timestamp = (string) time();
    $nonce = bin2hex(random_bytes(16));
    $signed = implode("\\n", [$method, $path, $search, $timestamp, $nonce, hash('sha256', $text)]);
    $headers = [
        'X-App-Key: ' . getenv('APP_KEY'),
        'X-Timestamp: ' . $timestamp,
        'X-Nonce: ' . $nonce,
        'X-Signature: ' . hash_hmac('sha256', $signed, getenv('APP_SECRET')),
        'X-Api-Version: 2026-06-01',
    ];
    if ($method === 'POST') {
        array_push($headers, 'Idempotency-Key: ' . bin2hex(random_bytes(16)), 'Content-Type: application/json');
    }
    $curl = curl_init(BASE . $path . ($search === '' ? '' : '?' . $search));
    curl_setopt_array($curl, [
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_HTTPHEADER => $headers,
        CURLOPT_RETURNTRANSFER => true,
    ]);
    if ($method === 'POST') {
        curl_setopt($curl, CURLOPT_POSTFIELDS, $text);
    }
    $answer = curl_exec($curl);
    return [curl_getinfo($curl, CURLINFO_RESPONSE_CODE), json_decode((string) $answer, true)];
}`;

/** How a receiver checks in Node that a message is ours, word for word. */
export const nodeVerifySample = `import { createHmac, timingSafeEqual } from "node:crypto";

/** rawBody: the bytes as they came, before any parsing. */
export function isGenuine(signatureHeader, rawBody, secret, toleranceSeconds = 300) {
  const time = /(?:^|,)t=(\\d+)/.exec(signatureHeader)?.[1];
  if (!time || Math.abs(Date.now() / 1000 - Number(time)) > toleranceSeconds) return false;
  const own = createHmac("sha256", secret).update(time + ".").update(rawBody).digest();
  return [...signatureHeader.matchAll(/v1=([0-9a-f]{64})/g)]
    .some(([, sum]) => timingSafeEqual(Buffer.from(sum, "hex"), own));
}
`;

/** The same with Python. */
export const pythonVerifySample = `import hashlib, hmac, time


def is_genuine(signature_header, raw_body, secret, tolerance_seconds=300):
    """raw_body: the bytes as they came, before any parsing."""
    parts = [part.partition("=") for part in signature_header.split(",")]
    at = next((value for name, _, value in parts if name == "t"), "")
    if not at.isdigit() or abs(time.time() - int(at)) > tolerance_seconds:
        return False
    own = hmac.new(secret.encode(), at.encode() + b"." + raw_body, hashlib.sha256).hexdigest()
    return any(name == "v1" and hmac.compare_digest(value, own) for name, _, value in parts)`;

/** The same with PHP. */
export const phpVerifySample = `<?php
/** $rawBody: file_get_contents('php://input'), before any parsing. */
function isGenuine(string $signatureHeader, string $rawBody, string $secret, int $tolerance = 300): bool
{
    if (!preg_match('/(?:^|,)t=(\\d+)/', $signatureHeader, $time) || abs(time() - (int) $time[1]) > $tolerance) {
        return false;
    }
    $own = hash_hmac('sha256', $time[1] . '.' . $rawBody, $secret);
    preg_match_all('/v1=([0-9a-f]{64})/', $signatureHeader, $sums);
    foreach ($sums[1] as $sum) {
        if (hash_equals($own, $sum)) {
            return true;
        }
    }
    return false;
}`;
