import type { Generated, JSONColumnType } from "kysely";
import type { FactsOf } from "../../../platform/db/tables.ts";

interface Credentials {
  userId: number;
  passwordHash: string;
  pepperId: string;
  changedAt: string;
  mustChange: Generated<boolean>;
  expiresAt: string | null;
}

interface PasswordHistory {
  id: Generated<number>;
  userId: number;
  passwordHash: string;
  pepperId: string;
  createdAt: string;
}

interface SignInTargets {
  source: string;
  account: string;
  triedAt: string;
}

interface Captchas {
  id: string;
  answer: string;
  network: string;
  expiresAt: string;
}

interface OneTimeCodes {
  phone: string;
  purpose: "signIn";
  code: string;
  device: string;
  tries: Generated<number>;
  sentAt: string;
  expiresAt: string;
}

interface SignInTickets {
  hash: string;
  step: "secondFactor" | "enrolment" | "passwordChange";
  userId: number;
  method: "password" | "phone" | "qr" | "passkey";
  tries: Generated<number>;
  secondFactor: Generated<boolean>;
  sealed: string | null;
  expiresAt: string;
}

interface TotpFactors {
  userId: number;
  sealed: string;
  createdAt: string;
  confirmedAt: string | null;
  lastStep: Generated<number>;
}

interface Passkeys {
  id: string;
  userId: number;
  name: string;
  publicKey: Buffer;
  counter: number;
  transports: JSONColumnType<string[]>;
  createdAt: string;
  lastUsedAt: string | null;
}

interface WebauthnChallenges {
  owner: string;
  purpose: "signIn" | "secondFactor" | "register" | "stepUp";
  challenge: string;
  expiresAt: string;
}

interface RecoveryCodes {
  userId: number;
  code: string;
}

interface QrSignIns {
  hash: string;
  waitHash: string;
  state: Generated<"waiting" | "scanned" | "confirmed" | "rejected">;
  ip: string;
  place: Generated<string>;
  browser: Generated<string>;
  os: Generated<string>;
  userId: number | null;
  scannedBy: number | null;
  expiresAt: string;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    credentials: Credentials;
    passwordHistory: PasswordHistory;
    signInTargets: SignInTargets;
    captchas: Captchas;
    oneTimeCodes: OneTimeCodes;
    signInTickets: SignInTickets;
    totpFactors: TotpFactors;
    passkeys: Passkeys;
    webauthnChallenges: WebauthnChallenges;
    recoveryCodes: RecoveryCodes;
    qrSignIns: QrSignIns;
  }
}

export const authTables: FactsOf<
  | "credentials"
  | "passwordHistory"
  | "signInTargets"
  | "captchas"
  | "oneTimeCodes"
  | "signInTickets"
  | "totpFactors"
  | "passkeys"
  | "webauthnChallenges"
  | "recoveryCodes"
  | "qrSignIns"
> = {
  credentials: { scope: "shared", placement: "local", grant: "readWrite" },
  passwordHistory: { scope: "shared", placement: "local", grant: "readWrite" },
  signInTargets: { scope: "shared", placement: "local", grant: "readWrite" },
  captchas: { scope: "shared", placement: "local", grant: "readWrite" },
  oneTimeCodes: { scope: "shared", placement: "local", grant: "readWrite" },
  signInTickets: { scope: "shared", placement: "local", grant: "readWrite", unrecorded: ["sealed"] },
  totpFactors: { scope: "shared", placement: "local", grant: "readWrite", unrecorded: ["sealed"] },
  passkeys: { scope: "shared", placement: "local", grant: "readWrite", json: ["transports"] },
  webauthnChallenges: { scope: "shared", placement: "local", grant: "readWrite" },
  recoveryCodes: { scope: "shared", placement: "local", grant: "readWrite" },
  qrSignIns: { scope: "shared", placement: "local", grant: "readWrite" },
};
