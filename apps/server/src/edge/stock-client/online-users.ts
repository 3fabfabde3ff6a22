import { createHash } from "node:crypto";
import type { OwnResult } from "./stock-call.ts";

/** A numeric id derived from a session id for the client's tables, below 2^48. */
const rowNumber = (id: string): number =>
  Number.parseInt(createHash("sha256").update(id).digest("hex").slice(0, 12), 16);

/**
 * A session in the client's list of online users. Its connection id is the session's id, because the session is what
 * can be ended.
 */
export const onlineUserShape = (session: OwnResult) => ({
  id: rowNumber(session.id),
  tenantId: null,
  connectionId: session.id,
  userId: session.userId,
  userName: session.userName,
  realName: session.realName,
  time: session.time,
  ip: session.ip,
  browser: session.browser,
  os: session.os,
});
