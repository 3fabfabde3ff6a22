import { describe, expect, test } from "vitest";
import { assertStrongSecret } from "./strong-secret.ts";

describe("assertStrongSecret", () => {
  test.each([
    ["short", "7Qm2Zx9Lw4Vt8Kd1"],
    ["of few symbols", "abababababababababababababababababab"],
    ["printed in a tutorial", "a-string-secret-at-least-256-bits-long"],
    ["printed in a tutorial, in other case", "A-STRING-SECRET-AT-LEAST-256-BITS-LONG"],
    ["a row of keys", "qwertyuiopasdfghjklzxcvbnm1234567"],
    ["columns of keys", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol."],
    ["columns of keys under a shift", "ZAQ!2wsxCDE#4rfvBGT%6yhnMJU&8ik<"],
    ["the alphabet", "abcdefghijklmnopqrstuvwxyz0123456789"],
    ["a repetition", "Zx9!vQ7pLmZx9!vQ7pLmZx9!vQ7pLmZx9!vQ7pLm"],
    ["a repeated word", "changeme-changeme-changeme-changeme-1"],
    ["made of words", "Countinghouse-Production-Secret-2026!"],
    ["made of common passwords", "iloveyoumonkeydragonsunshineprincess"],
    ["made of dates", "2026-11-22-2026-11-23-2026-11-24-2026"],
    ["printed in a sample", "404E635266556A586E3272357538782F413F4428472B4B6250645367566B5970"],
  ])("refuses a secret that is %s and does not quote it", (_name, secret) => {
    expect(() => assertStrongSecret(secret)).toThrow();
    expect(() => assertStrongSecret(secret)).not.toThrow(secret);
  });

  test.each([
    "kPq0c8W3vF7yT1mZ5nR9bX2dL6hJ4gS8aE",
    "9f86d081884c7d659a2feaa0c55ad015",
    "cTzwM3yJr0Jx1l5y0P6uJ5b1m0Yh2mYkQn3o8b1wJvC7qgk4rX9sWmB2tVdLhZfE",
  ])("accepts the random one %s", (secret) => {
    expect(() => assertStrongSecret(secret)).not.toThrow();
  });
});

test("a phrase that everybody knows is no secret, however often it is written", () => {
  expect(() => assertStrongSecret("correct horse battery staple correct horse")).toThrow(/can be guessed/);
});
