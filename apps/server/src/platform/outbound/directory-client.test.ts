import { asKeptText } from "@countinghouse/contract/platform/card-number.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { selfSigned } from "../../../test/certificates.ts";
import { enter, type FakeDirectory, readerDn, readerPassword, startDirectory } from "../../../test/directory-server.ts";
import { DirectoryError, type DirectoryPlace, escapedForFilter, isFilter, openDirectory } from "./directory-client.ts";

const base = "dc=house,dc=example";
let directory: FakeDirectory;
beforeEach(async () => {
  directory = await startDirectory();
});
afterEach(() => directory.close());

const place = (more: Partial<DirectoryPlace> = {}): DirectoryPlace => ({
  hosts: ["127.0.0.1"],
  port: directory.port,
  tls: "ldaps",
  caCertificate: directory.certificate.cert,
  reach: ["127.0.0.1"],
  timeoutMs: 1_500,
  ...more,
});

/** Opens, signs in and searches; answers what was found, or by which fault it failed. */
async function tried(where: DirectoryPlace, filter = "(objectClass=person)", under = base): Promise<unknown> {
  try {
    const opened = await openDirectory(where);
    try {
      await opened.bind(readerDn, readerPassword);
      return (await opened.search(under, filter, ["uid", "entryUUID"], 100)).map((entry) => entry.text("uid"));
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (error instanceof DirectoryError) return error.fault;
    throw error;
  }
}

describe("a directory", () => {
  test("is asked over LDAPS, and over StartTLS, under the certificates that are set", async () => {
    enter(directory, "ada");
    expect(await tried(place())).toEqual(["ada"]);
    const plain = await startDirectory({ tls: "starttls" });
    enter(plain, "bob");
    try {
      const where = place({ port: plain.port, tls: "starttls", caCertificate: plain.certificate.cert });
      expect(await tried(where)).toEqual(["bob"]);
    } finally {
      await plain.close();
    }
  });

  test("is asked at the next server where one does not answer", async () => {
    enter(directory, "ada");
    const hosts = ["no-such-host.invalid", "127.0.0.1"];
    expect(await tried(place({ hosts, reach: [...hosts] }))).toEqual(["ada"]);
  });

  test.each([
    ["garbage", "silent"],
    ["silent", "silent"],
    ["closes", "unreachable"],
    ["cutOff", "answer_cut"],
  ] as const)("that %s is told apart", async (misconduct, fault) => {
    enter(directory, "ada");
    enter(directory, "bob");
    directory.misconduct = misconduct;
    expect(await tried(place())).toBe(fault);
  });

  test.each(["ldaps", "starttls"] as const)("that answers without an end is left, over %s", async (tls) => {
    const other = await startDirectory({ tls });
    enter(other, "ada");
    other.misconduct = "endless";
    try {
      const where = place({ port: other.port, tls, caCertificate: other.certificate.cert, timeoutMs: 20_000 });
      expect(await tried(where)).toBe("answer_cut");
    } finally {
      await other.close();
    }
  });

  test("that sends more than it was asked for is read as far as that", async () => {
    for (const one of ["ada", "bob", "cy"]) enter(directory, one);
    const opened = await openDirectory(place());
    await opened.bind(readerDn, readerPassword);
    expect(await opened.search(base, "(objectClass=person)", ["uid"], 2)).toHaveLength(2);
    await opened.close();
  });

  test.each([
    ["by a certificate of somebody else", { caCertificate: selfSigned("127.0.0.1").cert }],
    ["by the system's authorities alone", { caCertificate: null }],
  ])("is not trusted %s", async (_what, more) => {
    expect(await tried(place(more))).toBe("certificate_refused");
    expect(directory.binds).toEqual([]);
  });

  test.each([
    ["another name", selfSigned("ldap.other.example")],
    ["a day that is over", selfSigned("127.0.0.1", "210101000000Z")],
  ])("with a certificate of %s is not trusted", async (_what, certificate) => {
    const other = await startDirectory({ certificate });
    try {
      expect(await tried(place({ port: other.port, caCertificate: certificate.cert }))).toBe("certificate_refused");
      expect(other.binds).toEqual([]);
    } finally {
      await other.close();
    }
  });

  test.each(["noStartTls", "plainAfterStartTls"] as const)(
    "that answers StartTLS with %s is told nothing in clear",
    async (misconduct) => {
      const plain = await startDirectory({ tls: "starttls" });
      plain.misconduct = misconduct;
      try {
        const where = place({ port: plain.port, tls: "starttls", caCertificate: plain.certificate.cert });
        expect(await tried(where)).toBe(misconduct === "noStartTls" ? "starttls_refused" : "silent");
        expect(plain.binds).toEqual([]);
      } finally {
        await plain.close();
      }
    },
  );

  test("is named by what is wrong with the question", async () => {
    enter(directory, "ada");
    expect(await tried(place(), "(objectClass=person)", "dc=elsewhere")).toBe("base_missing");
    directory.passwords.clear();
    expect(await tried(place())).toBe("credentials_refused");
    expect(await tried(place({ port: 1 }))).toBe("unreachable");
    expect(await tried(place({ hosts: ["no-such-host.invalid"], reach: ["no-such-host.invalid"] }))).toBe(
      "name_unknown",
    );
  });

  test("inside is not asked unless a setting names it", async () => {
    expect(await tried(place({ reach: [] }))).toBe("address_refused");
    expect(await tried(place({ hosts: ["localhost"], reach: [] }))).toBe("address_refused");
    expect(directory.binds).toEqual([]);
  });

  test("is never sent an empty password", async () => {
    const opened = await openDirectory(place());
    await expect(opened.bind(readerDn, "")).rejects.toMatchObject({ fault: "credentials_refused" });
    await opened.close();
    expect(directory.binds).toEqual([]);
  });
});

describe("filters", () => {
  test.each(["*", "*)(uid=*", "admin)(|(uid=*", "cn=x,ou=y", "a\\2ab", "a\u0000b"])(
    "find %j as it is and nobody else",
    async (text) => {
      enter(directory, "ada");
      enter(directory, "other", { uid: text });
      expect(await tried(place(), `(&(uid=${escapedForFilter(text)})(objectClass=person))`)).toEqual([
        asKeptText(text.trim()),
      ]);
    },
  );

  test("are told from what is none", () => {
    expect(["(uid=%s)", "uid=%s", "(&(a=b)(!(c=d)))"].map(isFilter)).toEqual([true, true, true]);
    expect(["(uid=%s", "(&(a=b)", "", "nothing"].map(isFilter)).toEqual([false, false, false, false]);
  });
});
