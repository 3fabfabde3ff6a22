import { sysFile } from "@countinghouse/contract/operations/file/file.ts";
import { sysJobRun } from "@countinghouse/contract/operations/job-run/job-run.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { switchLanguage } from "../i18n/language.ts";
import { localMemory } from "../state/local.ts";
import { CallError } from "./call-error.ts";
import { call, onClientEvents, remote } from "./client.ts";
import { fetchFile } from "./download.ts";
import { readEvents } from "./event-stream.ts";
import { clearTokens, storedTokens, storeTokens } from "./tokens.ts";

interface Sent {
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly credentials: RequestCredentials | undefined;
}

const encode = (claims: object): string => `x.${btoa(JSON.stringify(claims))}.x`;
const now = () => Math.floor(Date.now() / 1000);
const fresh = () => encode({ iat: now(), exp: now() + 900 });
const over = () => encode({ iat: now(), exp: now() - 1 });
const nearlyOver = () => encode({ iat: now(), exp: now() + 5 });

const realFetch = globalThis.fetch;
let sent: Sent[];
let signedOut: number;
let locked: number;
let proofs: boolean[];
let reasons: string[];
let waiting: object[];

/** Replaces the network: returns the answers in turn, repeating the last. */
function serve(...answers: readonly (() => Response | Promise<Response>)[]): void {
  globalThis.fetch = async (url, init) => {
    const answer = answers[Math.min(sent.length, answers.length - 1)];
    sent.push({
      url: String(url),
      headers: new Headers(init?.headers),
      body: init?.body ? JSON.parse(String(init.body)) : undefined,
      credentials: init?.credentials,
    });
    if (!answer) throw new Error("nothing to answer with");
    return await answer();
  };
}

const envelope =
  (status: number, body: object, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify({ code: status, type: "x", message: "", result: null, extras: null, ...body }), {
      status,
      headers: { "content-type": "application/json", "x-request-id": "req-1", ...headers },
    });

const failure = async (work: Promise<unknown>): Promise<CallError> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CallError)) throw new Error(`expected a CallError, got ${String(error)}`);
  return error;
};

const list = () => call(sysPos, "list", {});

