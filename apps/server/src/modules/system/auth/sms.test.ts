import { Writable } from "node:stream";
import { describe, expect, test } from "vitest";
import { createLogger } from "../../../platform/observability/logger.ts";
import type { Platform } from "../../../platform/platform.ts";
import { provideSms, smsProviderOf } from "./sms.service.ts";

const message = { phone: "13812345678", text: "Your sign-in code is 042917.", code: "042917" };

/** The parts of a node that messages need, and its log. */
function node(isProduction: boolean): { readonly platform: Platform; readonly lines: string[] } {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const logger = createLogger({ logLevel: "info", isProduction }, sink);
  return { platform: { config: { isProduction }, logger } as unknown as Platform, lines };
}

describe("smsProviderOf", () => {
  test("writes the code to the log while developing, and neither the number nor the text", async () => {
    const { platform, lines } = node(false);
    await smsProviderOf(platform)?.send(message);
    expect(lines.join("")).toContain("042917");
    expect(lines.join("")).not.toMatch(/13812345678|Your sign-in/);
  });

  test("has none in production until one is set", async () => {
    const { platform } = node(true);
    expect(smsProviderOf(platform)).toBeUndefined();
    const provider = { send: async () => {} };
    provideSms(platform, provider);
    expect(smsProviderOf(platform)).toBe(provider);
  });
});
