import { chmod, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { installationSecret } from "./installation-secret.ts";

let parent: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "installation-"));
});

afterEach(() => rm(parent, { recursive: true }));

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

describe("installationSecret", () => {
  test("is made once, in a data directory that is closed to everybody else", async () => {
    const dataDir = join(parent, "data");
    const config = readConfig({ COUNTINGHOUSE_DATA: dataDir }, []);
    const { current } = await installationSecret(config);
    expect([await modeOf(dataDir), await modeOf(join(dataDir, "secret"))]).toEqual([0o700, 0o600]);
    expect(await installationSecret(config)).toEqual({ current, previous: undefined });
  });

  test("closes a data directory that an earlier release left open", async () => {
    await chmod(parent, 0o755);
    await installationSecret(readConfig({ COUNTINGHOUSE_DATA: parent }, []));
    expect(await modeOf(parent)).toBe(0o700);
  });
});
