import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { compressedOnce } from "./compressed-once.ts";

const text = "What anybody may read. ".repeat(200);
const send = compressedOnce(text);
const app = Fastify();
app.get("/", async (request, reply) => send(request, reply));
const ask = (accepted?: string) =>
  app.inject({ url: "/", headers: accepted === undefined ? {} : { "accept-encoding": accepted } });

test.each([
  ["br, gzip", "br", brotliDecompressSync],
  ["gzip, deflate", "gzip", gunzipSync],
  ["br;q=0, GZIP;q=0.5", "gzip", gunzipSync],
  ["identity", undefined, (bytes: Buffer) => bytes],
  [undefined, undefined, (bytes: Buffer) => bytes],
  ["br;q=0.000", undefined, (bytes: Buffer) => bytes],
])("a client that takes %s gets %s, and the text in it", async (accepted, coding, read) => {
  const { headers, rawPayload } = await ask(accepted);
  expect(headers["content-encoding"]).toBe(coding);
  expect(read(rawPayload).toString()).toBe(text);
  expect((await ask(accepted)).rawPayload).toEqual(rawPayload);
});
