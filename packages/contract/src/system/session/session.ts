import { z } from "zod";
import { Flag, field, Id, Instant } from "../../kit/field.ts";
import { contains, exact } from "../../kit/list.ts";
import { command, Done, list, Nothing, query } from "../../kit/operation.ts";
import { tenantFields } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { operatorOnly } from "../../operator-only.ts";
import { sysOnlineUserMessages } from "./session.messages.ts";

/** By which door a session came to be. */
export const SignInMethod = z.enum(["password", "phone", "qr", "passkey"]);

const SessionId = field(z.string().regex(/^[\w-]{8,64}$/), { kind: "code" });

/** A live session, as its owner or an operator sees it. It holds nothing a token could be made from. */
export const OnlineUser = z.object({
  id: SessionId,
  userId: Id,
  userName: z.string(),
  realName: z.string(),
  time: Instant,
  lastSeenTime: Instant,
  ip: z.string(),
  place: z.string(),
  browser: z.string(),
  os: z.string(),
  /** The node that served it last. */
  node: operatorOnly(z.string()),
  method: SignInMethod,
  hasSecondFactor: Flag,
  isLocked: Flag,
  isCurrent: z.boolean(),
  ...tenantFields,
});

const spec = {
  filters: {
    userName: contains(64),
    realName: contains(64),
    ip: contains(64),
    node: exact(field(z.string().trim().max(64), { kind: "text" })),
  },
  sortBy: ["lastSeenTime", "time", "userName"],
  defaultSort: { field: "lastSeenTime", order: "desc" },
} as const;

/** Live sessions: all of them for operators who may see them, one's own for everyone. */
export const sysOnlineUser = defineResource({
  name: "sysOnlineUser",
  record: OnlineUser,
  refusals: {
    outranked: { status: 403 },
  },
  operations: {
    page: list(OnlineUser, spec, { passive: true }),
    forceOffline: command(z.object({ id: SessionId }), Done, { stepUp: true, refusals: ["outranked"] }),
    ownList: query(Nothing, z.array(OnlineUser), { access: "signedIn", passive: true }),
    endOwn: command(z.object({ id: SessionId }), Done, { access: "signedIn" }),
    endOthers: command(Nothing, z.object({ ended: z.number().int() }), { access: "signedIn" }),
  },
  menu: {
    path: "/system/onlineUser",
    component: "session/session.list",
    icon: "radio",
    order: 140,
  },
  messages: sysOnlineUserMessages,
});
