import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Flag, field, Id, Instant, Integer, optionalLongText, optionalText, requiredText } from "../../kit/field.ts";
import { contains, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields, ById, changeInput, Removal, updateInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { whereChanged } from "../../platform/second-person.ts";
import { reference } from "../../references.ts";
import { Status } from "../../system-enumerations.ts";
import { sysLdapMessages } from "./ldap.messages.ts";
import { LdapAction, LdapKind, LdapSchedule, LdapSkip, LdapTls, LdapVerdict } from "./ldap-enumerations.ts";

/** The name of an attribute, RFC 4512: nothing that could be read as part of a filter. */
const Attribute = field(
  z
    .string()
    .trim()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/),
  { kind: "code" },
);
const Port = Integer.min(1).max(65_535);

const fields = {
  /** Names of servers that hold the same directory, parted by commas; the next is asked where one cannot be reached. */
  host: requiredText(255),
  port: Port.default(636),
  tls: LdapTls.schema.default("ldaps"),
  /** Certificates in PEM that servers are known by; those that the system trusts without one. */
  caCertificate: optionalLongText(32_768),
  baseDn: requiredText(255),
  /** Who reads the directory; needs no right to change it. */
  bindDn: requiredText(255),
  /** Finds somebody who signs in; `%s` stands for the account name, escaped. */
  authFilter: requiredText(512).default("(sAMAccountName=%s)"),
  /** Which entries are people of ours. Nobody else signs in, and whoever leaves it counts as gone. */
  userFilter: requiredText(512).default("(&(objectCategory=person)(objectClass=user))"),
  /** Which entries are organisations; none are read without it. */
  orgFilter: optionalText(512),
  bindAttrAccount: Attribute.default("sAMAccountName"),
  /** Holds the account here of somebody who has one already; nobody is linked by it without one. */
  bindAttrEmployeeId: Attribute.nullish(),
  /** Holds what never changes of an entry, whatever it is called. */
  bindAttrCode: Attribute.default("objectGUID"),
  attrRealName: Attribute.default("displayName"),
  attrEmail: Attribute.nullish(),
  attrPhone: Attribute.nullish(),
  /** Where people and organisations are placed whose own place is not known here. */
  orgId: reference("sysOrg"),
  /** Whether people are given accounts who have none here. */
  addsUsers: Flag.default(true),
  syncEvery: LdapSchedule.schema.default("off"),
  status: Status.schema.default(1),
  remark: optionalText(128),
};

/** Kept sealed, and told to nobody again. */
const BindPass = field(z.string().min(1).max(512), { kind: "secret" });

/** A directory whose people sign in here with its passwords. */
export const LdapDirectory = z.object({
  id: Id,
  ...fields,
  orgName: z.string().nullable(),
  /** When the password of the bind name was set last. */
  bindPassTime: Instant,
  /** Accounts that are linked to an entry. */
  linkCount: Integer,
  lastSyncTime: Instant.nullable(),
  lastVerdict: LdapVerdict.schema.nullable(),
  ...auditFields,
});
export type LdapDirectory = z.output<typeof LdapDirectory>;

/** What came of trying a directory. */
export const LdapTrial = z.object({
  verdict: LdapVerdict.schema,
  /** What it means and what to do, in the caller's language. */
  message: z.string(),
  /** What the other side, or the connection, said. */
  detail: z.string().nullable(),
  server: z.string().nullable(),
  userCount: Integer.nullable(),
  orgCount: Integer.nullable(),
  /** Some people as they would be read. */
  sample: z.array(
    z.object({ account: z.string().nullable(), realName: z.string().nullable(), code: z.string().nullable() }),
  ),
  latencyMs: Integer,
});
export type LdapTrial = z.output<typeof LdapTrial>;

/** What would become of one entry. */
export const LdapStep = z.object({
  action: LdapAction.schema,
  /** Account of a person, path of an organisation. */
  name: z.string(),
  /** What is known by that name to people. */
  realName: z.string().nullable(),
  orgName: z.string().nullable(),
  skip: LdapSkip.schema.nullable(),
  /** Names of the fields that would change. */
  changed: z.array(z.string()),
});
export type LdapStep = z.output<typeof LdapStep>;

const counts = { added: Integer, linked: Integer, changed: Integer, disabled: Integer, skipped: Integer };

