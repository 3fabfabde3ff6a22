import { z } from "zod";
import { Code, field, Id, Instant, optionalText, requiredText } from "../../kit/field.ts";
import { contains, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields, ById, changeInput, Removal, updateInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { AddressBlock } from "../../merchants/coin-app/coin-app.ts";
import { reference } from "../../references.ts";
import { Status } from "../../system-enumerations.ts";
import { sysOpenAccessMessages } from "./open-access.messages.ts";

const fields = {
  name: requiredText(64),
  /** Whose rights its calls have. */
  bindUserId: reference("sysUser"),
  /** Addresses that calls may come from; none means from everywhere. */
  allowedIps: field(z.array(AddressBlock).max(100), { kind: "list" }).default([]),
  /** Calls a second that are answered; as many more at once as are saved up in one second. */
  perSecond: field(z.number().int().min(1).max(200), { kind: "integer" }).default(10),
  /** From when on it is refused; null for never. */
  expireTime: Instant.nullish(),
  status: Status.schema.default(1),
  remark: optionalText(128),
};

/** A key with which a program calls in the name of a user. */
export const OpenAccess = z.object({
  id: Id,
  ...fields,
  allowedIps: z.array(z.string()),
  accessKey: Code,
  bindUserAccount: z.string().nullable(),
  bindTenantId: Id,
  bindTenantName: z.string().nullable(),
  secretTime: Instant,
  lastUsedTime: Instant.nullable(),
  ...auditFields,
});
export type OpenAccess = z.output<typeof OpenAccess>;

/** A key with its secret, which is told once. */
export const AccessSecret = z.object({
  id: Id,
  accessKey: Code,
  accessSecret: field(z.string(), { kind: "secret" }),
});

const spec = {
  filters: { accessKey: contains(64), name: contains(64), status: oneOf(Status.schema) },
  sortBy: ["createTime", "name", "lastUsedTime"],
  defaultSort: { field: "createTime", order: "desc" },
} as const;

/** What a signature is made of; the secret is used and forgotten. */
const SignatureInput = z.object({
  accessKey: requiredText(64),
  accessSecret: field(requiredText(256), { kind: "secret" }),
  method: z.enum(["GET", "POST"]),
  /** Path with its query, such as `/api/sysPos/list?name=a`. */
  url: field(z.string().trim().min(1).max(2_048).regex(/^\//), { kind: "text" }),
  timestamp: field(z.number().int().positive().max(9_999_999_999), { kind: "integer" }),
  nonce: field(z.string().regex(/^[A-Za-z0-9._~+/=-]{16,64}$/), { kind: "code" }),
  body: field(z.string().max(65_536), { kind: "longText" }).default(""),
});

const binding = ["userUnknown", "userOutranks"] as const;

export const sysOpenAccess = defineResource({
  name: "sysOpenAccess",
  record: OpenAccess,
  for: "operator",
  refusals: {
    userUnknown: { field: "bindUserId" },
    userOutranks: { status: 403, field: "bindUserId" },
    keyEmpty: { status: 401 },
    timestampEmpty: { status: 401 },
    nonceEmpty: { status: 401 },
    signEmpty: { status: 401 },
    timestampMalformed: { status: 401 },
    timestampOutside: { status: 401 },
    keyUnknown: { status: 401 },
    signWrong: { status: 401 },
    repeated: { status: 401 },
    addressRefused: { status: 403 },
    tooOften: { status: 429 },
    notOffered: { status: 403 },
  },
  operations: {
    page: list(OpenAccess, spec),
    detail: query(ById, OpenAccess),
    /** Makes a key; its secret is told once. */
    add: command(z.object(fields), AccessSecret, { stepUp: true, secretResult: true, refusals: binding }),
    update: command(changeInput({ ...fields, ...updateInput }), Done, { stepUp: true, refusals: binding }),
    delete: command(Removal, Done, { stepUp: true }),
    /** Makes a new secret, which is told once; the old one is refused from now on. */
    secret: command(z.object(updateInput), AccessSecret, { stepUp: true, secretResult: true }),
    /** Works out the signature of a call, for whoever writes a client. Keeps nothing. */
    generateSignature: query(
      SignatureInput,
      z.object({ sign: z.string(), text: field(z.string(), { kind: "longText" }) }),
      { method: "POST", secretInputs: ["accessSecret", "body"] },
    ),
  },
  menu: { path: "/develop/openAccess", component: "open-access/open-access.list", icon: "key-round", order: 210 },
  messages: sysOpenAccessMessages,
});
