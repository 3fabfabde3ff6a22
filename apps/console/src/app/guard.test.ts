import { describe, expect, test } from "vitest";
import { guardDecisionFor, invitationIn, wantedAddress } from "./guard.ts";

const at = (pathname: string, search = "") => ({ pathname, search });

describe("passageTo", () => {
  test("without a token every page leads to the sign-in, with path and query, and stored data goes", () => {
    const passage = guardDecisionFor(at("/system/pos", "?status=1&page=2"), false);
    expect(passage).toMatchObject({ kind: "redirect", forget: true });
    const to = new URL((passage as { to: string }).to, "http://x");
    expect(to.pathname).toBe("/login");
    expect(to.searchParams.get("redirect")).toBe("/system/pos");
    expect(JSON.parse(to.searchParams.get("params") ?? "")).toEqual({ status: "1", page: "2" });
  });

  test("with a token the sign-in leads home", () => {
    expect(guardDecisionFor(at("/login"), true)).toEqual({ kind: "redirect", to: "/dashboard/home", forget: false });
  });

  test("a link for choosing a password is followed, whoever is signed in", () => {
    const link = { ...at("/login"), hash: "#account=ada&invitation=w0rd" };
    expect(guardDecisionFor(link, true)).toEqual({ kind: "signIn" });
    expect(invitationIn(link.hash)).toEqual({ account: "ada", invitation: "w0rd" });
    expect(invitationIn("#section")).toBeUndefined();
  });

  test("the sign-in itself is open, and every other page with a token", () => {
    expect(guardDecisionFor(at("/login"), false).kind).toBe("signIn");
    expect(guardDecisionFor(at("/anything"), true).kind).toBe("shell");
  });

  test("a phone confirms only when it is signed in", () => {
    expect(guardDecisionFor(at("/login/confirm/a%2Fb"), true)).toEqual({ kind: "confirm", qrToken: "a/b" });
    expect(guardDecisionFor(at("/login/confirm/ab"), false).kind).toBe("redirect");
  });
});

describe("wantedAddress", () => {
  test("gives back what the guard wrote down", () => {
    const { to } = guardDecisionFor(at("/system/pos", "?status=1"), false) as { to: string };
    expect(wantedAddress(to.slice(to.indexOf("?")))).toBe("/system/pos?status=1");
  });

  test("leads home when nothing was wanted", () => {
    expect(wantedAddress("")).toBe("/dashboard/home");
    expect(wantedAddress("?redirect=/")).toBe("/dashboard/home");
  });

  test("never leads to another site", () => {
    for (const redirect of ["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)"])
      expect(wantedAddress(`?redirect=${encodeURIComponent(redirect)}`)).toBe("/dashboard/home");
  });
});
