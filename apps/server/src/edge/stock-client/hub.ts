import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { localeFrom } from "@countinghouse/contract/kit/locale.ts";
import { Refusal } from "@countinghouse/contract/kit/refusal.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { sysNotice } from "@countinghouse/contract/system/notice/notice.ts";
import { sysOnlineUser } from "@countinghouse/contract/system/session/session.ts";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { sessionsOf } from "../../modules/system/session/index.ts";
import type { Actor } from "../../platform/access/actor.ts";
import { holds } from "../../platform/access/permission.ts";
import type { StockClientSettings } from "../../platform/config/stock-client-config.ts";
import type { AccessClaims } from "../../platform/crypto/access-token.ts";
import { installationKeys } from "../../platform/crypto/installation-keys.ts";
import { randomSecret } from "../../platform/crypto/random.ts";
import { isForActor } from "../../platform/events/event-audience.ts";
import type { EventFeed } from "../../platform/events/event-feed.ts";
import { bearerToken } from "../../platform/http/authenticate.ts";
import type { RequestFacts } from "../../platform/http/context.ts";
import type { BoundOperation, Runtime } from "../../platform/http/open-context.ts";
import { runOperation } from "../../platform/http/run-operation.ts";
import type { Platform } from "../../platform/platform.ts";
import { isAllowedOrigin } from "./cross-origin.ts";
import type { StockDoor } from "./door.ts";
import { framed, type HubMessage, hubMessage, isHandshake, readRecords } from "./hub-protocol.ts";
import { markupOf } from "./notice-text.ts";
import { onlineUserShape } from "./online-users.ts";
import { type OwnResult, said } from "./stock-call.ts";
import { isRecord, toldValue } from "./values.ts";
import { type LocalTimes, localTimesOf } from "./zone.ts";

interface StockHubOptions {
  readonly platform: Platform;
  readonly settings: StockClientSettings;
  readonly spine: Runtime;
  readonly bound: readonly BoundOperation[];
  readonly door: StockDoor;
  /** Notices and ended sessions of all nodes; without it only events of this node are sent. */
  readonly feed?: EventFeed | undefined;
  readonly watchSessions?: ((handler: (sessionId: string | undefined) => void) => () => void) | undefined;
  /** Ping interval in milliseconds; the product's by default, tests shorten it. */
  readonly pingMs?: number;
}

const hubPath = "/hubs/onlineUser";
const onlineChannel = "stock_client_online";

const handshakeMs = 15_000;
const silenceMs = 60_000;
const recheckMs = 15_000;
const perSessionMax = 10;
const bytesMax = 16_384;
const unreadMax = 1_048_576;
const recordsPerTick = 40;
const opensPerTick = 40;
const listedUsers = 10;

/** One connected client. */
interface Listener {
  readonly socket: WebSocket;
  readonly facts: RequestFacts;
  readonly claims: AccessClaims;
  actor: Actor;
  isReady: boolean;
  heardAt: number;
  received: number;
  /** What is asked over one connection is done one after the other. */
  work: Promise<void>;
}

/** Announced to all nodes when a user connects or disconnects. */
interface Presence {
  readonly tenantId: number;
  readonly realName: string;
  readonly online: boolean;
}

/**
 * The hub's token may stand in its URL, because browsers cannot send headers with a WebSocket; it is read from the URL
 * nowhere else.
 */
function tokenOf({ headers, url }: Pick<IncomingMessage, "headers" | "url">): string | undefined {
  const sent = bearerToken(headers.authorization);
  if (sent !== undefined) return sent;
  const query = new URL(url ?? "/", "http://hub.invalid").searchParams;
  return query.get("token") ?? query.get("access_token") ?? undefined;
}

/** The client's address: as reported by the trusted proxies, or the socket's. */
function addressOf({ socket, headers }: IncomingMessage, hops: number | false): string {
  const told = String(headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);
  const way = [...told, socket.remoteAddress ?? ""];
  return way.at(-1 - Math.min(hops || 0, way.length - 1)) ?? "";
}

