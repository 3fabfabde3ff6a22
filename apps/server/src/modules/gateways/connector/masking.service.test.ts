import { describe, expect, test } from "vitest";
import { keptBytesMax, maskBody, maskHeaders, maskUrl } from "./masking.service.ts";

const number = "4008400010000004";
const none = { anywhere: [], alone: [] };
const known = { anywhere: [number, "sk_secret_0001"], alone: ["987"] };
const kept = (body: unknown, secrets = none) => JSON.parse(maskBody(JSON.stringify(body), secrets) ?? "null");

describe("maskBody", () => {
  test("keeps the ends of a card number and nothing of its code", () => {
    expect(kept({ card: { number, cvc: "987", expMonth: 12 } })).toEqual({
      card: { number: "400840******0004", cvc: "[redacted]", expMonth: 12 },
    });
  });

  test.each(["cvv", "cvc2", "cvv_code", "cardCvcValue", "securityCode", "card_security_code", "pin"])(
    "hides a code called %s",
    (name) => {
      expect(kept({ a: [{ [name]: "987" }] })).toEqual({ a: [{ [name]: "[redacted]" }] });
      expect(kept({ [name]: 987 })).toEqual({ [name]: "[redacted]" });
    },
  );

  test("keeps what a gateway says about the code", () => {
    const body = { checks: { avs: "match", cvc: "mismatch" }, cvc_result: "N", shipping: "987" };
    expect(kept(body)).toEqual(body);
  });

  test("hides keys and tokens by name, whatever they hold", () => {
    expect(kept({ token: "t", client_secret: { a: "b" }, apiKey: 7 })).toEqual({
      token: "[redacted]",
      client_secret: { a: "b" },
      apiKey: "[redacted]",
    });
  });

  test("finds a card number in any text, and as a number", () => {
    expect(maskBody(JSON.stringify({ note: `paid by ${number}` }), none)).not.toContain(number);
    expect(maskBody(`{"echo":${number}}`, known)).not.toContain(number);
    expect(maskBody(`<p>${number}</p>`, none)).toBe("<p>400840******0004</p>");
  });

  test("masks the payer's addresses, in members, in text and in what nobody can read", () => {
    const payer = {
      ip: "203.0.113.9",
      ipv6: "2001:db8:1:2::9",
      email: "ada@mail.example",
      note: "of ada@mail.example",
    };
    const masks = { ip: "203.0.*.*", ipv6: "2001:db8::*", email: "a***@mail.example", note: "of a***@mail.example" };
    expect(kept({ device: [payer], version: "1.2.3" })).toEqual({ device: [masks], version: "1.2.3" });
    expect(maskBody("<p>ada@mail.example at 203.0.113.9</p>", none)).toBe("<p>a***@mail.example at 203.0.*.*</p>");
    expect(maskHeaders({ "x-forwarded-for": "203.0.113.9" }, none)).toEqual({ "x-forwarded-for": "203.0.*.*" });
  });

  test("takes known secrets out of text that nobody can read", () => {
    const text = maskBody("Bearer sk_secret_0001 cvc=987 amount 19875", known);
    expect(text).not.toContain("sk_secret_0001");
    expect(text).toContain("cvc=***");
    expect(text).toContain("19875");
  });

  test("keeps nothing of nothing, and 64 KB of much", () => {
    expect(maskBody("", none)).toBeNull();
    expect(maskBody(null, none)).toBeNull();
    expect(Buffer.byteLength(maskBody("é".repeat(100_000), none) ?? "")).toBeLessThanOrEqual(keptBytesMax);
    expect(Buffer.byteLength(maskBody(JSON.stringify({ a: "x".repeat(100_000) }), none) ?? "")).toBeLessThanOrEqual(
      keptBytesMax,
    );
  });
});

describe("maskHeaders", () => {
  test("hides what signs in or proves, and known secrets wherever they stand", () => {
    const headers = {
      Authorization: "Bearer x",
      "X-Api-Key": "k",
      "Set-Cookie": ["a", "b"],
      "x-note": "of sk_secret_0001",
      "x-n": 7,
    };
    expect(maskHeaders(headers, known)).toEqual({
      authorization: "[redacted]",
      "x-api-key": "[redacted]",
      "set-cookie": "[redacted]",
      "x-note": "of [redacted]",
      "x-n": "7",
    });
  });
});

describe("maskUrl", () => {
  test("hides what a query tells", () => {
    expect(maskUrl(`https://api.example.com/p?token=abc&card=${number}&reference=OR-1`, known)).toBe(
      "https://api.example.com/p?token=[redacted]&card=400840******0004&reference=OR-1",
    );
  });
});
