import { describe, expect, test } from "vitest";
import { type InFlightLimits, inFlight } from "./flights.service.ts";
import type { GatewayAccountForCalls } from "./index.ts";

let lastAccount = 0;

function account(limits: Omit<InFlightLimits, "perSecond">): GatewayAccountForCalls {
  lastAccount += 1;
  return {
    ...({} as GatewayAccountForCalls),
    id: `gac_flights_${lastAccount}`,
    flights: { ...limits, perSecond: 1_000 },
  };
}

/** Calls that end when they are told to. */
function slowGateway() {
  const under: { readonly who: string; readonly answer: () => void }[] = [];
  return {
    under,
    call: (of: GatewayAccountForCalls, who: string) =>
      inFlight(of, who, async () => {
        await new Promise<void>((resolve) => under.push({ who, answer: resolve }));
        return who;
      }),
  };
}

const names = (under: readonly { readonly who: string }[]) => under.map(({ who }) => who).join("");

describe("calls to an account", () => {
  test("are held to its number and to that of each merchant, and take turns by merchant", async () => {
    const gateway = slowGateway();
    const of = account({ inFlightMax: 3, merchantInFlightMax: 2, queueSeconds: 60 });
    const calls = ["a", "a", "a", "a", "b", "b"].map((who) => gateway.call(of, who));
    await expect.poll(() => names(gateway.under)).toBe("aab");
    gateway.under[0]?.answer();
    await expect.poll(() => names(gateway.under)).toBe("aaba");
    gateway.under[1]?.answer();
    await expect.poll(() => names(gateway.under)).toBe("aabab");
    const other = gateway.call(account({ inFlightMax: 1, merchantInFlightMax: 1, queueSeconds: 0 }), "c");
    await expect.poll(() => names(gateway.under)).toBe("aababc");
    const isDone = Promise.all([...calls, other]);
    for (let at = 0; at < 7; at += 1) {
      await expect.poll(() => gateway.under.length).toBeGreaterThan(at);
      gateway.under[at]?.answer();
    }
    expect(await isDone).toEqual(["a", "a", "a", "a", "b", "b", "c"]);
  });

  test("that do not get their turn in time are not made", async () => {
    const gateway = slowGateway();
    const of = account({ inFlightMax: 1, merchantInFlightMax: 1, queueSeconds: 0 });
    const first = gateway.call(of, "a");
    await expect.poll(() => gateway.under.length).toBe(1);
    expect(await gateway.call(of, "b")).toBeUndefined();
    gateway.under[0]?.answer();
    expect(await first).toBe("a");
    const again = gateway.call(of, "b");
    await expect.poll(() => names(gateway.under)).toBe("ab");
    gateway.under[1]?.answer();
    expect(await again).toBe("b");
  });
});
