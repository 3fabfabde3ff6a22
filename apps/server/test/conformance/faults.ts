import { type Behaviour, give } from "./provider.ts";

/** Something that goes wrong on the way or at the provider, and the reason for which the outcome is unknown then. */
type Fault = readonly [name: string, behave: Behaviour, reason: string];

/** Everything after which nobody knows whether a call was processed. */
export const doubts: readonly Fault[] = [
  ["a connection that breaks after the body", (response) => void response.destroy(), "reset"],
  [
    "a connection that breaks within the answer",
    (response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "500" });
      response.write('{"id":"1"', () => response.destroy());
    },
    "reset",
  ],
  ["500 without a word", (response) => void response.writeHead(500).end(), "http_500"],
  ["502 of a proxy", (response) => void response.writeHead(502).end("<html>Bad gateway</html>"), "http_502"],
  ["200 with garbage", (response) => void response.writeHead(200).end("<html>busy"), "garbage"],
  ["200 with nothing", (response) => void response.writeHead(200).end(), "garbage"],
  ["200 with another object", (response) => give(response, { status: 200, body: { status: "captured" } }), "garbage"],
  ["a redirect", (response) => void response.writeHead(307, { location: "http://127.0.0.1:1/" }).end(), "http_307"],
  ["silence", () => {}, "timeout"],
  [
    "a byte now and then",
    (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const timer = setInterval(() => response.write(" "), 50);
      response.on("close", () => clearInterval(timer));
    },
    "timeout",
  ],
  [
    "an answer without end",
    (response) => {
      response.writeHead(200);
      const more = (): void => void response.write("x".repeat(65_536), () => response.destroyed || more());
      more();
    },
    "too_long",
  ],
];

/** Answers that HTTP itself makes definite: the call was not processed. */
export const refusalsOfHttp: readonly (readonly [name: string, behave: Behaviour, code: string])[] = [
  ["401", (response) => give(response, { status: 401, body: {} }), "configuration_error"],
  ["403", (response) => give(response, { status: 403, body: {} }), "configuration_error"],
  ["429", (response) => give(response, { status: 429, body: {}, headers: { "retry-after": "30" } }), "rate_limited"],
];

/** Says everything again that it was sent, as careless gateways do. */
export const echo: Behaviour = (response, { text, headers }) => {
  response.writeHead(200, { "set-cookie": `session=${headers.authorization ?? ""}` });
  response.end(`busy: ${text} ${JSON.stringify(headers)}`);
};
