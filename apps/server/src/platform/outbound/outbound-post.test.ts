import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Receiver, startReceiver } from "../../../test/receiver.ts";
import { type OutboundPost, parseReachable, postOutside, publicOnly } from "./outbound-post.ts";

const here = ["127.0.0.1", "localhost:9000"];
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const post = (parts: Partial<OutboundPost>): OutboundPost => ({
  url: receiver.url,
  reach: publicOnly,
  headers: {},
  body: "{}",
  timeoutMs: 2_000,
  headBytes: 64,
  ...parts,
});

describe("parseReachable", () => {
  test.each(["https://hooks.shop.example/path?x=1", "https://xn--bcher-kva.example/"])(
    "lets a public host through: %s",
    (url) => {
      expect(parseReachable(url, publicOnly)).toBeDefined();
    },
  );

  test.each([
    "http://hooks.shop.example/",
    "https://hooks.shop.example:8443/",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://localhost/",
    "https://good@127.0.0.1/",
    "https://good\\@127.0.0.1/",
    "https://hooks.shop.example./",
    "https://hooks.shop\t.example/",
    "ftp://hooks.shop.example/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "not an address",
  ])("refuses %s everywhere but on this machine's own", (url) => {
    expect(parseReachable(url, publicOnly)).toBeUndefined();
  });

  test("lets hosts through that a setting names, and no other private one", () => {
    expect(parseReachable("http://127.0.0.1:9000/hooks", here)).toBeDefined();
    expect(parseReachable("http://localhost:9000/hooks", here)).toBeDefined();
    for (const url of [
      "http://10.0.0.1/",
      "http://localhost:9001/hooks",
      "http://[::ffff:127.0.0.1]:9000/",
      "http://user@127.0.0.1/",
      "http://0.0.0.0/",
    ])
      expect(parseReachable(url, here), url).toBeUndefined();
  });
});

describe("postOutside", () => {
  test("refuses a name that leads to a private address when it connects, whatever the name looks like", async () => {
    const resolve = (async () => [{ address: "127.0.0.1", family: 4 }]) as unknown as NonNullable<
      OutboundPost["resolve"]
    >;
    const refused = postOutside(post({ url: "https://rebound.shop.example/hooks", resolve }));
    await expect(refused).rejects.toThrow("is no public host");
    expect(receiver.received).toEqual([]);
  });

  test("refuses a name with a public and a private address", async () => {
    const resolve = (async () => [
      { address: "93.184.216.34", family: 4 },
      { address: "::ffff:10.0.0.1", family: 6 },
    ]) as unknown as NonNullable<OutboundPost["resolve"]>;
    await expect(postOutside(post({ url: "https://two.shop.example/hooks", resolve }))).rejects.toThrow(
      "no public host",
    );
  });

  test("brings the status although the body dawdles", async () => {
    receiver.reset();
    receiver.answer = (response) => {
      response.writeHead(202);
      response.write("a");
    };
    const answer = await postOutside(post({ reach: here, timeoutMs: 300, isReadable: () => true }));
    expect(answer).toEqual({ status: 202, head: "a" });
  });

  test("brings no more of an answer than its beginning, without control characters", async () => {
    receiver.reset();
    receiver.answer = (response) => {
      response.writeHead(200);
      const pour = setInterval(() => response.write("x".repeat(1_024)), 1);
      response.on("close", () => clearInterval(pour));
      response.write("\u0000\u001b[31mred\n");
    };
    const { head } = await postOutside(post({ reach: here, isReadable: () => true }));
    expect(head).toMatch(/^\[31mred\nx+$/);
    expect(head.length).toBeLessThanOrEqual(64);
  });

  test("brings nothing of what a private address says", async () => {
    receiver.reset();
    receiver.answer = (response) => void response.writeHead(500).end("root:x:0:0");
    expect(await postOutside(post({ reach: here }))).toEqual({ status: 500, head: "" });
  });
});
