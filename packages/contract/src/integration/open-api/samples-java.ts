/** The quick start of the guide for Java 17: a program that ends with a paid test order. */
export const javaStart = `import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.*;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Start {
    static final String BASE = "https://pay.example";
    static final HttpClient http = HttpClient.newHttpClient();

    static String encode(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20").replace("*", "%2A").replace("%7E", "~");
    }

    /** key: one for each intention. Keep it, and send it again with the same body until you have an answer. */
    static String call(String method, String path, String body, String key, SortedMap<String, String> query)
            throws Exception {
        String search = query.entrySet().stream()
                .map(pair -> encode(pair.getKey()) + "=" + encode(pair.getValue())).collect(Collectors.joining("&"));
        String timestamp = String.valueOf(Instant.now().getEpochSecond());
        String nonce = UUID.randomUUID().toString();
        HexFormat hex = HexFormat.of();
        String hash = hex.formatHex(MessageDigest.getInstance("SHA-256").digest(body.getBytes(UTF_8)));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(System.getenv("APP_SECRET").getBytes(UTF_8), "HmacSHA256"));
        String signed = String.join("\\n", method, path, search, timestamp, nonce, hash);
        var request = HttpRequest.newBuilder(URI.create(BASE + path + (search.isEmpty() ? "" : "?" + search)))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .header("X-App-Key", System.getenv("APP_KEY"))
                .header("X-Timestamp", timestamp)
                .header("X-Nonce", nonce)
                .header("X-Signature", hex.formatHex(mac.doFinal(signed.getBytes(UTF_8))))
                .header("X-Api-Version", "2026-06-01");
        if (key != null) request.header("Idempotency-Key", key);
        if (!body.isEmpty()) request.header("Content-Type", "application/json");
        HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() >= 400) throw new IllegalStateException(answer.body());
        return answer.body();
    }

    /** Enough for a first try; take a JSON library for more. */
    static String field(String json, String name) {
        var found = Pattern.compile("\\"" + name + "\\":\\"([^\\"]*)\\"").matcher(json);
        return found.find() ? found.group(1) : "";
    }

    public static void main(String[] args) throws Exception {
        String number = "A-" + System.currentTimeMillis(); // yours; one order for each
        // 19.99 USD, or a currency of your app; the ip is the payer's, not your server's
        String order = call("POST", "/v1/orders", """
                {"merchantOrderNo": "%s", "amount": 1999, "currency": "USD",
                 "payer": {"email": "ada@example.com"}, "ip": "203.0.113.7"}""".formatted(number),
                "order-" + number, new TreeMap<>());
        System.out.println("Open " + field(order, "paymentUrl") + " and pay with card 4008400010000004");
        while (List.of("created", "awaiting", "pending").contains(field(order, "status"))) {
            Thread.sleep(2000);
            order = call("GET", "/v1/orders/" + field(order, "orderNo"), "", null, new TreeMap<>());
        }
        System.out.println(field(order, "status")); // paid
    }
}`;

/** How a receiver checks that a message is ours. */
export const javaWebhook = `import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Webhooks {
    /** rawBody: the bytes as they came, before any parsing. */
    static boolean isGenuine(String signatureHeader, byte[] rawBody, String secret, long tolerance) throws Exception {
        String time = "";
        for (String part : signatureHeader.split(",")) if (part.startsWith("t=")) time = part.substring(2);
        if (!time.matches("\\\\d{1,12}")) return false;
        if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(time)) > tolerance) return false;
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
        mac.update((time + ".").getBytes(UTF_8));
        byte[] own = ("v1=" + HexFormat.of().formatHex(mac.doFinal(rawBody))).getBytes(UTF_8);
        for (String part : signatureHeader.split(","))
            if (MessageDigest.isEqual(part.getBytes(UTF_8), own)) return true;
        return false;
    }
}`;

/** How a shop checks what the address tells at which its payer came back. */
export const javaReturn = `import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.*;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Returns {
    static String encode(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20").replace("*", "%2A").replace("%7E", "~");
    }

    /** url: the whole address at which the payer came back. */
    static boolean isGenuineReturn(String url, String secret, long tolerance) throws Exception {
        Map<String, String> told = new HashMap<>();
        for (String pair : URI.create(url).getRawQuery().split("&")) {
            String[] parts = pair.split("=", 2);
            told.put(URLDecoder.decode(parts[0], UTF_8), URLDecoder.decode(parts.length > 1 ? parts[1] : "", UTF_8));
        }
        String time = told.getOrDefault("timestamp", "");
        if (!time.matches("\\\\d{1,12}")) return false;
        if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(time)) > tolerance) return false;
        String text = Stream.of("merchantOrderNo", "orderNo", "status", "timestamp")
                .map(name -> name + "=" + encode(told.getOrDefault(name, ""))).collect(Collectors.joining("&"));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
        String own = HexFormat.of().formatHex(mac.doFinal(text.getBytes(UTF_8)));
        return MessageDigest.isEqual(own.getBytes(UTF_8), told.getOrDefault("signature", "").getBytes(UTF_8));
    }
}`;
