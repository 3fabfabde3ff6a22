import { describe, expect, test } from "vitest";
import { signatureHeader } from "./signature.service.ts";

const at = new Date(1_780_000_000_000);
const body = '{"id":"evt_0001","type":"order.paid","data":{"orderNo":"OR20260521000001"}}';

describe("signatureHeader", () => {
  test("signs the published example", () => {
    expect(signatureHeader(["whsec_test_0001"], at, body)).toBe(
      "t=1780000000,v1=0c886850b53f87922b0964e4d7d6325d50f64dbaae83e1a1e9d9c37c695bb680",
    );
  });

  test("signs with every secret that is valid, the newest first", () => {
    const header = signatureHeader(["whsec_new", "whsec_test_0001"], at, body);
    expect(header).toMatch(/^t=1780000000,v1=[0-9a-f]{64},v1=0c886850b53f8792/);
  });
});