beforeEach(() => {
  sent = [];
  signedOut = 0;
  locked = 0;
  proofs = [];
  reasons = [];
  waiting = [];
  localMemory.clear();
  clearTokens();
  onClientEvents({
    signedOut: () => {
      signedOut += 1;
    },
    locked: () => {
      locked += 1;
    },
    stepUp: async () => proofs.shift() ?? false,
    reason: async () => reasons.shift(),
    sent: (request) => void waiting.push(request),
  });
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

describe("call", () => {
  test("sends a query as GET with its input in the address, and gives back the result", async () => {
    switchLanguage("zh-cn");
    serve(envelope(200, { result: [{ id: 1 }] }));
    expect(await call(sysPos, "list", { name: "a b" })).toEqual([{ id: 1 }]);
    expect(sent[0]?.url).toBe("/api/sysPos/list?name=a+b");
    expect(sent[0]?.headers.get("idempotency-key")).toBeNull();
    expect(sent[0]?.headers.get("accept-language")).toBe("zh-cn");
  });

  test("sends a command as JSON with a key of its own each time", async () => {
    serve(envelope(200, { result: 7 }));
    await call(sysPos, "add", { name: "Cashier" });
    await call(sysPos, "add", { name: "Cashier" });
    expect(sent[0]?.body).toEqual({ name: "Cashier" });
    const keys = sent.map((one) => one.headers.get("idempotency-key"));
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).not.toBe(keys[0]);
  });

  test("has to do with cookies only where the caller keeps the one that is set", async () => {
    serve(envelope(200, { result: 7 }));
    await call(sysPos, "add", { name: "Cashier" });
    await call(sysPos, "add", { name: "Cashier" }, { keepsCookie: true });
    expect(sent.map(({ credentials }) => credentials)).toEqual(["omit", "same-origin"]);
  });

  test("passes through a body that carries no code", async () => {
    serve(() => new Response("200"));
    expect(await remote("swagger")("checkUrl", {})).toBe(200);
  });

  test("turns a refusal into an error with its name, fields and request id", async () => {
    const fields = [{ field: "name", message: "taken" }];
    serve(envelope(409, { message: "A duplicate.", extras: { bizCode: "sysPos.duplicate", fields } }));
    const error = await failure(call(sysPos, "add", { name: "x" }));
    expect(error).toMatchObject({
      failure: "refused",
      status: 409,
      bizCode: "sysPos.duplicate",
      message: "A duplicate.",
      fields,
      requestId: "req-1",
    });
  });

  test("takes a body code other than 200 as a refusal even under status 200", async () => {
    serve(() => new Response(JSON.stringify({ code: 400, message: { name: ["required"] } })));
    expect(await failure(list())).toMatchObject({ status: 400, message: '{"name":["required"]}' });
  });

  test("takes a non-empty errors field as a refusal with those errors as text", async () => {
    serve(() => new Response(JSON.stringify({ code: 200, errors: { a: 1 } })));
    expect((await failure(list())).message).toBe('{"a":1}');
  });

  test("tells a lost connection from a refusal", async () => {
    serve(() => Promise.reject(new TypeError("Failed to fetch")));
    expect(await failure(list())).toMatchObject({ failure: "network", status: 0 });
  });

  test("tells a caller who stopped waiting from a lost connection", async () => {
    const stop = new AbortController();
    stop.abort();
    serve(() => Promise.reject(new DOMException("", "AbortError")));
    expect((await failure(call(sysPos, "list", {}, { signal: stop.signal }))).failure).toBe("aborted");
  });

  test("says so when an answer is not JSON", async () => {
    serve(() => new Response("<html>", { status: 502 }));
    expect(await failure(list())).toMatchObject({ failure: "refused", status: 502 });
  });
});

describe("whatever asks the API", () => {
  test("says that it is the console: calls, uploads, files and the event stream", async () => {
    serve(envelope(200, { result: [] }));
    await call(sysPos, "list", {});
    await call(sysFile, "uploadPart", { id: 1, part: 1, data: "" });
    await fetchFile(sysJobRun, "download", { id: "1" });
    await readEvents("", new AbortController().signal, () => {});
    expect(sent.map(({ headers }) => headers.get("x-countinghouse-console"))).toEqual(["1", "1", "1", "1"]);
  });
});

describe("the session's tokens", () => {
  test("a fresh access token travels alone", async () => {
    const access = fresh();
    storeTokens({ access, refresh: "r1" });
    serve(envelope(200, {}));
    await list();
    expect(sent[0]?.headers.get("authorization")).toBe(`Bearer ${access}`);
    expect(sent[0]?.headers.get("x-authorization")).toBeNull();
  });

  test("an access token past its exp brings the refresh token along, and the renewed pair is stored", async () => {
    const access = fresh();
    storeTokens({ access: over(), refresh: "r1" });
    serve(envelope(200, {}, { "access-token": access, "x-access-token": "r2" }));
    await list();
    expect(sent[0]?.headers.get("x-authorization")).toBe("Bearer r1");
    expect(storedTokens()).toEqual({ access, refresh: "r2" });
  });

  test("renewed tokens are stored although the call itself is refused", async () => {
    storeTokens({ access: over(), refresh: "r1" });
    serve(envelope(400, { message: "no" }, { "access-token": fresh(), "x-access-token": "r2" }));
    await failure(list());
    expect(storedTokens()?.refresh).toBe("r2");
  });

  test("a clock that is behind does not hide that the token is over", async () => {
    // The server's clock is an hour ahead: an expired token of the server looks valid here.
    storeTokens({ access: encode({ iat: now() + 3600, exp: now() + 3599 }), refresh: "r1" });
    serve(envelope(200, {}));
    await list();
    expect(sent[0]?.headers.get("x-authorization")).toBe("Bearer r1");
  });

  test("a 401 for a token that ran out on the way is tried once more with the refresh token", async () => {
    storeTokens({ access: nearlyOver(), refresh: "r1" });
    serve(envelope(401, {}), envelope(200, { result: [] }));
    await list();
    expect(sent.map((one) => one.headers.get("x-authorization"))).toEqual([null, "Bearer r1"]);
    expect(signedOut).toBe(0);
  });

  test("a 401 clears the tokens and signs out, once for many calls", async () => {
    storeTokens({ access: fresh(), refresh: "r1" });
    serve(envelope(401, { message: "gone" }));
    await Promise.all([failure(list()), failure(list()), failure(list())]);
    expect(storedTokens()).toBeUndefined();
    expect(signedOut).toBe(1);
  });

  test("a body code of 401 signs out as well", async () => {
    storeTokens({ access: fresh(), refresh: "r1" });
    serve(() => new Response(JSON.stringify({ code: 401 })));
    await failure(list());
    expect(signedOut).toBe(1);
  });

  test("an invalid_token header signs out even when the call succeeds", async () => {
    storeTokens({ access: fresh(), refresh: "r1" });
    serve(envelope(200, {}, { "access-token": "invalid_token" }));
    await list();
    expect(signedOut).toBe(1);
  });

  test("a refused sign-in is no sign-out", async () => {
    serve(envelope(401, { message: "wrong password" }));
    await failure(remote("sysAuth")("login", {}));
    expect(signedOut).toBe(0);
  });

  test("a 423 locks the screen", async () => {
    storeTokens({ access: fresh(), refresh: "r1" });
    serve(envelope(423, { extras: { bizCode: "platform.locked" } }));
    await failure(list());
    expect(locked).toBe(1);
    expect(storedTokens()).toBeDefined();
  });
});

describe("a fresh proof of the person", () => {
  const wanted = envelope(403, { extras: { bizCode: "platform.stepUpRequired" } });

  test("is asked for, and the call is repeated under a new key", async () => {
    proofs = [true];
    serve(wanted, envelope(200, { result: 7 }));
    expect(await call(sysPos, "add", { name: "x" })).toBe(7);
    const keys = sent.map((one) => one.headers.get("idempotency-key"));
    expect(keys).toHaveLength(2);
    expect(keys[0]).not.toBe(keys[1]);
  });

  test("that is declined leaves the refusal standing", async () => {
    proofs = [false];
    serve(wanted);
    expect((await failure(call(sysPos, "add", { name: "x" }))).bizCode).toBe("platform.stepUpRequired");
    expect(sent).toHaveLength(1);
  });
});

describe("a change that takes two people", () => {
  const wanted = envelope(428, { extras: { bizCode: "platform.reasonRequired" } });
  const request = { changeRequestId: "chg_1", changeNo: "CR1", expireTime: "2026-11-24T10:00:00.000Z" };
  const sentOn = () =>
    new Response(JSON.stringify({ code: 202, type: "success", message: "Sent.", result: request }), { status: 202 });

  test("is asked for with a reason in any script, under a new key, and told as sent", async () => {
    reasons = ["银行要求"];
    serve(wanted, sentOn);
    expect(await failure(call(sysPos, "add", { name: "x" }))).toMatchObject({ failure: "sent", status: 202 });
    expect(waiting).toEqual([request]);
    expect(decodeURIComponent(sent[1]?.headers.get("change-reason") ?? "")).toBe("银行要求");
    expect(sent[0]?.headers.get("change-reason")).toBeNull();
    expect(sent[1]?.headers.get("idempotency-key")).not.toBe(sent[0]?.headers.get("idempotency-key"));
  });

  test("that nobody gives a reason for is left be", async () => {
    serve(wanted);
    expect((await failure(call(sysPos, "add", { name: "x" }))).bizCode).toBe("platform.reasonRequired");
    expect(sent).toHaveLength(1);
    expect(waiting).toEqual([]);
  });
});
