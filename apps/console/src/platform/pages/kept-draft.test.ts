import { gatewayAccount } from "@countinghouse/contract/gateways/gateway-account/gateway-account.ts";
import { field } from "@countinghouse/contract/kit/field.ts";
import { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { draftOf, draftsOf, keepDraft, keptOf, mayBeKept } from "./kept-draft.ts";

const place = { resource: "sysPos", operation: "add", id: "" };
afterEach(() => sessionStorage.clear());

describe("a kept draft", () => {
  test("is whose it is, and of one form", () => {
    keepDraft(place, 1, { name: "Auditor" });
    expect(draftOf(place, 1)).toEqual({ name: "Auditor" });
    expect(draftOf(place, 2)).toBeUndefined();
    expect(draftOf({ ...place, id: "9" }, 1)).toBeUndefined();
    expect(draftsOf("sysPos", 1)).toMatchObject([place]);
  });

  test("goes with its last typed field, and where it is too long to keep", () => {
    keepDraft(place, 1, { name: "Auditor" });
    keepDraft(place, 1, {});
    expect(draftsOf("sysPos", 1)).toEqual([]);
    keepDraft(place, 1, { picture: "x".repeat(100_001) });
    expect(draftsOf("sysPos", 1)).toEqual([]);
  });

  test("never holds a secret or a card number, however deep it lies", () => {
    const secret = field(z.string(), { kind: "secret" });
    expect(mayBeKept(secret)).toBe(false);
    expect(mayBeKept(z.object({ name: z.string(), key: secret.nullish() }))).toBe(false);
    expect(mayBeKept(z.array(z.object({ number: field(z.string(), { kind: "cardNumber" }) })).default([]))).toBe(false);
    expect(mayBeKept(z.object({ name: z.string() }))).toBe(true);
  });

  test("leaves out what an operation or a form declares secret", () => {
    const { setCredentials } = gatewayAccount.operations;
    const typed = { values: { apiKey: "k" }, reason: "rotation" };
    expect(keptOf(setCredentials, typed, [])).toEqual({ reason: "rotation" });
    expect(keptOf(setCredentials, typed, ["reason"])).toEqual({});
    expect(keptOf(sysAuth.operations.changePassword, { oldPassword: "a", newPassword: "b" }, [])).toEqual({});
  });
});
