import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import type { EventFeed } from "../../../platform/events/event-feed.ts";
import { buildAuthenticate } from "../../../platform/http/authenticate.ts";
import type { Authenticate } from "../../../platform/http/server.ts";
import type { Platform } from "../../../platform/platform.ts";
import { sessionsOf } from "./session.service.ts";
import { sessionEndChannel } from "./session.store.ts";

export {
  findPerson,
  findPersonByAccount,
  findPersonByPhone,
  noteLastLogin,
  type SignInPerson,
} from "./person.store.ts";
export { countryOf, placeOf } from "./place.service.ts";
export { recordSecurityEvent, type SecurityEvent, type SecurityFacts } from "./security-event.store.ts";
export { deviceOf, type EndReason } from "./session.policy.ts";
export { sessionRoutes } from "./session.routes.ts";
export { type SessionOpening, type Sessions, type SignInMethod, sessionsOf } from "./session.service.ts";
export { inTransaction, purgeSessions } from "./session.store.ts";
export { viewMs, visitMs } from "./viewing.service.ts";

/** Authentication for every operation of the node. */
export const authenticateWith = (platform: Platform): Authenticate =>
  buildAuthenticate({
    tokens: installationKeys(platform.secret).tokens,
    clock: platform.clock,
    sessions: sessionsOf(platform),
  });

/** Evicts sessions at once when another node ends or changes them. */
export const hearSessionEnds = (platform: Platform, feed: Pick<EventFeed, "onNotify">): (() => void) =>
  feed.onNotify(sessionEndChannel, (payload) => sessionsOf(platform).forget(payload.split(",")));

/** Reports sessions that ended or changed on any node, by id. */
export const watchSessions =
  (feed: Pick<EventFeed, "onNotify">) =>
  (handler: (sessionId: string | undefined) => void): (() => void) =>
    feed.onNotify(sessionEndChannel, {
      onMessage: (payload) => {
        for (const sessionId of payload.split(",")) handler(sessionId);
      },
      // While the connection was down, any session may have ended.
      onConnected: () => handler(undefined),
    });
