import { createServer, type RequestListener, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { fetchPublicText, guardedLookup, isPublicAddress, parsePublicUrl } from "./public-fetch.ts";

describe("isPublicAddress", () => {
  test.each([
    ..."127.0.0.1 0.0.0.0 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 100.64.0.1 169.254.169.254".split(" "),
    ..."198.18.0.1 198.19.255.255 224.0.0.1 240.0.0.1 255.255.255.255 192.0.2.1".split(" "),
    ..."::1 :: ::ffff:127.0.0.1 ::ffff:8.8.8.8 fc00::1 fd12::1 fe80::1 64:ff9b::1 2002:7f00:1:: 2001::1 ff02::1".split(
      " ",
    ),
    "not an address",
  ])("is false for %s", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(["8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450:4001::1"])(
    "is true for %s",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe("parsePublicUrl", () => {
  test.each([
    "http://example.org/a",
    "ftp://example.org/a",
    "file:///etc/passwd",
    "https://localhost/a",
    "https://127.0.0.1/a",
    "https://127.1/a",
    "https://2130706433/a",
    "https://0x7f.1/a",
    "https://①②⑦.⓪.⓪.①/a",
    "https://[::1]/a",
    "https://8.8.8.8/a",
    "https://good@example.org/a",
    "https://good\\@example.org/a",
    "https://example.org:8443/a",
    "https://example.org./a",
    "https://example.org/a b",
    "",
  ])("refuses %s", (text) => {
    expect(parsePublicUrl(text)).toBeUndefined();
  });

  test("takes https on a named host", () => {
    expect(parsePublicUrl("https://Example.org/daily.xml")?.href).toBe("https://example.org/daily.xml");
  });
});

describe("guardedLookup", () => {
  const ask = (addresses: readonly string[]) =>
    new Promise<string>((resolve, reject) => {
      const resolver = (async () => addresses.map((address) => ({ address, family: 4 }))) as never;
      guardedLookup(isPublicAddress, resolver)("example.org", {}, (error, address) =>
        error ? reject(error) : resolve(String(address)),
      );
    });

  test("gives out a checked address", async () => {
    expect(await ask(["8.8.8.8", "8.8.4.4"])).toBe("8.8.8.8");
  });

  test("refuses a name of which any address is inside", async () => {
    await expect(ask(["8.8.8.8", "127.0.0.1"])).rejects.toThrow("no public host");
    await expect(ask([])).rejects.toThrow("no public host");
  });
});

describe("fetchPublicText", () => {
  const servers: Server[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  async function serve(listener: RequestListener): Promise<string> {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://localhost:${(server.address() as AddressInfo).port}`;
  }
  const transport = { request, allows: () => true, parse: (text: string) => new URL(text) };

  test("reads the text and sends nothing of ours along", async () => {
    const seen: object[] = [];
    const url = await serve((asked, answer) => {
      seen.push(asked.headers);
      answer.end("Date,USD\n");
    });
    expect(await fetchPublicText(`${url}/a`, { transport })).toBe("Date,USD\n");
    expect(Object.keys(seen[0] ?? {}).sort()).toEqual(["accept", "accept-encoding", "connection", "host"]);
  });

  test("connects to no address that is not allowed", async () => {
    let calls = 0;
    const url = await serve((_asked, answer) => {
      calls += 1;
      answer.end();
    });
    const guarded = { ...transport, allows: isPublicAddress };
    await expect(fetchPublicText(url, { transport: guarded })).rejects.toThrow("no public host");
    expect(calls).toBe(0);
  });

  test("follows a redirect within the host and none away from it", async () => {
    const url = await serve((asked, answer) => {
      const location = { "/near": "/end", "/far": "https://example.org/end", "/circle": "/circle" }[asked.url ?? ""];
      if (location) answer.writeHead(302, { location }).end();
      else answer.end("there");
    });
    expect(await fetchPublicText(`${url}/near`, { transport })).toBe("there");
    await expect(fetchPublicText(`${url}/far`, { transport })).rejects.toThrow("another host");
    await expect(fetchPublicText(`${url}/circle`, { transport })).rejects.toThrow("circles");
  });

  test("gives up on an error, a long answer and a slow one", async () => {
    const url = await serve((asked, answer) => {
      if (asked.url === "/error") answer.writeHead(500).end("secret");
      else if (asked.url === "/long") answer.end("x".repeat(2_000));
      else answer.write("x");
    });
    await expect(fetchPublicText(`${url}/error`, { transport })).rejects.toThrow("answered 500");
    await expect(fetchPublicText(`${url}/long`, { transport, maxBytes: 1_000 })).rejects.toThrow("longer than 1000");
    await expect(fetchPublicText(`${url}/slow`, { transport, timeoutMs: 100 })).rejects.toThrow();
  });
});
