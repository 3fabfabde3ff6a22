import { generateKeyPairSync, sign } from "node:crypto";
import { isIP } from "node:net";

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const long = body.length.toString(16);
  const bytes = Buffer.from(long.length % 2 ? `0${long}` : long, "hex");
  const length =
    body.length < 128 ? Buffer.from([body.length]) : Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
  return Buffer.concat([Buffer.from([tag]), length, body]);
};
const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
const text = (tag: number, value: string) => der(tag, Buffer.from(value, "latin1"));
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));

/** ecdsa-with-SHA256. */
const algorithm = sequence(oid("2a8648ce3d040302"));
const nameOf = (common: string) => sequence(der(0x31, sequence(oid("550403"), text(0x0c, common))));
const extension = (id: string, value: Buffer) => sequence(oid(id), der(0x04, value));
const pem = (kind: string, bytes: Buffer) =>
  `-----BEGIN ${kind}-----\n${bytes
    .toString("base64")
    .match(/.{1,64}/g)
    ?.join("\n")}\n-----END ${kind}-----\n`;

/** A certificate and its key, in PEM. */
export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
}

/** A certificate that signed itself, for a name or an address, good until a day. Made for this run: no key lies in the repository. */
export function selfSigned(host: string, until = "491231235959Z"): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const [a = 0, b = 0, c = 0, d = 0] = host.split(".").map(Number);
  const subject = isIP(host) === 4 ? der(0x87, Buffer.from([a, b, c, d])) : text(0x82, host);
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    nameOf(host),
    sequence(text(0x17, "200101000000Z"), text(0x17, until)),
    nameOf(host),
    publicKey.export({ type: "spki", format: "der" }),
    der(
      0xa3,
      sequence(extension("551d11", sequence(subject)), extension("551d13", sequence(der(0x01, Buffer.from([0xff]))))),
    ),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", body, privateKey));
  return {
    cert: pem("CERTIFICATE", sequence(body, algorithm, signature)),
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}
