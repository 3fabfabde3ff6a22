import { describe, expect, test } from "vitest";
import { assertStrongSecret } from "./strong-secret.ts";

describe("assertStrongSecret", () => {
  test.each([
    ["short", "7Qm2Zx9Lw4Vt8Kd1"],
    ["of few symbols", "abababababababababababababababababab"],
    ["printed in a tutorial", "a-string-secret-at-least-256-bits-long"],
    ["printed in a tutorial, in other case", "A-STRING-SECRET-AT-LEAST-256-BITS-LONG"],
    ["printed in a sample", "404E635266556A586E3272357538782F413F4428472B4B6250645367566B5970"],
  ])("refuses a secret that is %s and does not quote it", (_name, secret) => {
    expect(() => assertStrongSecret(secret)).toThrow();
    expect(() => assertStrongSecret(secret)).not.toThrow(secret);
  });

  test("accepts a random one", () => {
    expect(() => assertStrongSecret("kPq0c8W3vF7yT1mZ5nR9bX2dL6hJ4gS8aE")).not.toThrow();
  });
});
