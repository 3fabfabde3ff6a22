import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Code, Flag, field, Instant, Integer, optionalText, requiredText, Version } from "../../kit/field.ts";
import { contains, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields, changeInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { SwitchStatus } from "../../payment-enumerations.ts";
import { whereChanged } from "../../platform/second-person.ts";
import { lookup, reference } from "../../references.ts";
import { fileEndpointMessages } from "./file-endpoint.messages.ts";
import { FileEndpointVerdict, FileProtocol } from "./file-endpoint-enumerations.ts";

export const FileEndpointId = reference("fileEndpoint");

/** `sftp://host` or `https://host`, with a port where it is not the usual one. */
const Url = requiredText(255);
/** The fingerprint of the key that an SFTP host is known by, as `ssh-keygen -lf` prints it. */
const HostKey = field(
  z
    .string()
    .trim()
    .regex(/^SHA256:[A-Za-z0-9+/]{43}$/),
  { kind: "code" },
);
const Bucket = field(
  z
    .string()
    .trim()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
  { kind: "code" },
);
const Region = field(
  z
    .string()
    .trim()
    .regex(/^[a-z0-9-]{2,32}$/),
  { kind: "code" },
);
/** No steps upwards, nothing hidden, one slash between names. */
const Folder = field(
  z
    .string()
    .trim()
    .max(200)
    .regex(/^\/?(?:[A-Za-z0-9_][A-Za-z0-9 ._-]*(?:\/[A-Za-z0-9_][A-Za-z0-9 ._-]*)*)?\/?$/),
  { kind: "code" },
);

const fields = {
  name: requiredText(64),
  url: Url,
  /** Of SFTP the user, of S3 the id of the key. */
  userName: requiredText(128),
  /** Of SFTP; without it nobody signs in. */
  hostKey: HostKey.nullish(),
  /** Of S3. */
  bucket: Bucket.nullish(),
  region: Region.nullish(),
  isPathStyle: Flag.default(true),
  folder: Folder.default(""),
  remark: optionalText(256),
};

/** Of SFTP a password or a private key, of S3 the key's secret. Kept sealed, and told to nobody again. */
const Secret = field(z.string().min(1).max(16_384), { kind: "secret" });

/** A folder at somebody else's, where files are fetched from and put to. */
export const FileEndpoint = z.object({
  id: FileEndpointId,
  protocol: FileProtocol.schema,
  ...fields,
  hostKey: HostKey.nullable(),
  bucket: Bucket.nullable(),
  region: Region.nullable(),
  status: SwitchStatus.schema,
  /** When the secret was set last. */
  secretTime: Instant,
  /** What became of using it the last time. */
  lastTime: Instant.nullable(),
  lastVerdict: FileEndpointVerdict.schema.nullable(),
  ...auditFields,
});
export type FileEndpoint = z.output<typeof FileEndpoint>;

/** What came of trying an endpoint. */
export const FileEndpointTrial = z.object({
  verdict: FileEndpointVerdict.schema,
  /** What the other side said, for whoever set it up. */
  message: z.string().nullable(),
  /** The key that the host showed: compare it with what the host's people say before it is set. */
  hostKey: Code.nullable(),
  fileCount: Integer.nullable(),
  latencyMs: Integer,
});
export type FileEndpointTrial = z.output<typeof FileEndpointTrial>;

const spec = {
  filters: {
    name: contains(64),
    url: contains(128),
    protocol: oneOf(FileProtocol.schema),
    status: oneOf(SwitchStatus.schema),
    lastVerdict: oneOf(FileEndpointVerdict.schema),
  },
  sortBy: ["name", "createTime", "lastTime"],
  defaultSort: { field: "name", order: "asc" },
} as const;

const ById = z.object({ id: FileEndpointId });
const idAndVersion = { id: FileEndpointId, version: Version.nullish() };

/** Whoever decides where files come from decides what is booked by them; where they go to, who reads them. */
const takesTwo = whereChanged("fileEndpoints", [
  "url",
  "userName",
  "hostKey",
  "bucket",
  "region",
  "folder",
  "secretTime",
]);

const secretInputs = ["secret"];
const fieldRefusals = ["urlRefused", "notOfProtocol", "bucketNeeded"] as const;

export const fileEndpoint = defineResource({
  name: "fileEndpoint",
  record: FileEndpoint,
  for: "operator",
  refusals: {
    duplicate: { status: 409, field: "name", constraint: "file_endpoints_name_unique" },
    urlRefused: { status: 422, field: "url" },
    notOfProtocol: { status: 422, field: "hostKey" },
    bucketNeeded: { status: 422, field: "bucket" },
    secretNeeded: { status: 422, field: "secret" },
    inUse: { status: 409 },
  },
  operations: {
    page: list(FileEndpoint, spec),
    /** For choosing an endpoint: those that are switched on. */
    list: query(
      z.object(lookup("fileEndpoint")),
      z.array(z.object({ id: FileEndpointId, name: z.string(), url: z.string(), status: SwitchStatus.schema })),
    ),
    detail: query(ById, FileEndpoint),
    add: command(z.object({ ...fields, secret: Secret }), FileEndpointId, {
      stepUp: true,
      secretInputs,
      secondPerson: takesTwo,
      refusals: ["duplicate", ...fieldRefusals],
    }),
    /** A secret goes to the host it was set for: whoever changes host, user or key sets it anew. */
    update: command(changeInput({ ...fields, secret: Secret.nullish(), ...idAndVersion }), Done, {
      stepUp: true,
      secretInputs,
      secondPerson: takesTwo,
      refusals: ["duplicate", ...fieldRefusals, "secretNeeded"],
    }),
    setStatus: command(z.object({ ...idAndVersion, status: SwitchStatus.schema }), Done, { stepUp: true }),
    /** Signs in and lists the folder. Nothing is fetched and nothing is put there. */
    test: query(ById, FileEndpointTrial, { method: "POST" }),
    delete: command(z.object(idAndVersion), Done, { stepUp: true, refusals: ["inUse"] }),
    export: exportOf(spec),
  },
  menu: { path: "/finance/file-endpoint", component: "file-endpoint/file-endpoint.list", icon: "server", order: 335 },
  messages: fileEndpointMessages,
});
