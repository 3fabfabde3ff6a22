import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import ssh2, { type SFTPWrapper } from "ssh2";
import { afterEach, expect, test } from "vitest";
import { newSshKeys } from "../../../test/sftp-server.ts";
import { openBucketFiles } from "./bucket-remote-files.ts";
import { fingerprintOf, openSftp } from "./sftp-files.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** The folder of a store that answers as told. */
async function bucketOf(answer: (to: ServerResponse, nth: number) => void, workMs?: number) {
  let calls = 0;
  const server = createServer((_request, to) => {
    calls += 1;
    answer(to, calls);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const store = { endpoint: `http://${host}`, region: "x", keyId: "k", secret: "s", isPathStyle: true };
  return openBucketFiles({ store, bucket: "b", prefix: "" }, [host], workMs);
}

const page = (to: ServerResponse, next: string | number, entries = "") =>
  to.end(
    `<ListBucketResult>${entries}<IsTruncated>true</IsTruncated><NextContinuationToken>${next}</NextContinuationToken></ListBucketResult>`,
  );

/** Writes for as long as somebody reads. */
const endlessly = (to: ServerResponse, piece: string): void => {
  const chunk = piece.repeat(Math.ceil(1_048_576 / piece.length));
  const write = (): void => {
    while (!to.destroyed && to.write(chunk));
    if (!to.destroyed) to.once("drain", write);
  };
  write();
};

test("a bucket that names the same next page again and again is left", async () => {
  const files = await bucketOf((to) => void page(to, "x"));
  await expect(files.list()).rejects.toMatchObject({ name: "RemoteFilesError" });
});

test("a bucket that lists files without end is left after a hundred thousand", async () => {
  const entry = "<Contents><Key>a</Key><Size>1</Size><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>";
  const files = await bucketOf((to, nth) => void page(to, nth, entry.repeat(20_000)));
  await expect(files.list()).rejects.toMatchObject({ fault: "too_large" });
});

test("a bucket whose listing is one endless answer is left", async () => {
  const files = await bucketOf((to) => endlessly(to, "<Contents>"));
  await expect(files.list()).rejects.toMatchObject({ fault: "too_large" });
});

test("a bucket that goes on listing nothing, or stops in the middle of a file, is left once the time is over", async () => {
  const pages = await bucketOf((to, nth) => void page(to, nth), 300);
  await expect(pages.list()).rejects.toMatchObject({ fault: "unreachable" });
  const silent = await bucketOf((to) => void to.write("half of a file"), 300);
  await expect(silent.read("a", 1_000)).rejects.toMatchObject({ fault: "unreachable" });
});

test("a bucket that lists files without their time or size is refused in words", async () => {
  const files = await bucketOf(
    (to) => void to.end("<Contents><Key>a</Key><LastModified>soon</LastModified></Contents>"),
  );
  await expect(files.list()).rejects.toMatchObject({ fault: "unexpected" });
});

test("a host that lists files by SFTP without end is left after a hundred thousand", async () => {
  const { private: key, parsed: shown } = newSshKeys();
  const attrs = { mode: 0o100_644, uid: 0, gid: 0, size: 1, atime: 0, mtime: 0 };
  const names = Array.from({ length: 2_000 }, () => ({ filename: "a", longname: "a", attrs }));
  let answers = 0;
  const serve = (sftp: SFTPWrapper): void => {
    sftp.on("OPENDIR", (id) => sftp.handle(id, Buffer.from("h")));
    sftp.on("READDIR", (id) => {
      answers += 1;
      sftp.name(id, names);
    });
    sftp.on("CLOSE", (id) => sftp.status(id, ssh2.utils.sftp.STATUS_CODE.OK));
  };
  const server = new ssh2.Server({ hostKeys: [key] }, (client) => {
    client.on("error", () => {});
    client.on("authentication", (asked) => asked.accept());
    client.on("session", (accept) => void accept().on("sftp", (open) => serve(open())));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const place = { url: new URL(`sftp://${host}`), reach: [host], userName: "u", secret: "p", folder: "" };
  const files = await openSftp({ ...place, hostKey: fingerprintOf(shown.getPublicSSH()) });
  await expect(files.list()).rejects.toMatchObject({ fault: "too_large" });
  expect(answers).toBe(51);
  await files.close();
});
