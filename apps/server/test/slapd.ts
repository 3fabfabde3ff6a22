import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { selfSigned } from "./certificates.ts";

const run = promisify(execFile);
const program = "/usr/sbin/slapd";

/** Why a real directory is not tried here; undefined where it is. */
export const whyNoSlapd = (): string | undefined =>
  existsSync(program)
    ? undefined
    : "SKIPPED: sign-in and synchronisation with a real directory were not tried, because slapd is not installed (apt-get install slapd ldap-utils).\n";

export const slapdBase = "dc=house,dc=example";
export const slapdAdmin = `cn=admin,${slapdBase}`;
export const slapdReader = `cn=reader,${slapdBase}`;
export const slapdPassword = "river-Basin-41-quartz";

/** An OpenLDAP server of this run, on ports of its own. */
export interface Slapd {
  readonly ldapsPort: number;
  readonly startTlsPort: number;
  readonly cert: string;
  /** Changes entries, given as LDIF with `changetype` or as new ones. */
  change(ldif: string): Promise<void>;
  close(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return address.port;
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });

/** The reader sees everybody and may change nobody; passwords are seen by none. */
const configuration = (folder: string, sizeLimit: string): string => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
pidfile ${folder}/slapd.pid
modulepath /usr/lib/ldap
moduleload back_mdb
TLSCertificateFile ${folder}/cert.pem
TLSCertificateKeyFile ${folder}/key.pem
sizelimit ${sizeLimit}
database mdb
suffix "${slapdBase}"
rootdn "${slapdAdmin}"
rootpw ${slapdPassword}
directory ${folder}/data
maxsize 67108864
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${slapdReader}" read by * none
`;

const first = `dn: ${slapdBase}
objectClass: dcObject
objectClass: organization
o: House
dc: house

dn: ${slapdReader}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: reader
userPassword: ${slapdPassword}
`;

/** Starts an OpenLDAP server with a reader and nobody else. */
export async function startSlapd({ sizeLimit = "unlimited" } = {}): Promise<Slapd> {
  const folder = await mkdtemp(join(tmpdir(), "slapd-"));
  await mkdir(join(folder, "data"));
  const { cert, key } = selfSigned("127.0.0.1");
  await writeFile(join(folder, "cert.pem"), cert);
  await writeFile(join(folder, "key.pem"), key);
  await writeFile(join(folder, "slapd.conf"), configuration(folder, sizeLimit));
  const [ldapsPort, startTlsPort] = [await freePort(), await freePort()];
  const addresses = `ldaps://127.0.0.1:${ldapsPort}/ ldap://127.0.0.1:${startTlsPort}/`;
  const child: ChildProcess = spawn(program, ["-d", "0", "-f", join(folder, "slapd.conf"), "-h", addresses], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  for (let tries = 0; !(await isOpen(startTlsPort)); tries += 1) {
    if (tries > 200 || child.exitCode !== null) throw new Error(`slapd did not start: ${said}`);
    await sleep(50);
  }
  const change = async (ldif: string): Promise<void> => {
    const file = join(folder, "change.ldif");
    await writeFile(file, ldif);
    const url = `ldap://127.0.0.1:${startTlsPort}`;
    await run("ldapmodify", ["-x", "-a", "-H", url, "-D", slapdAdmin, "-w", slapdPassword, "-f", file]);
  };
  await change(first);
  return {
    ldapsPort,
    startTlsPort,
    cert,
    change,
    close: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
