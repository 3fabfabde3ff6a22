import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { money } from "@countinghouse/money/money.ts";
import type { CardDetails, GatewayAccountForCalls, PaymentCall } from "../src/modules/gateways/connector/index.ts";

const program = join(import.meta.dirname, "../../simulator/src/main.ts");

/** Where a simulator's clock stands when a test begins. */
export const simulatorStart = "2026-06-01T00:00:00.000Z";

/** A gateway simulator in a process of its own, its clock standing still until it is advanced. */
export interface TestSimulator {
  readonly url: string;
  control(method: string, path: string, body?: object): Promise<unknown>;
  advance(seconds: number): Promise<void>;
  /** Everything the simulator booked under an order's number. */
  book(orderNo: string): Promise<{ readonly payments: readonly { readonly id: string; readonly status: string }[] }>;
  /** An account of the simulator, as calls are given it. */
  account(
    id: "sim_main" | "sim_backup" | "sim_airwallex",
    changes?: Partial<GatewayAccountForCalls>,
  ): GatewayAccountForCalls;
  stop(): Promise<void>;
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the simulator ended with ${code}`)));
    if (!child.stdout) return reject(new Error("the simulator has no output"));
    createInterface(child.stdout).on("line", (line) => {
      const address = /^ready (.+)$/.exec(line)?.[1];
      if (address) resolve(address);
    });
  });
}

/** Starts a simulator on a free port, its clock at `from`. */
export async function startTestSimulator(from = simulatorStart): Promise<TestSimulator> {
  const args = ["--port=0", "--seed=7", `--manual-from=${from}`];
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await listening(child);
  const control: TestSimulator["control"] = async (method, path, body) => {
    const answer = await fetch(`${url}/v1/test/simulator${path}`, {
      method,
      ...(body ? { headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  return {
    url,
    control,
    advance: async (seconds) => void (await control("POST", "/clock", { seconds })),
    book: async (orderNo) =>
      (await control("GET", `/book?reference=${orderNo}`)) as Awaited<ReturnType<TestSimulator["book"]>>,
    account: (id, changes = {}) => ({
      id: `gac_${id}`,
      tenantId: 1,
      gatewayId: "gtw_1",
      upstreamMid: id,
      connector: id === "sim_airwallex" ? "airwallex" : "simulator",
      baseUrl: url,
      mode: "test",
      testHosts: ["127.0.0.1"],
      credentials: { apiKey: `sk_${id}_0001`, ...(id === "sim_airwallex" ? { clientId: `client_${id}` } : {}) },
      webhookSecret: `whsec_${id}_0001`,
      timeoutMs: 2_000,
      flights: { inFlightMax: 50, merchantInFlightMax: 50, queueSeconds: 1, perSecond: 1_000 },
      exponentOverrides: {},
      ...changes,
    }),
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGTERM");
      }),
  };
}

/** A US Visa test card of a scenario, by the number's published shape: prefix, country, scenario, check digit. */
export function testCard(scenario: string, changes: Partial<CardDetails> = {}): CardDetails {
  const body = `400840${scenario}`.padEnd(15, "0");
  const sum = [...body].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  const number = body + String((10 - (sum % 10)) % 10);
  return { number, expMonth: 12, expYear: 2030, cvc: "987", holderName: "Ada Payer", ...changes };
}

let lastNumber = 0;

/** A payment of 100.00 USD by the scenario's card, under numbers of its own. */
export function testPayment(scenario: string, changes: Partial<PaymentCall> = {}): PaymentCall {
  lastNumber += 1;
  return {
    orderNo: `OR-${process.pid}-${lastNumber}`,
    attemptNo: `AT-${process.pid}-${lastNumber}`,
    amount: money(10_000n, "USD"),
    captureMethod: "automatic",
    method: "card_visa",
    card: testCard(scenario),
    debitAccount: null,
    threeDs: "automatic",
    merchantId: "mer_0000000000000000000000TEST",
    renewalOf: null,
    storeFor: null,
    returnUrl: "https://shop.example.com/return",
    payer: null,
    descriptor: null,
    ...changes,
  };
}
