/** The quick start of the guide for Python, with nothing to install: a program that ends with a paid test order. */
export const pythonStart = `import hashlib, hmac, json, os, time, uuid
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

BASE = "https://pay.example"


def call(method, path, body=None, key=None, query=None):
    """key: one for each intention. Keep it, and send it again with the same body until you have an answer."""
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
    if key:
        headers["Idempotency-Key"] = key
    if text:
        headers["Content-Type"] = "application/json"
    url = BASE + path + ("?" + search if search else "")
    try:
        return json.load(urlopen(Request(url, text.encode() if method == "POST" else None, headers, method=method)))
    except HTTPError as refused:
        error = json.load(refused)
        raise SystemExit(error["bizCode"] + ": " + error["message"])


number = "A-" + str(time.time_ns())  # yours; one order for each
order = call("POST", "/v1/orders", key="order-" + number, body={
    "merchantOrderNo": number,
    "amount": 1999,  # 19.99 USD; take a currency of your app
    "currency": "USD",
    "payer": {"email": "ada@example.com"},
    "ip": "203.0.113.7",  # the payer's, not your server's
})
print("Open " + order["paymentUrl"] + " and pay with card 4008400010000004", flush=True)
while order["status"] in ("created", "awaiting", "pending"):
    time.sleep(2)
    order = call("GET", "/v1/orders/" + order["orderNo"])
print(order["status"])  # paid`;

/** How a receiver checks that a message is ours. */
export const pythonWebhook = `import hashlib, hmac, time


def is_genuine(signature_header, raw_body, secret, tolerance=300):
    """raw_body: the bytes as they came, before any parsing."""
    parts = [part.partition("=") for part in signature_header.split(",")]
    at = next((value for name, _, value in parts if name == "t"), "")
    if not at.isdigit() or abs(time.time() - int(at)) > tolerance:
        return False
    own = hmac.new(secret.encode(), at.encode() + b"." + raw_body, hashlib.sha256).hexdigest()
    return any(name == "v1" and hmac.compare_digest(value, own) for name, _, value in parts)`;

/** How a shop checks what the address tells at which its payer came back. */
export const pythonReturn = `import hashlib, hmac, time
from urllib.parse import parse_qs, quote, urlsplit


def is_genuine_return(url, secret, tolerance=300):
    """url: the whole address at which the payer came back."""
    told = {name: values[-1] for name, values in parse_qs(urlsplit(url).query).items()}
    at = told.get("timestamp", "")
    if not at.isdigit() or abs(time.time() - int(at)) > tolerance:
        return False
    names = ("merchantOrderNo", "orderNo", "status", "timestamp")
    text = "&".join(name + "=" + quote(told.get(name, ""), safe="") for name in names)
    own = hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()
    return hmac.compare_digest(told.get("signature", ""), own)`;
