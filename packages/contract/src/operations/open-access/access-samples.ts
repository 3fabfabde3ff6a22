/** A program in one language that reads the positions, signed; `{base}` stands for the address of the server. */
export interface AccessSample {
  readonly key: string;
  readonly title: string;
  /** Name under which it is saved to be run. */
  readonly file: string;
  readonly code: string;
}

const shell = `#!/usr/bin/env bash
# Needs ACCESS_KEY and ACCESS_SECRET in the environment.
BASE={base}

# method path [query, sorted by name] [body]
call() {
  t=$(date +%s); n=$(openssl rand -hex 16)
  h=$(printf %s "$4" | openssl dgst -sha256 -hex | sed 's/.* //')
  s=$(printf '%s\\n%s\\n%s\\n%s\\n%s\\n%s\\n%s' "$1" "$2" "$3" "$ACCESS_KEY" "$t" "$n" "$h" |
    openssl dgst -sha256 -hmac "$ACCESS_SECRET" -binary | openssl base64 -A)
  curl -sS -X "$1" "$BASE$2\${3:+?$3}" -H "accessKey: $ACCESS_KEY" -H "timestamp: $t" -H "nonce: $n" -H "sign: $s" \\
    \${4:+-H "Content-Type: application/json" --data-binary "$4"}
}

call GET /api/sysPos/list "name=a"
echo
call POST /api/sysPos/page "" '{"page":1,"pageSize":20}'
`;

const typescript = `// Node 20 or later. Needs ACCESS_KEY and ACCESS_SECRET in the environment.
import { createHash, createHmac, randomBytes } from "node:crypto";

const base = "{base}";
const accessKey = process.env.ACCESS_KEY ?? "";
const secret = process.env.ACCESS_SECRET ?? "";

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => "%" + sign.charCodeAt(0).toString(16).toUpperCase());

async function call(method: "GET" | "POST", path: string, query: Record<string, string> = {}, body?: object) {
  const search = Object.keys(query)
    .sort()
    .map((name) => encode(name) + "=" + encode(query[name] ?? ""))
    .join("&");
  const text = body === undefined ? "" : JSON.stringify(body);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const nonce = randomBytes(16).toString("hex");
  const hash = createHash("sha256").update(text).digest("hex");
  const signed = [method, path, search, accessKey, timestamp, nonce, hash].join("\\n");
  const sign = createHmac("sha256", secret).update(signed).digest("base64");
  const answer = await fetch(base + path + (search ? "?" + search : ""), {
    method,
    headers: { accessKey, timestamp, nonce, sign, ...(text ? { "Content-Type": "application/json" } : {}) },
    ...(text ? { body: text } : {}),
  });
  const told = (await answer.json()) as { code: number; message: string; result: unknown };
  if (told.code !== 200) throw new Error(told.message);
  return told.result;
}

console.log(JSON.stringify(await call("GET", "/api/sysPos/list", { name: "a" })));
console.log(JSON.stringify(await call("POST", "/api/sysPos/page", {}, { page: 1, pageSize: 20 })));
`;

const java = `// Java 17 or later: java Call.java. Needs ACCESS_KEY and ACCESS_SECRET in the environment.
import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.*;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Call {
    static final String BASE = "{base}";
    static final String KEY = System.getenv("ACCESS_KEY");
    static final HttpClient http = HttpClient.newHttpClient();

    static String encode(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20").replace("*", "%2A").replace("%7E", "~");
    }

    static String call(String method, String path, SortedMap<String, String> query, String body) throws Exception {
        String search = query.entrySet().stream()
                .map(pair -> encode(pair.getKey()) + "=" + encode(pair.getValue())).collect(Collectors.joining("&"));
        String timestamp = String.valueOf(Instant.now().getEpochSecond());
        String nonce = UUID.randomUUID().toString();
        String hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body.getBytes(UTF_8)));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(System.getenv("ACCESS_SECRET").getBytes(UTF_8), "HmacSHA256"));
        String signed = String.join("\\n", method, path, search, KEY, timestamp, nonce, hash);
        var request = HttpRequest.newBuilder(URI.create(BASE + path + (search.isEmpty() ? "" : "?" + search)))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .header("accessKey", KEY)
                .header("timestamp", timestamp)
                .header("nonce", nonce)
                .header("sign", Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes(UTF_8))));
        if (!body.isEmpty()) request.header("Content-Type", "application/json");
        HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() >= 400) throw new IllegalStateException(answer.body());
        return answer.body();
    }

    public static void main(String[] args) throws Exception {
        System.out.println(call("GET", "/api/sysPos/list", new TreeMap<>(Map.of("name", "a")), ""));
        System.out.println(call("POST", "/api/sysPos/page", new TreeMap<>(), "{\\"page\\":1,\\"pageSize\\":20}"));
    }
}
`;