/** What a synchronisation would do, before anything is done. */
export const LdapPreview = z.object({
  verdict: LdapVerdict.schema,
  message: z.string(),
  detail: z.string().nullable(),
  /** Stands for exactly these steps: sent along, nothing else is carried out. */
  fingerprint: z.string().nullable(),
  readCount: Integer,
  unchanged: Integer,
  ...counts,
  /** The first thousand, what is disabled first. */
  steps: z.array(LdapStep),
});
export type LdapPreview = z.output<typeof LdapPreview>;

/** A synchronisation that was carried out, or is. */
export const LdapRun = z.object({
  id: Id,
  kind: LdapKind.schema,
  verdict: LdapVerdict.schema,
  message: z.string(),
  detail: z.string().nullable(),
  ...counts,
  /** Who asked for it; null where it was time. */
  startUserName: z.string().nullable(),
  startTime: Instant,
  endTime: Instant.nullable(),
});
export type LdapRun = z.output<typeof LdapRun>;

const spec = {
  filters: {
    host: contains(128),
    baseDn: contains(128),
    status: oneOf(Status.schema),
    lastVerdict: oneOf(LdapVerdict.schema),
  },
  sortBy: ["createTime", "host", "lastSyncTime"],
  defaultSort: { field: "createTime", order: "desc" },
} as const;

/** Whoever decides which directory is asked, and who is found in it, decides who signs in. */
const takesTwo = whereChanged("ldapDirectories", [
  "host",
  "port",
  "tls",
  "caCertificate",
  "baseDn",
  "bindDn",
  "bindPassTime",
  "authFilter",
  "userFilter",
  "bindAttrAccount",
  "bindAttrEmployeeId",
  "bindAttrCode",
  "status",
]);

const secretInputs = ["bindPass"];
const judged = ["hostRefused", "certificateMalformed", "filterMalformed", "placeMissing", "orgUnknown"] as const;
const sync = command(z.object({ id: Id, fingerprint: z.string().max(64).nullish() }), Id, {
  stepUp: true,
  refusals: ["disabled", "running", "orgFilterMissing"],
});

export const sysLdap = defineResource({
  name: "sysLdap",
  record: LdapDirectory,
  for: "operator",
  refusals: {
    hostRefused: { status: 422, field: "host" },
    certificateMalformed: { status: 422, field: "caCertificate" },
    filterMalformed: { status: 422, field: "userFilter" },
    placeMissing: { status: 422, field: "authFilter" },
    orgUnknown: { status: 422, field: "orgId" },
    bindPassNeeded: { status: 422, field: "bindPass" },
    inUse: { status: 409 },
    disabled: { status: 409 },
    running: { status: 409 },
    orgFilterMissing: { status: 409 },
  },
  operations: {
    page: list(LdapDirectory, spec),
    detail: query(ById, LdapDirectory),
    add: command(z.object({ ...fields, bindPass: BindPass }), Id, {
      stepUp: true,
      secretInputs,
      secondPerson: takesTwo,
      refusals: judged,
    }),
    /** A password goes to the servers it was set for: whoever changes these, or the bind name, sets it anew. */
    update: command(changeInput({ ...fields, bindPass: BindPass.nullish(), ...updateInput }), Done, {
      stepUp: true,
      secretInputs,
      secondPerson: takesTwo,
      refusals: [...judged, "bindPassNeeded"],
    }),
    /** Only one that nobody signs in by: whoever was linked would have an old password in its place. */
    delete: command(Removal, Done, { stepUp: true, refusals: ["inUse"] }),
    /** Connects, signs in, and counts what the filters find. Changes nothing anywhere. */
    test: query(ById, LdapTrial, { method: "POST" }),
    /** Reads the directory and tells what a synchronisation would do. */
    preview: query(z.object({ id: Id, kind: LdapKind.schema }), LdapPreview, { method: "POST" }),
    /** Has a job bring the accounts in line; answers the number of the run. */
    syncUser: sync,
    /** The same for organisations. */
    syncOrg: sync,
    /** The last synchronisations, the latest first. */
    runs: query(ById, z.array(LdapRun)),
    export: exportOf(spec),
  },
  menu: { path: "/system/ldap", component: "ldap/ldap.list", icon: "contact", order: 170 },
  messages: sysLdapMessages,
});