const isHub = (url: string | undefined): boolean =>
  (url ?? "").split("?", 1)[0]?.toLowerCase() === hubPath.toLowerCase();

/**
 * The hub of online users: announces who connects and disconnects, delivers notices, signs users out. A connection
 * lasts as long as its session.
 */
export class StockHub {
  readonly #options: StockHubOptions;
  readonly #times: LocalTimes;
  readonly #listeners = new Set<Listener>();
  /** How often each session came lately: everybody who may see it is told each time. */
  readonly #opens = new Map<string, number>();
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: bytesMax, perMessageDeflate: false });
  readonly #stops: (() => void)[] = [];

  constructor(options: StockHubOptions) {
    this.#options = options;
    this.#times = localTimesOf(options.settings.zone);
  }

  /** Registers the hub on a server, for its lifetime. */
  serve(app: FastifyInstance): void {
    const { feed, watchSessions, pingMs = 5_000 } = this.#options;
    app.post(`${hubPath}/negotiate`, async (request, reply) => {
      reply.header("cache-control", "no-store");
      const asked = { headers: request.headers, url: request.url };
      const known = this.#options.door.isClients(asked) ? await this.#who(tokenOf(asked)) : undefined;
      if (!known)
        return reply
          .code(401)
          .send({ error: said(localeFrom(String(request.headers["accept-language"] ?? "")), "ended") });
      return {
        negotiateVersion: 1,
        connectionId: randomSecret(16),
        connectionToken: randomSecret(16),
        availableTransports: [{ transport: "WebSockets", transferFormats: ["Text"] }],
      };
    });
    app.server.on("upgrade", (request, socket, head) => void this.#upgrade(request, socket, head));
    const ping = setInterval(() => this.#tick(), pingMs).unref();
    const recheck = setInterval(() => this.#recheck(() => true), recheckMs).unref();
    this.#stops.push(
      () => clearInterval(ping),
      () => clearInterval(recheck),
    );
    const unwatch = watchSessions?.((id) => this.#recheck(({ actor }) => id === undefined || actor.sessionId === id));
    if (unwatch) this.#stops.push(unwatch);
    if (feed) {
      this.#stops.push(
        feed.onNotify(onlineChannel, (payload) => void this.#tellOnline(JSON.parse(payload) as Presence)),
      );
      this.#stops.push(
        feed.subscribe(({ event }) => {
          if (event.topic !== "notice.published") return;
          const { noticeId } = event.payload as { noticeId: number };
          for (const one of this.#ready())
            if (isForActor(event.audience, one.actor)) void this.#tellNotice(one, noticeId);
        }),
      );
    }
    app.addHook("preClose", async () => {
      for (const stop of this.#stops) stop();
      for (const { socket } of this.#listeners) {
        this.#send(socket, { type: hubMessage.close, allowReconnect: true });
        socket.close(1001);
      }
      this.#sockets.close();
    });
  }

  #ready(): Listener[] {
    return [...this.#listeners].filter(({ isReady }) => isReady);
  }

  /** The session of a token, while both are valid. */
  async #who(token: string | undefined): Promise<{ claims: AccessClaims; actor: Actor } | undefined> {
    const { platform } = this.#options;
    if (!token) return undefined;
    const reading = await installationKeys(platform.secret).tokens.read(token, platform.clock.now());
    if (reading.state !== "valid") return undefined;
    const actor = await sessionsOf(platform).actorOf(reading.claims, false);
    return actor && { claims: reading.claims, actor };
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { door, settings, platform } = this.#options;
    socket.on("error", () => {});
    const refuse = (status: string) =>
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    if (!isHub(request.url) || !door.isClients(request)) return void refuse("404 Not Found");
    const { origin, host } = request.headers;
    const isOwn = origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
    if (!isOwn && !isAllowedOrigin(origin, settings.origin)) return void refuse("403 Forbidden");
    try {
      const known = await this.#who(tokenOf(request));
      if (!known) return void refuse("401 Unauthorized");
      const { sessionId } = known.actor;
      const held = [...this.#listeners].filter(({ actor }) => actor.sessionId === sessionId);
      const opens = (this.#opens.get(sessionId) ?? 0) + 1;
      if (held.length >= perSessionMax || opens > opensPerTick) return void refuse("429 Too Many Requests");
      this.#opens.set(sessionId, opens);
      this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#open(opened, request, known));
    } catch (error) {
      platform.logger.warn({ err: error }, "the hub could not be asked");
      refuse("503 Service Unavailable");
    }
  }

  #open(socket: WebSocket, request: IncomingMessage, known: { claims: AccessClaims; actor: Actor }): void {
    const { platform } = this.#options;
    const { headers } = request;
    const listener: Listener = {
      socket,
      ...known,
      isReady: false,
      heardAt: performance.now(),
      received: 0,
      work: Promise.resolve(),
      facts: {
        id: randomSecret(16),
        method: "GET",
        path: hubPath,
        ip: addressOf(request, platform.config.trustProxyHops),
        userAgent: String(headers["user-agent"] ?? "").slice(0, 512),
        locale: localeFrom(String(headers["accept-language"] ?? "")),
        queryNames: [],
        headers: {},
      },
    };
    this.#listeners.add(listener);
    socket.on("error", () => socket.terminate());
    socket.on("close", () => {
      this.#listeners.delete(listener);
      if (listener.isReady) void this.#announce(listener, false);
    });
    socket.on("message", (data, isBinary) => {
      if (isBinary) socket.close(1003);
      else this.#hear(listener, data);
    });
  }

  #hear(listener: Listener, data: RawData): void {
    listener.heardAt = performance.now();
    const records = readRecords(String(data));
    listener.received += records?.length ?? 0;
    if (!records || listener.received > recordsPerTick) {
      listener.socket.close(1008);
      return;
    }
    listener.work = listener.work
      .then(() => this.#take(listener, records))
      .catch((error: unknown) => {
        this.#options.platform.logger.warn({ err: error }, "the hub could not do what it was asked");
        listener.socket.close(1011);
      });
  }

  async #take(listener: Listener, records: readonly HubMessage[]): Promise<void> {
    for (const record of records) {
      if (listener.socket.readyState !== listener.socket.OPEN) return;
      if (listener.isReady) await this.#answer(listener, record);
      else if (isHandshake(record)) {
        listener.isReady = true;
        listener.socket.send(framed({}));
        await this.#announce(listener, true);
      } else {
        listener.socket.send(framed({ error: "This hub speaks the protocol json, version 1." }));
        return listener.socket.close(1002);
      }
    }
  }

  async #answer(listener: Listener, { type, target, invocationId, arguments: sent = [] }: HubMessage): Promise<void> {
    if (type === hubMessage.close) return listener.socket.close(1000);
    if (type !== hubMessage.invocation) return;
    let error: string | undefined;
    if (target?.toLowerCase() === "forceoffline") error = await this.#forceOffline(listener, sent[0]);
    else error = said(listener.facts.locale, "hubRefused");
    if (invocationId !== undefined)
      this.#send(listener.socket, {
        type: hubMessage.completion,
        invocationId,
        ...(error ? { error } : { result: null }),
      });
  }

  /** Ends another user's session by the usual operation, with its permission, step-up, rank check and audit. */
  async #forceOffline(listener: Listener, asked: unknown): Promise<string | undefined> {
    const { spine } = this.#options;
    const { actor, facts } = listener;
    const id = isRecord(asked) ? asked.connectionId : undefined;
    const note = { resource: sysOnlineUser.name, operation: "forceOffline", actor, request: facts, sent: { id } };
    const started = performance.now();
    const elapsed = () => Math.round(performance.now() - started);
    try {
      await this.#run(listener, sysOnlineUser, "forceOffline", { id });
      spine.journal?.command({ ...note, status: 200, bizCode: null, message: null, elapsedMs: elapsed() });
      return undefined;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const message = spine.translator.refusal(error.code, error.values, facts.locale);
      spine.journal?.command({ ...note, status: error.status, bizCode: error.code, message, elapsedMs: elapsed() });
      return message;
    }
  }

  async #run(listener: Listener, resource: Resource, name: string, sent: unknown): Promise<OwnResult> {
    const { spine, bound } = this.#options;
    const operation = bound.find((one) => one.resource.name === resource.name && one.name === name);
    if (!operation) throw new Error(`${resource.name}.${name} is not served`);
    const call = { actor: listener.actor, request: listener.facts, sent, setHeader: () => {} };
    const { result } = await runOperation(spine, operation, call);
    return toldValue(operation.operation.output, result, this.#times);
  }

  async #announce({ actor }: Listener, online: boolean): Promise<void> {
    const { feed, platform } = this.#options;
    const presence: Presence = { tenantId: actor.tenantId, realName: actor.realName, online };
    if (!feed) return this.#tellOnline(presence);
    try {
      await sql`SELECT pg_notify(${onlineChannel}, ${JSON.stringify(presence)})`.execute(platform.db);
    } catch (error) {
      platform.logger.warn({ err: error }, "who is online could not be announced");
    }
  }

  /** Announces a connect or disconnect to those who may see online users, with the list that each may see. */
  async #tellOnline({ tenantId, realName, online }: Presence): Promise<void> {
    const readers = this.#ready().filter(
      ({ actor }) => actor.tenantId === tenantId && holds(actor, "sysOnlineUser:page"),
    );
    for (const reader of readers)
      await this.#guarded(async () => {
        const { items } = await this.#run(reader, sysOnlineUser, "page", { pageSize: listedUsers });
        this.#invoke(reader, "OnlineUserList", { realName, online, userList: items.map(onlineUserShape) });
      });
  }

  async #tellNotice(listener: Listener, noticeId: number): Promise<void> {
    await this.#guarded(async () => {
      const unread: OwnResult[] = await this.#run(listener, sysNotice, "unReadList", {});
      const notice = unread.find(({ id }) => id === noticeId);
      if (notice) this.#invoke(listener, "PublicNotice", { ...notice, content: markupOf(notice.content) });
    });
  }

  /** Authenticates connections again, and signs out those whose session has ended. */
  #recheck(isMeant: (listener: Listener) => boolean): void {
    const { platform } = this.#options;
    for (const listener of this.#listeners)
      if (isMeant(listener))
        void this.#guarded(async () => {
          const sessions = sessionsOf(platform);
          const session = await sessions.find(platform.db, listener.actor.sessionId);
          // The session's identifier is replaced when it gains rights; it is still the same session.
          const claims = session?.endedAt === null ? { ...listener.claims, sessionWord: session.word } : undefined;
          const actor = claims && (await sessions.actorOf(claims, false));
          if (actor) listener.actor = actor;
          else this.#signOut(listener);
        });
  }

  #signOut(listener: Listener): void {
    this.#invoke(listener, "ForceOffline", said(listener.facts.locale, "ended"));
    this.#send(listener.socket, { type: hubMessage.close, allowReconnect: false });
    listener.socket.close(1008);
  }

  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refusal))
        this.#options.platform.logger.warn({ err: error }, "the hub could not say something");
    }
  }

  #tick(): void {
    const now = performance.now();
    for (const { socket, isReady, heardAt } of this.#listeners) {
      if (now - heardAt > (isReady ? silenceMs : handshakeMs)) socket.terminate();
      else if (isReady) this.#send(socket, { type: hubMessage.ping });
    }
    for (const listener of this.#listeners) listener.received = 0;
    this.#opens.clear();
  }

  #invoke({ socket }: Listener, target: string, ...args: unknown[]): void {
    this.#send(socket, { type: hubMessage.invocation, target, arguments: args });
  }

  /** Sends a message; disconnects a client that does not read. */
  #send(socket: WebSocket, message: object): void {
    if (socket.bufferedAmount > unreadMax) socket.terminate();
    else if (socket.readyState === socket.OPEN) socket.send(framed(message));
  }
}
