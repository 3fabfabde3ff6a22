import { rowNumber } from "./row-number.ts";
import type { OwnResult } from "./stock-call.ts";

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
