import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { accessSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { AwsClient } from "aws4fetch";
import type { TestStore } from "./object-store.ts";

const run = promisify(execFile);

/** Why the object store of Ceph is not tried here; undefined where it is. */
export function whyNoCeph(): string | undefined {
  if (process.env.CI) return "SKIPPED: files and heads in a real object store are not tried in CI.\n";
  const missing = ["ceph-mon", "ceph-osd", "radosgw", "radosgw-admin"].find((name) => !isInstalled(name));
  return missing
    ? `SKIPPED: files and heads in a real object store were not tried, because ${missing} is not installed (apt-get install radosgw ceph-mon ceph-osd).\n`
    : undefined;
}

const isInstalled = (name: string): boolean =>
  (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name));
      return true;
    } catch {
      return false;
    }
  });

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return address.port;
}

/** One monitor and one store in memory: nothing is written but their logs. */
const configuration = (folder: string, id: string, port: number): string => `[global]
fsid = ${id}
mon host = 127.0.0.1:${port}
keyring = ${folder}/keyring
osd pool default size = 1
osd pool default min size = 1
mon allow pool size one = true
osd pool default pg num = 1
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = 536870912
osd class load list = *
osd class default list = *
mon max pg per osd = 1000
mon data = ${folder}/mon
osd data = ${folder}/osd
log file = ${folder}/$name.log
admin socket = ${folder}/$name.asok
pid file =
run dir = ${folder}
`;

const secret = "ceph-test-secret-2h7Kq";
const keyId = "CEPHTEST";

/** Starts a store of Ceph for one test file; it takes some fifteen seconds. */
export async function startCephStore(): Promise<TestStore> {
  const folder = await mkdtemp(join(tmpdir(), "ceph-"));
  const [id, monitorPort, port] = [randomUUID(), await freePort(), await freePort()];
  const children: ChildProcess[] = [];
  const env = { ...process.env, CEPH_CONF: join(folder, "ceph.conf") };
  const call = (program: string, ...args: string[]) => run(program, args, { env, timeout: 60_000 });
  const stay = (program: string, ...args: string[]) =>
    children.push(spawn(program, ["-f", ...args], { env, stdio: "ignore" }));
  await Promise.all(["mon", "osd"].map((name) => mkdir(join(folder, name))));
  await writeFile(env.CEPH_CONF, configuration(folder, id, monitorPort));
  const [map, ring] = [join(folder, "monmap"), join(folder, "keyring")];
  await call("monmaptool", "--create", "--add", "a", `127.0.0.1:${monitorPort}`, "--fsid", id, map);
  const all = ["--cap", "mon", "allow *", "--cap", "osd", "allow *", "--cap", "mgr", "allow *"];
  await call("ceph-authtool", "--create-keyring", ring, "--gen-key", "-n", "mon.", "--cap", "mon", "allow *");
  for (const name of ["client.admin", "osd.0"]) await call("ceph-authtool", ring, "--gen-key", "-n", name, ...all);
  await call("ceph-mon", "--mkfs", "-i", "a", "--monmap", map, "--keyring", ring);
  stay("ceph-mon", "-i", "a");
  await call("ceph-osd", "-i", "0", "--mkfs", "--osd-uuid", randomUUID());
  stay("ceph-osd", "-i", "0");
  await call(
    "radosgw-admin",
    "user",
    "create",
    "--uid=test",
    "--display-name=test",
    `--access-key=${keyId}`,
    `--secret-key=${secret}`,
  );
  stay("radosgw", "-n", "client.admin", `--rgw-frontends=beast endpoint=127.0.0.1:${port}`);
  const endpoint = `http://127.0.0.1:${port}`;
  await answering(endpoint);
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region: "us-east-1", service: "s3" });
  return {
    settings: { endpoint, region: "us-east-1", keyId, secret, isPathStyle: true },
    makeBucket: async (isLocked) => {
      const name = `bucket-${randomUUID().slice(0, 8)}`;
      const headers = { "x-amz-bucket-object-lock-enabled": String(isLocked) };
      const made = await client.fetch(`${endpoint}/${name}`, { method: "PUT", headers });
      if (!made.ok) throw new Error(`no bucket was made: ${made.status} ${await made.text()}`);
      return name;
    },
    close: async () => {
      for (const child of children.toReversed()) {
        child.kill("SIGKILL");
        if (child.exitCode === null && child.signalCode === null)
          await new Promise((resolve) => child.once("exit", resolve));
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answering(endpoint: string): Promise<void> {
  for (let attempt = 0; attempt < 120; attempt += 1) {
    if (
      await fetch(endpoint).then(
        () => true,
        () => false,
      )
    )
      return;
    await sleep(500);
  }
  throw new Error("the object store did not answer");
}
