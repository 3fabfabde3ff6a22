import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { Actor } from "../../../platform/access/actor.ts";
import type { CacheFamily } from "../../../platform/caches/cache-family.ts";
import { refuseWhileOff } from "../../../platform/clock/clock.ts";
import type { AccessClaims } from "../../../platform/crypto/access-token.ts";
import { sha256 } from "../../../platform/crypto/digest.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { randomSecret } from "../../../platform/crypto/random.ts";
import { openUnder, sealUnder } from "../../../platform/crypto/sealing.ts";
import { type RenewedTokens, type SessionDirectory, tokenHeaders } from "../../../platform/http/authenticate.ts";
import type { Context, RequestFacts } from "../../../platform/http/context.ts";
import { recordEvent } from "../../../platform/outbox/outbox.ts";
import type { Platform } from "../../../platform/platform.ts";
import { resolveAccess } from "../role/index.ts";
import { findPerson, type SignInPerson } from "./person.store.ts";
import { recordSecurityEvent, type SecurityFacts } from "./security-event.store.ts";
import { limitsFor } from "./session.limits.service.ts";
import { buildSessionLookUp, type SessionLookUp } from "./session.lookup.service.ts";
import {
  accessExpiry,
  deviceOf,
  type EndReason,
  graceMs,
  isLive,
  isTokenSecretOf,
  lapseReason,
  surplusSessions,
  touchEveryMs,
} from "./session.policy.ts";
import {
  announceEnded,
  changeTokenSecret,
  endSessions,
  findByTokenSecret,
  findRefreshToken,
  findSession,
  findViewed,
  findVisited,
  insertRefreshToken,
  insertSession,
  inTransaction,
  liveSessionsOf,
  queueForUser,
  type RefreshToken,
  replaceRefreshToken,
  type Session,
  touchSession,
  updateSession,
  useRefreshToken,
} from "./session.store.ts";
import { asViewer, asVisitor } from "./viewing.service.ts";

type Db = Context["db"];
export type SignInMethod = Session["method"];
type Rights = Parameters<typeof updateSession>[2];

/** Parameters of a new session. */
export interface SessionOpening {
  readonly person: SignInPerson;
  readonly method: SignInMethod;
  readonly hasSecondFactor: boolean;
  readonly place: string;
}

/** Sessions of the platform, as seen by one node. */
export interface Sessions extends SessionDirectory {
  open(ctx: Context, opening: SessionOpening): Promise<RenewedTokens>;
  /** Ends sessions on all nodes and notifies their users. */
  end(ctx: Context, ids: readonly string[], reason: EndReason): Promise<number>;
  /** Ends all sessions of a user, or all but one. */
  endAllOf(ctx: Context, userId: number, reason: EndReason, except?: string): Promise<number>;
  /** Adds rights to the caller's session under a new secret; the new tokens are returned in the headers. */
  raise(ctx: Context, rights: Rights): Promise<void>;
  /** Changes the caller's session without adding rights, such as locking it. */
  change(ctx: Context, changes: Rights): Promise<void>;
  /** New tokens for the caller's session without presenting the old ones; the expiry stays. */
  renewPair(ctx: Context): Promise<RenewedTokens>;
  find(db: Db, id: string): Promise<Session | undefined>;
  /** Evicts sessions from this node's cache; other nodes are notified. */
  forget(ids: readonly string[]): void;
  /** This node's session cache. */
  readonly cache: CacheFamily;
}

const made = new WeakMap<Platform, Sessions>();

/** The session service of a node: one for all modules of the same platform. */
export function sessionsOf(platform: Platform): Sessions {
  const known = made.get(platform);
  if (known) return known;
  const sessions = buildSessions(platform);
  made.set(platform, sessions);
  return sessions;
}

