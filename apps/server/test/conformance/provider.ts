import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { DeclineCodeName } from "@countinghouse/contract/decline-codes.ts";
import { declineRules } from "@countinghouse/contract/decline-rules.ts";
import type { Money } from "@countinghouse/money/money.ts";
import type {
  Connector,
  GatewayAccountForCalls,
  PaymentCall,
  RefundCall,
} from "../../src/modules/gateways/connector/index.ts";

/** What a request wants; null for what only leads to it, such as a sign-in. */
export type Asked = "pay" | "query" | "capture" | "void" | "refund" | "queryRefund" | "test";

/** A request as the provider got it. */
export interface WireRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** What the provider answers. A text is sent as it is, for numbers that must not pass through a float. */
export interface WireAnswer {
  readonly status: number;
  readonly body: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A payment as the provider has it. */
export interface PaymentThere {
  readonly state: "captured" | "authorized" | "pending" | "action_required" | "voided";
  readonly call: PaymentCall;
  readonly captured: Money;
}

/** A refund as the provider has it. */
export interface RefundThere {
  readonly state: "pending" | "succeeded" | "failed";
  readonly call: RefundCall;
}

/** All that the provider knows. */
export interface Known {
  readonly payment?: PaymentThere;
  readonly refund?: RefundThere;
}

/** A notification as the provider sends it. */
export interface WireNotification {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * A provider's wire, told once by whoever writes its connector, from the provider's documents and not from the
 * connector: the suite plays the provider with it.
 */
export interface ProviderWire {
  readonly connector: Connector;
  /** Values of every field that the connector's credentials have, of 12 characters at least. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Whether amounts are written in minor units or as decimals of major ones. */
  readonly units: "minor" | "major";
  readonly asks: (request: WireRequest) => Asked | null;
  /** What of a request that moves money tells its amount, in digits, and by which key it is told from another. */
  readonly sent: (request: WireRequest) => { readonly amount: string; readonly key: string };
  /** What a provider in good order answers, knowing what it knows. */
  readonly answer: (request: WireRequest, known: Known) => WireAnswer;
  /** How the provider tells each decline when it is asked to pay; null for what it has no word for. */
  readonly declines: Readonly<Record<DeclineCodeName, WireAnswer | null>>;
  /** Answers to a call that was refused. */
  readonly refusals: {
    /** The request itself is wrong: nothing was processed. */
    readonly invalid: WireAnswer;
    /** The key was used before, for something else. */
    readonly duplicate: WireAnswer;
    /** There is not money enough for a refund. */
    readonly refund: WireAnswer;
  };
  readonly notification: (known: Known, proof: { readonly secret: string; readonly at: Date }) => WireNotification;
}

/** Declines of a wire that tells them by the network's response code, and null for those that have none. */
export const declinesByResponse = (answerTo: (response: string) => WireAnswer): ProviderWire["declines"] =>
  Object.fromEntries(
    Object.entries(declineRules).map(([code, { iso }]) => [code, iso[0] === undefined ? null : answerTo(iso[0])]),
  ) as unknown as ProviderWire["declines"];

/** What the provider does in place of answering as it would. */
export type Behaviour = (response: ServerResponse, request: WireRequest) => void;

/** A provider that runs for the suite. */
export interface Provider {
  known: Known;
  /** Strikes whatever is asked for here; a silent one is not waited for long. */
  fault: { readonly asked: Asked; readonly behave: Behaviour; readonly isSilent?: boolean } | null;
  readonly seen: (WireRequest & { readonly asked: Asked | null })[];
  readonly account: (changes?: Partial<GatewayAccountForCalls>) => GatewayAccountForCalls;
  stop(): Promise<void>;
}

/** Sends an answer of the wire. */
export const give = (response: ServerResponse, { status, body, headers = {} }: WireAnswer): void =>
  void response
    .writeHead(status, { "content-type": "application/json", ...headers })
    .end(typeof body === "string" ? body : JSON.stringify(body));

/** The secret by which the provider signs. */
export const webhookSecret = "whsec_of_this_account";

let lastAccount = 0;

/** Starts a provider that speaks the wire. */
export async function startProvider(wire: ProviderWire): Promise<Provider> {
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = "", url: path = "", headers } = incoming;
    const request: WireRequest = { method, path, headers, text: Buffer.concat(chunks).toString() };
    const asked = wire.asks(request);
    provider.seen.push({ ...request, asked });
    if (provider.fault && asked === provider.fault.asked) provider.fault.behave(response, request);
    else give(response, wire.answer(request, provider.known));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  lastAccount += 1;
  const id = `gac_conformance_${lastAccount}`;
  const provider: Provider = {
    known: {},
    fault: null,
    seen: [],
    account: (changes = {}) => ({
      id,
      tenantId: 1,
      gatewayId: "gtw_1",
      upstreamMid: "mid",
      connector: wire.connector.code,
      baseUrl: `http://127.0.0.1:${port}`,
      mode: "test",
      testHosts: ["127.0.0.1"],
      credentials: wire.credentials,
      webhookSecret,
      // Long, so that a busy machine is no silent provider.
      timeoutMs: provider.fault?.isSilent ? 300 : 10_000,
      flights: { inFlightMax: 50, merchantInFlightMax: 50, queueSeconds: 1, perSecond: 1_000 },
      exponentOverrides: {},
      ...changes,
    }),
    stop: () => new Promise((resolve) => void server.close(() => resolve()).closeAllConnections()),
  };
  return provider;
}
