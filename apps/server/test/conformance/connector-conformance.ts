import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { followUps, refunds } from "./afterwards.ts";
import { notifications } from "./notifications.ts";
import { approvals, failures, questions } from "./payments.ts";
import { give, type Provider, type ProviderWire, startProvider } from "./provider.ts";

export { declinesByResponse, type Known, type ProviderWire, type WireAnswer, type WireRequest } from "./provider.ts";

/**
 * Everything that the platform relies on in a connector, proven against a provider that the suite plays on the wire.
 * A connector's test file calls it once. `docs/connectors.md` leads there.
 */
export function connectorConformance(wire: ProviderWire): void {
  const { connector } = wire;
  let running: Provider;
  const provider = (): Provider => running;
  beforeAll(async () => {
    running = await startProvider(wire);
  });
  afterEach(() => {
    Object.assign(running, { known: {}, fault: null });
    running.seen.length = 0;
  });
  afterAll(() => running?.stop());

  describe(`connector ${connector.code}`, () => {
    definition(wire);
    approvals(wire, provider);
    failures(wire, provider);
    questions(wire, provider);
    followUps(wire, provider);
    refunds(wire, provider);
    notifications(wire, provider);
    connectivity(wire, provider);
  });
}

/** What the console shows of a connector. */
function definition({ connector, credentials }: ProviderWire): void {
  test("names itself, its credentials and its hosts", () => {
    const { code, name, credentialSchema, hosts, capabilities, isSimulated } = connector;
    expect(code).toMatch(/^[a-z][a-z0-9_]{1,39}$/);
    for (const text of [name, ...credentialSchema.map(({ label }) => label)])
      expect([text.en, text["zh-cn"], text["zh-tw"]].every((word) => word.trim() !== "")).toBe(true);
    expect(credentialSchema.map((field) => field.name).toSorted()).toEqual(Object.keys(credentials).toSorted());
    expect(credentialSchema.some(({ secret, required }) => secret && required)).toBe(true);
    expect(new Set(capabilities).size).toBe(capabilities.length);
    expect(hosts.live.filter((host) => hosts.test.includes(host))).toEqual([]);
    expect(isSimulated || (hosts.live.length > 0 && hosts.test.length > 0)).toBe(true);
  });
}

/** Whether an account works. */
function connectivity({ connector }: ProviderWire, provider: () => Provider): void {
  describe("test", () => {
    test("says that the account works, and moves nothing", async () => {
      expect(await connector.test(provider().account())).toMatchObject({ kind: "ok" });
      expect(provider().seen.map(({ asked }) => asked)).not.toContain("pay");
    });

    test("says why the account does not work", async () => {
      provider().fault = { asked: "test", behave: (response) => give(response, { status: 401, body: {} }) };
      expect(await connector.test(provider().account())).toMatchObject({ kind: "failed", reason: "credentials" });
      provider().fault = { asked: "test", behave: () => {}, isSilent: true };
      expect(await connector.test(provider().account())).toMatchObject({ kind: "failed", reason: "timeout" });
      provider().fault = { asked: "test", behave: (response) => void response.writeHead(200).end("<html>") };
      expect(await connector.test(provider().account())).toMatchObject({ kind: "failed", reason: "unexpected" });
      const nowhere = provider().account({ baseUrl: "http://127.0.0.1:9" });
      expect(await connector.test(nowhere)).toMatchObject({ kind: "failed", reason: "unreachable" });
    });
  });
}