function buildSessions(platform: Platform): Sessions {
  const lookUp = buildSessionLookUp(platform, loadSession);
  const desk: Services = { platform, lookUp };
  return {
    open: (ctx, opening) => openSession(desk, ctx, opening),
    end: (ctx, ids, reason) => end(desk, ctx, ids, reason),
    endAllOf: async (ctx, userId, reason, except) => {
      const live = await liveSessionsOf(ctx.db, userId, ctx.now);
      return end(
        desk,
        ctx,
        live.map(({ id }) => id).filter((id) => id !== except),
        reason,
      );
    },
    raise: async (ctx, rights) => {
      await replacePair(desk, ctx, rights);
    },
    renewPair: (ctx) => replacePair(desk, ctx),
    change: async (ctx, changes) => {
      await updateSession(ctx.db, ctx.actor.sessionId, changes);
      await announceEnded(ctx.db, [ctx.actor.sessionId]);
      lookUp.forget([ctx.actor.sessionId]);
    },
    find: findSession,
    forget: (ids) => lookUp.forget(ids),
    cache: lookUp.cache,
    actorOf: (claims, isActive) => actorOf(desk, claims, isActive),
    renew: (claims, refreshToken, request) => renew(desk, claims, refreshToken, request),
  };
}

interface Services {
  readonly platform: Platform;
  readonly lookUp: SessionLookUp;
}

const keysOf = ({ platform }: Services) => installationKeys(platform.secret);

interface Minting {
  readonly session: Pick<Session, "userId" | "tenantId" | "expiresAt">;
  readonly word: string;
  readonly refreshToken: string;
  readonly accessMs: number;
  readonly now: Date;
}

/** The access token is derived from the refresh token, so that repeating a call gives the same pair. */
async function mint(desk: Services, { session, word, refreshToken, accessMs, now }: Minting): Promise<RenewedTokens> {
  refuseWhileOff(desk.platform.clock);
  const issuedAt = new Date(Math.floor(now.getTime() / 1000) * 1000);
  const claims: AccessClaims = {
    userId: session.userId,
    tenantId: session.tenantId,
    sessionWord: word,
    tokenId: sha256(`access ${refreshToken}`).slice(0, 22),
    issuedAt,
    expiresAt: accessExpiry(issuedAt, accessMs, session.expiresAt),
  };
  return { accessToken: await keysOf(desk).tokens.sign(claims), refreshToken, claims };
}

async function openSession(
  desk: Services,
  ctx: Context,
  { person, method, hasSecondFactor, place }: SessionOpening,
): Promise<RenewedTokens> {
  const { db, now, request } = ctx;
  const limits = await limitsFor(db, person.accountType);
  await queueForUser(db, person.id, now);
  const live = (await liveSessionsOf(db, person.id, now)).filter((session) => isLive(session, limits.idleMs, now));
  await end(
    desk,
    ctx,
    surplusSessions(live, limits.maxSessions).map(({ id }) => id),
    "elsewhere",
  );
  const at = now.toISOString();
  const session = {
    id: `ses_${randomSecret(16)}`,
    userId: person.id,
    tenantId: person.tenantId,
    orgId: person.orgId,
    accountType: person.accountType,
    userName: person.account,
    realName: person.realName,
    word: randomSecret(16),
    method,
    createdAt: at,
    lastSeenAt: at,
    expiresAt: new Date(now.getTime() + limits.absoluteMs).toISOString(),
    secondFactorAt: hasSecondFactor ? at : null,
    provenAt: at,
    ip: request.ip,
    place,
    userAgent: request.userAgent.slice(0, 512),
    ...deviceOf(request.userAgent),
    node: desk.platform.config.nodeName,
  };
  await insertSession(db, session);
  const refreshToken = randomSecret(32);
  await keepRefreshToken(db, { refreshToken, session, request, now, parentHash: null });
  await recordSecurityEvent(ctx, {
    kind: "signedIn",
    userId: person.id,
    tenantId: person.tenantId,
    sessionId: session.id,
    detail: { method },
  });
  return mint(desk, { session, word: session.word, refreshToken, accessMs: limits.accessMs, now });
}

