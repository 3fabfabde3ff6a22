import { sm2 } from "sm-crypto-v2";
import { describe, expect, test } from "vitest";
import { openKeyRing } from "../../platform/crypto/key-ring.ts";
import { sealedPasswords } from "./passwords.ts";

const secret = "one-secret-7Qm2Zx9Lw4Vt8Kd1Rb6Ty3";
const before = "earlier-secret-Lw4Vt8Kd1Rb6Ty3Qm2Zx";

describe("passwords under SM2", () => {
  test("open by the configured key and by no other", () => {
    const { privateKey, publicKey } = sm2.generateKeyPairHex();
    const passwords = sealedPasswords(openKeyRing([secret]), privateKey);
    expect(passwords.publicKey).toBe(publicKey);
    expect(passwords.open(sm2.doEncrypt("密码 pass 1", publicKey, 1))).toBe("密码 pass 1");
    const other = sm2.generateKeyPairHex();
    expect(passwords.open(sm2.doEncrypt("pass", other.publicKey, 1))).toBeUndefined();
  });

  test("open by a key of the installation, also by the one before", () => {
    const { publicKey } = sealedPasswords(openKeyRing([before]), undefined);
    const rotated = sealedPasswords(openKeyRing([secret, before]), undefined);
    expect(rotated.publicKey).not.toBe(publicKey);
    expect(rotated.open(sm2.doEncrypt("pass", publicKey, 1))).toBe("pass");
  });

  test("open where C1 itself begins with 04, and where the 04 was sent along", () => {
    const { privateKey, publicKey } = sm2.generateKeyPairHex();
    const passwords = sealedPasswords(openKeyRing([secret]), privateKey);
    let sealed = "";
    do sealed = sm2.doEncrypt("pass", publicKey, 1);
    while (!sealed.startsWith("04"));
    expect(passwords.open(sealed)).toBe("pass");
    expect(passwords.open(`04${sealed}`)).toBe("pass");
  });

  test.each([undefined, null, 7, "", "04", "zz".repeat(120), "11".repeat(120), "a".repeat(100_000)])(
    "open nothing in %j",
    (text) => {
      const { privateKey } = sm2.generateKeyPairHex();
      expect(sealedPasswords(openKeyRing([secret]), privateKey).open(text)).toBeUndefined();
    },
  );
});