const php = `<?php
// PHP 8 or later. Needs ACCESS_KEY and ACCESS_SECRET in the environment.
const BASE = '{base}';

function call(string $method, string $path, array $query = [], ?array $body = null): mixed
{
    ksort($query, SORT_STRING);
    $search = http_build_query($query, '', '&', PHP_QUERY_RFC3986);
    $text = $body === null ? '' : json_encode($body ?: new stdClass());
    $key = getenv('ACCESS_KEY');
    $timestamp = (string) time();
    $nonce = bin2hex(random_bytes(16));
    $signed = implode("\\n", [$method, $path, $search, $key, $timestamp, $nonce, hash('sha256', $text)]);
    $headers = [
        'accessKey: ' . $key,
        'timestamp: ' . $timestamp,
        'nonce: ' . $nonce,
        'sign: ' . base64_encode(hash_hmac('sha256', $signed, getenv('ACCESS_SECRET'), true)),
    ];
    if ($text !== '') {
        $headers[] = 'Content-Type: application/json';
    }
    $http = ['method' => $method, 'header' => $headers, 'content' => $text, 'ignore_errors' => true];
    $url = BASE . $path . ($search === '' ? '' : '?' . $search);
    $answer = json_decode(file_get_contents($url, false, stream_context_create(['http' => $http])), true);
    if ($answer['code'] !== 200) {
        exit($answer['message'] . "\\n");
    }
    return $answer['result'];
}

echo json_encode(call('GET', '/api/sysPos/list', ['name' => 'a'])), "\\n";
echo json_encode(call('POST', '/api/sysPos/page', [], ['page' => 1, 'pageSize' => 20])), "\\n";
`;

const python = `# Python 3.9 or later, nothing to install. Needs ACCESS_KEY and ACCESS_SECRET in the environment.
import base64, hashlib, hmac, json, os, time, uuid
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

BASE = "{base}"


def call(method, path, query=None, body=None):
    pairs = sorted((quote(str(n), safe=""), quote(str(v), safe="")) for n, v in (query or {}).items())
    search = "&".join("=".join(pair) for pair in pairs)
    text = "" if body is None else json.dumps(body)
    key, timestamp, nonce = os.environ["ACCESS_KEY"], str(int(time.time())), str(uuid.uuid4())
    digest = hashlib.sha256(text.encode()).hexdigest()
    signed = "\\n".join([method, path, search, key, timestamp, nonce, digest])
    mac = hmac.new(os.environ["ACCESS_SECRET"].encode(), signed.encode(), hashlib.sha256).digest()
    headers = {"accessKey": key, "timestamp": timestamp, "nonce": nonce, "sign": base64.b64encode(mac).decode()}
    if text:
        headers["Content-Type"] = "application/json"
    url = BASE + path + ("?" + search if search else "")
    try:
        return json.load(urlopen(Request(url, text.encode() or None, headers, method=method)))["result"]
    except HTTPError as refused:
        raise SystemExit(json.load(refused)["message"])


print(json.dumps(call("GET", "/api/sysPos/list", {"name": "a"})))
print(json.dumps(call("POST", "/api/sysPos/page", body={"page": 1, "pageSize": 20})))
`;

/** The languages of the help, each with a program that runs as it stands. */
export const accessSamples: readonly AccessSample[] = [
  { key: "curl", title: "curl", file: "call.sh", code: shell },
  { key: "typescript", title: "TypeScript", file: "call.mts", code: typescript },
  { key: "java", title: "Java", file: "Call.java", code: java },
  { key: "php", title: "PHP", file: "call.php", code: php },
  { key: "python", title: "Python", file: "call.py", code: python },
];