interface SessionUpdate {
  readonly refreshToken: string;
  readonly session: Pick<Session, "id" | "expiresAt">;
  readonly request: RequestFacts;
  readonly now: Date;
  readonly parentHash: string | null;
}

/** Stores the hash of a token, never the token. */
const keepRefreshToken = (db: Db, { refreshToken, session, request, now, parentHash }: SessionUpdate): Promise<void> =>
  insertRefreshToken(db, {
    hash: sha256(refreshToken),
    sessionId: session.id,
    parentHash,
    issuedAt: now.toISOString(),
    expiresAt: session.expiresAt,
    ip: request.ip,
    userAgent: request.userAgent.slice(0, 512),
  });

async function end(desk: Services, ctx: SecurityFacts, ids: readonly string[], reason: EndReason): Promise<number> {
  const ended = await endSessions(ctx.db, ids, reason, ctx.now);
  desk.lookUp.forget(ended);
  await announceEnded(ctx.db, ended);
  for (const id of ended) {
    await recordSecurityEvent(ctx, { kind: "sessionEnded", sessionId: id, detail: { reason } });
    await recordEvent(ctx.db, {
      topic: "session.ended",
      payload: { sessionId: id, reason },
      audience: { sessionIds: [id] },
    });
  }
  return ended.length;
}

/** Reads a session with its user and permissions; undefined when the token names no live one. */
async function loadSession(platform: Platform, word: string) {
  const { db } = platform;
  const session = await findByTokenSecret(db, word);
  if (!session) return undefined;
  const person = await findPerson(db, session.userId);
  if (!person?.mayEnter) return undefined;
  const access = await resolveAccess({ db }, session.userId);
  if (!access) return undefined;
  const { idleMs } = await limitsFor(db, session.accountType);
  return {
    session,
    person,
    access,
    idleMs,
    viewed: await findViewed(db, session),
    visited: await findVisited(db, session),
  };
}

async function actorOf(desk: Services, claims: AccessClaims, isActive: boolean): Promise<Actor | undefined> {
  const { platform, lookUp } = desk;
  const now = platform.clock.now();
  let found = await lookUp.find(claims.sessionWord);
  // The cached entry may be older than the last activity on another node.
  if (found && lapseReason(found.session, found.idleMs, now)) found = await lookUp.findAfresh(claims.sessionWord);
  if (!found || found.session.userId !== claims.userId || !isTokenSecretOf(found.session, claims.sessionWord, now))
    return undefined;
  const { session, person, access, idleMs } = found;
  const lapsed = lapseReason(session, idleMs, now);
  if (lapsed) {
    await endSessions(platform.db, [session.id], lapsed, now);
    lookUp.forget([session.id]);
    return undefined;
  }
  if (isActive && now.getTime() - Date.parse(session.lastSeenAt) >= touchEveryMs) {
    await touchSession(platform.db, session.id, { now, node: platform.config.nodeName });
    lookUp.forget([session.id]);
  }
  const actor: Actor = {
    isSignedIn: true,
    userId: person.id,
    account: person.account,
    realName: person.realName,
    tenantId: person.tenantId,
    accountType: person.accountType,
    orgId: person.orgId,
    sessionId: session.id,
    isLocked: session.isLocked,
    provenAt: session.provenAt === null ? null : new Date(session.provenAt),
    permissions: access.permissions,
    holdsAll: access.holdsAll,
    scope: access.scope,
  };
  return asViewer(asVisitor(actor, found, now), found, now);
}

