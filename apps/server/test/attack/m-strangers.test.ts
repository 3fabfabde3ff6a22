import { limitsOf } from "@countinghouse/contract/platform/input-limits.ts";
import { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { expect, test } from "vitest";
import { screenInput } from "../../src/platform/http/screen-input.ts";

const { login } = sysAuth.operations;

/** The least processor time, in milliseconds, that looking through a body took in some tries. */
function leastCpuMs(body: object): number {
  const tries = Array.from({ length: 15 }, () => {
    const before = process.cpuUsage();
    screenInput(login.input, body, limitsOf(login));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...tries);
}

/** As much of something as a stranger's body may hold. */
const filled = (piece: string): string => piece.repeat(Math.floor(15_300 / Buffer.byteLength(piece)));

test.each(["4-4-", "4 ", "4-1 1.1/1 ", "٤ ", "4111 1111 1111 111 ", "4,44,", "%979x ", "52/2٤1%b2264464"])(
  "a stranger's body of %j costs less than five milliseconds of processor",
  (piece) => {
    expect(leastCpuMs({ account: filled(piece) })).toBeLessThan(5);
  },
);
