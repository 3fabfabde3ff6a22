import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";

describe("the stock client", () => {
  test("is not served unless it is switched on", () => {
    expect(readConfig({}, []).stockClient).toBeUndefined();
    expect(readConfig({ COUNTINGHOUSE_STOCK_CLIENT: "off" }, []).stockClient).toBeUndefined();
    expect(readConfig({ COUNTINGHOUSE_STOCK_CLIENT: "on" }, []).stockClient).toMatchObject({ from: "everyone" });
  });

  test("is marked by a proxy only where one is trusted", () => {
    expect(() => readConfig({ COUNTINGHOUSE_STOCK_CLIENT: "proxy" }, [])).toThrow("COUNTINGHOUSE_TRUST_PROXY");
    const proxied = { COUNTINGHOUSE_STOCK_CLIENT: "proxy", COUNTINGHOUSE_TRUST_PROXY: "1" };
    expect(readConfig(proxied, []).stockClient).toMatchObject({ from: "proxy" });
  });

  test.each([
    ["COUNTINGHOUSE_STOCK_CLIENT", "yes"],
    ["COUNTINGHOUSE_STOCK_CLIENT_ORIGIN", "client.example"],
    ["COUNTINGHOUSE_STOCK_CLIENT_ORIGIN", "https://client.example/path"],
    ["COUNTINGHOUSE_STOCK_CLIENT_ZONE", "Peking/Time"],
    ["COUNTINGHOUSE_STOCK_CLIENT_KEY", "04ab"],
    ["COUNTINGHOUSE_STOCK_CLIENT_KEY", "0".repeat(64)],
    ["COUNTINGHOUSE_STOCK_CLIENT_KEY", "1".repeat(64)],
    ["COUNTINGHOUSE_STOCK_CLIENT_KEY", "0123456789abcdef".repeat(4)],
    ["COUNTINGHOUSE_STOCK_CLIENT_KEY", "fffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123"],
  ])("refuses %s=%s by its name and never quotes a key", (name, value) => {
    const read = () => readConfig({ COUNTINGHOUSE_STOCK_CLIENT: "on", [name]: value }, []);
    expect(read).toThrow(name);
    if (name.endsWith("_KEY")) expect(read).toThrow(new RegExp(`^(?!.*${value})`));
  });

  test("has no origin without TLS in production", () => {
    const given = (origin: string) => ({
      COUNTINGHOUSE_STOCK_CLIENT: "on",
      COUNTINGHOUSE_STOCK_CLIENT_ORIGIN: origin,
      COUNTINGHOUSE_SECRET: "harbour-Violet-92-lantern-Copper-kite-58",
      COUNTINGHOUSE_PUBLIC_URL: "https://house.example",
      DATABASE_URL: "postgres://app@db.example/house",
      NODE_ENV: "production",
    });
    expect(() => readConfig(given("http://client.example"), [])).toThrow("COUNTINGHOUSE_STOCK_CLIENT_ORIGIN");
    expect(readConfig(given("https://client.example"), []).stockClient?.origin).toBe("https://client.example");
  });
});