/** New tokens for the caller's session, replacing the current ones; with new rights, under a new secret. */
async function replacePair(desk: Services, ctx: Context, rights?: Rights): Promise<RenewedTokens> {
  const { actor, now, request } = ctx;
  const renewed = await inTransaction(ctx.db, async (db) => {
    const session = await findSession(db, actor.sessionId);
    if (!session || session.endedAt !== null) return undefined;
    const word = rights ? randomSecret(16) : session.word;
    if (rights) {
      await changeTokenSecret(db, session.id, word, new Date(now.getTime() + graceMs));
      await updateSession(db, session.id, { ...rights, lastSeenAt: now.toISOString() });
    }
    const refreshToken = randomSecret(32);
    const parentHash = await replaceRefreshToken(db, session.id, sha256(refreshToken), now);
    await keepRefreshToken(db, { refreshToken, session, request, now, parentHash: parentHash ?? null });
    await announceEnded(db, [session.id]);
    const { accessMs } = await limitsFor(db, session.accountType);
    return mint(desk, { session, word, refreshToken, accessMs, now });
  });
  if (!renewed) throw refuse("platform.unauthenticated", {}, { headers: { "access-token": "invalid_token" } });
  desk.lookUp.forget([actor.sessionId]);
  for (const [name, value] of Object.entries(tokenHeaders(renewed))) ctx.setHeader(name, value);
  return renewed;
}

async function renew(
  desk: Services,
  claims: AccessClaims,
  refreshToken: string,
  request: RequestFacts,
): Promise<RenewedTokens | undefined> {
  const { db, clock } = desk.platform;
  const now = clock.now();
  const hash = sha256(refreshToken);
  const token = await findRefreshToken(db, hash);
  const session = token && (await findSession(db, token.sessionId));
  if (!token || !session || session.endedAt !== null || session.userId !== claims.userId) return undefined;
  if (token.usedAt !== null) return renewAgain(desk, { token, refreshToken, session, request, now });
  const { idleMs, accessMs } = await limitsFor(db, session.accountType);
  if (!isLive(session, idleMs, now) || !isTokenSecretOf(session, claims.sessionWord, now)) return undefined;
  const successor = randomSecret(32);
  const isFirst = await inTransaction(db, async (tx) => {
    const use = { hash, successorHash: sha256(successor), successorSealed: sealUnder(refreshToken, successor), now };
    if (!(await useRefreshToken(tx, use))) return false;
    await keepRefreshToken(tx, { refreshToken: successor, session, request, now, parentHash: hash });
    return true;
  });
  if (isFirst) return mint(desk, { session, word: session.word, refreshToken: successor, accessMs, now });
  const spent = await findRefreshToken(db, hash);
  return spent && renewAgain(desk, { token: spent, refreshToken, session, request, now });
}

interface Reuse {
  readonly token: RefreshToken;
  readonly refreshToken: string;
  readonly session: Session;
  readonly request: RequestFacts;
  readonly now: Date;
}

/**
 * A used refresh token: concurrent calls get the same new pair, anything later is a stolen copy (RFC 9700 section
 * 4.14.2).
 */
async function renewAgain(
  desk: Services,
  { token, refreshToken, session, request, now }: Reuse,
): Promise<RenewedTokens | undefined> {
  const { db } = desk.platform;
  const usedAt = new Date(token.usedAt ?? now);
  if (now.getTime() - usedAt.getTime() <= graceMs) {
    if (token.successorSealed === null) return undefined;
    const { accessMs } = await limitsFor(db, session.accountType);
    const successor = openUnder(refreshToken, token.successorSealed);
    return mint(desk, { session, word: session.word, refreshToken: successor, accessMs, now: usedAt });
  }
  await inTransaction(db, async (tx) => {
    const facts = { db: tx, now, request };
    await recordSecurityEvent(facts, {
      kind: "tokenReused",
      userId: session.userId,
      tenantId: session.tenantId,
      sessionId: session.id,
    });
    await end(desk, facts, [session.id], "reuse");
    const audience = { userIds: [session.userId] };
    await recordEvent(tx, { topic: "security.tokenReused", payload: { ip: request.ip }, audience });
  });
  return undefined;
}
