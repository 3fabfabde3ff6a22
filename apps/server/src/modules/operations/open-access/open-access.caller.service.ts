import { Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { permissionOf } from "@countinghouse/contract/kit/resource.ts";
import { accessWindowSeconds } from "@countinghouse/contract/operations/open-access/access-signing.ts";
import { hasCardNumber } from "@countinghouse/contract/platform/card-number.ts";
import type { Actor } from "../../../platform/access/actor.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { open } from "../../../platform/crypto/sealing.ts";
import type { RequestFacts } from "../../../platform/http/context.ts";
import type { SignedCall, SignedCallers } from "../../../platform/http/signed-callers.ts";
import type { Platform } from "../../../platform/platform.ts";
import { admitRequest } from "../../integration/open-api/index.ts";
import { allowsAddress } from "../../merchants/coin-app/index.ts";
import { actorOfUser } from "../job-run/index.ts";
import { bodyHashOf, isAccessSignature } from "./access-signature.service.ts";
import { secretBinding } from "./open-access.service.ts";
import { findByKey, noteCall, noteUse, type OpenAccessRow } from "./open-access.store.ts";

const nonceForm = /^[A-Za-z0-9._~+/=-]{16,64}$/;

const headerOf = ({ headers }: Pick<RequestFacts, "headers">, name: string): string => {
  const value = headers[name.toLowerCase()];
  return typeof value === "string" ? value : "";
};

interface Presented {
  readonly accessKey: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly sign: string;
}

/** The four headers, or the first invalid one. */
function presentedBy(request: RequestFacts, now: Date): Presented {
  const [accessKey, timestamp, nonce, sign] = (["accessKey", "timestamp", "nonce", "sign"] as const).map((name) =>
    headerOf(request, name),
  ) as [string, string, string, string];
  if (accessKey === "") throw refuse("sysOpenAccess.keyEmpty");
  if (timestamp === "") throw refuse("sysOpenAccess.timestampEmpty");
  // Nonces are stored, and card numbers must not be.
  if (!nonceForm.test(nonce) || hasCardNumber(nonce)) throw refuse("sysOpenAccess.nonceEmpty");
  if (sign === "") throw refuse("sysOpenAccess.signEmpty");
  if (!/^\d{10}$/.test(timestamp)) throw refuse("sysOpenAccess.timestampMalformed");
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > accessWindowSeconds)
    throw refuse("sysOpenAccess.timestampOutside", { seconds: accessWindowSeconds });
  return { accessKey, timestamp, nonce, sign };
}

/** Excludes operations that need a person: second factors, and the caller's own session. */
const isOffered = ({ bound: { operation } }: SignedCall): boolean =>
  !operation.stepUp && (operation.access === "permission" || operation.kind === "query");

/** Authentication of calls signed with an access key, on any node. */
export function openAccessCallers(platform: Platform): SignedCallers {
  const { db, clock } = platform;
  /** Keys verified by the headers, for the rest of their requests. */
  const known = new WeakMap<RequestFacts, OpenAccessRow>();
  return {
    presents: ({ headers }) => headers.accesskey !== undefined && headers.authorization === undefined,
    knock: async (call) => {
      const begun = clock.now();
      const row = await findByKey(db, presentedBy(call.request, begun).accessKey);
      try {
        assertGood(row, begun);
        known.set(call.request, row);
      } catch (error) {
        if (row && error instanceof Refusal)
          await note(platform, { call, row, isLetIn: false, begun, status: error.status, refusal: error.code });
        throw error;
      }
    },
    answer: async (call, work) => {
      const begun = clock.now();
      const row = known.get(call.request);
      let isLetIn = false;
      const told = (status: number, refusal: string | null) =>
        row && note(platform, { call, row, isLetIn, begun, status, refusal });
      try {
        const presented = presentedBy(call.request, begun);
        const actor = await admit(platform, { call, presented, row, now: begun });
        isLetIn = true;
        const answer = await work(actor);
        await told(200, null);
        return answer;
      } catch (error) {
        await (error instanceof Refusal ? told(error.status, error.code) : told(500, "platform.unexpected"));
        throw error;
      }
    },
  };
}

/** Refuses an unknown, disabled or expired key. */
function assertGood(row: OpenAccessRow | undefined, now: Date): asserts row is OpenAccessRow {
  const isOver = row?.expireTime != null && Date.parse(row.expireTime) <= now.getTime();
  if (row?.status !== 1 || isOver) throw refuse("sysOpenAccess.keyUnknown");
}

interface Admission {
  readonly call: SignedCall;
  readonly presented: Presented;
  readonly row: OpenAccessRow | undefined;
  readonly now: Date;
}

/** Checks key, signature and nonce in this order; only a correctly signed request uses up a nonce. */
async function admit(platform: Platform, { call, presented, row, now }: Admission): Promise<Actor> {
  const { request, wire } = call;
  const { accessKey, timestamp, nonce, sign } = presented;
  assertGood(row, now);
  const { ring } = installationKeys(platform.secret);
  const secret = open(ring, row.secretSealed, secretBinding(accessKey));
  const { method } = request;
  const parts = { method, path: wire.path, query: wire.query, accessKey, timestamp, nonce };
  if (!isAccessSignature(sign, secret, { ...parts, bodyHash: bodyHashOf(wire.body) }))
    throw refuse("sysOpenAccess.signWrong");
  if (!allowsAddress(row.allowedIps, request.ip)) throw refuse("sysOpenAccess.addressRefused", { ip: request.ip });
  await spend(platform, row, nonce, now);
  const actor = await actorOfUser(platform.db, row.bindUserId);
  if (!actor) throw refuse("sysOpenAccess.keyUnknown");
  await noteUse(platform.db, row, now);
  if (!isOffered(call)) throw refuse("sysOpenAccess.notOffered");
  return actor;
}

async function spend({ db }: Platform, { id, perSecond }: OpenAccessRow, nonce: string, now: Date): Promise<void> {
  const owner = `access:${id}`;
  const expiresAt = new Date(now.getTime() + 2 * accessWindowSeconds * 1_000);
  const { isGranted, isFresh, retryAfterSeconds } = await admitRequest(db, now, {
    allowances: [{ bucket: owner, perSecond, burst: perSecond }],
    nonce: { appId: owner, nonce, expiresAt, mark: null },
  });
  if (!isGranted) {
    const headers = { "Retry-After": String(retryAfterSeconds) };
    throw refuse("sysOpenAccess.tooOften", { seconds: retryAfterSeconds }, { headers });
  }
  if (!isFresh) throw refuse("sysOpenAccess.repeated");
}

interface Outcome {
  readonly call: Omit<SignedCall, "wire">;
  readonly row: OpenAccessRow;
  readonly isLetIn: boolean;
  readonly begun: Date;
  readonly status: number;
  readonly refusal: string | null;
}

/** Logs a call. A failure to log does not fail the call. */
async function note(platform: Platform, { call, row, isLetIn, begun, status, refusal }: Outcome): Promise<void> {
  const { request, bound } = call;
  try {
    await noteCall(platform.db, {
      tenantId: row.tenantId,
      accessKey: row.accessKey,
      operation: permissionOf(bound.resource.name, bound.name).replace(":", "."),
      method: request.method,
      status,
      outcome: status === 200 ? "answered" : isLetIn ? "refused" : "turned_away",
      refusal,
      elapsed: Math.max(0, platform.clock.now().getTime() - begun.getTime()),
      ip: request.ip,
      requestId: request.id,
      createTime: begun.toISOString(),
    });
  } catch (error) {
    platform.logger.error({ err: error, requestId: request.id }, "a call with an access key was not written down");
  }
}
