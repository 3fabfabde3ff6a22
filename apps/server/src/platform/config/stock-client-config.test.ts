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
  ])("refuses %s=%s by its name and never quotes a key", (name, value) => {
    const read = () => readConfig({ COUNTINGHOUSE_STOCK_CLIENT: "on", [name]: value }, []);
    expect(read).toThrow(name);
    if (name.endsWith("_KEY")) expect(read).toThrow(/^(?!.*04ab)/);
  });
});
