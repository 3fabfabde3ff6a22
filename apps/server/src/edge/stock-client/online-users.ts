import { createHash } from "node:crypto";
import type { OwnResult } from "./stock-call.ts";

/** A number that stands for a session in tables of the client, below 2^48. */
const rowNumber = (id: string): number =>
  Number.parseInt(createHash("sha256").update(id).digest("hex").slice(0, 12), 16);

/** A session as the client lists those who are online. Its connection is the session: that is what can be ended. */
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
