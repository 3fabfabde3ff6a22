import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

/** As much CBOR (RFC 8949) as an authenticator speaks. */
function cbor(value: Cbor): Buffer {
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, entry]) => [cbor(key), cbor(entry)])]);
}

const sha256 = (data: Buffer | string): Buffer => createHash("sha256").update(data).digest();

/** Ways in which an answer can be wrong. */
export interface Faults {
  readonly origin?: string;
  readonly rpId?: string;
  readonly isVerified?: boolean;
  readonly challenge?: string;
  readonly id?: string;
  readonly counter?: number;
}

/** A passkey in software: what a browser and its authenticator would answer. */
export class SoftAuthenticator {
  readonly id = randomBytes(16).toString("base64url");
  readonly #key: KeyObject;
  readonly #cose: Buffer;
  #counter = 0;
  readonly #origin: string;

  constructor(origin = "http://localhost:8080") {
    this.#origin = origin;
    const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#key = pair.privateKey;
    const { x = "", y = "" } = pair.publicKey.export({ format: "jwk" });
    const entries: [number, Cbor][] = [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ];
    this.#cose = cbor(new Map(entries));
  }

  #client(type: string, challenge: string, faults: Faults): Buffer {
    return Buffer.from(
      JSON.stringify({
        type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? this.#origin,
        crossOrigin: false,
      }),
    );
  }

  #data(rpId: string, faults: Faults, attested?: Buffer): Buffer {
    const flags = 1 | (faults.isVerified === false ? 0 : 4) | (attested ? 64 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(faults.counter ?? ++this.#counter);
    return Buffer.concat([sha256(faults.rpId ?? rpId), Buffer.from([flags]), counter, ...(attested ? [attested] : [])]);
  }

  /** Answers the options of a registration. */
  create(options: { challenge: string; rp: { id: string } }, faults: Faults = {}): object {
    const rawId = Buffer.from(this.id, "base64url");
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, rawId.length]), rawId, this.#cose]);
    const entries: [string, Cbor][] = [
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", this.#data(options.rp.id, faults, attested)],
    ];
    const response = {
      clientDataJSON: this.#client("webauthn.create", options.challenge, faults).toString("base64url"),
      attestationObject: cbor(new Map(entries)).toString("base64url"),
      transports: ["internal"],
    };
    return { id: this.id, rawId: this.id, type: "public-key", response, clientExtensionResults: {} };
  }

  /** Answers the options of a sign-in. */
  get(options: { challenge: string; rpId: string }, faults: Faults = {}): object {
    const authenticatorData = this.#data(options.rpId, faults);
    const client = this.#client("webauthn.get", options.challenge, faults);
    const signature = createSign("sha256")
      .update(Buffer.concat([authenticatorData, sha256(client)]))
      .sign(this.#key);
    const id = faults.id ?? this.id;
    const response = {
      clientDataJSON: client.toString("base64url"),
      authenticatorData: authenticatorData.toString("base64url"),
      signature: signature.toString("base64url"),
    };
    return { id, rawId: id, type: "public-key", response, clientExtensionResults: {} };
  }
}
