import { describe, expect, test } from "vitest";
import { isPublicWebAddress } from "./web-address.ts";

describe("an address on the public internet", () => {
  test.each([
    "https://example.com",
    "http://shop.example.co.uk:8080/a?b=c#d",
    "ftp://files.example.com/rates.csv",
    "https://93.184.215.14/",
    "https://172.32.0.1/",
    "https://[2606:2800:220:1::1]/",
    "https://茶.中国/",
  ])("is %s", (address) => {
    expect(isPublicWebAddress(address)).toBe(true);
  });

  test.each([
    "example.com",
    "mailto:someone@example.com",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "https://user:secret@example.com/",
    "https://localhost/",
    "https://shop/",
    "https://db.internal/",
    "https://printer.local./",
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://10.1.2.3/",
    "http://172.16.0.1/",
    "http://172.31.255.255/",
    "http://192.168.1.1/",
    "http://169.254.169.254/",
    "http://100.64.0.1/",
    "http://[::1]/",
    "http://[fd00::1]/",
    "http://[fe80::1]/",
    "http://[::ffff:10.0.0.1]/",
    "http://[2001:db8::1]/",
    "http://[2002:a00:1::]/",
    "https://exa mple.com/",
    "",
  ])("is not %s", (address) => {
    expect(isPublicWebAddress(address)).toBe(false);
  });
});
