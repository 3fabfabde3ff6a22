import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import {
  Day,
  type FieldFacts,
  field,
  Id,
  Instant,
  Integer,
  OrderNo,
  optionalLongText,
  optionalText,
  requiredText,
} from "../../kit/field.ts";
import { contains, exact, oneOf } from "../../kit/list.ts";
import { command, Done, list, Nothing, query } from "../../kit/operation.ts";
import { auditFields, ById, changeInput, Removal, tenantFields, updateInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { largerInput } from "../../platform/input-limits.ts";
import { importOperations, importRefusals } from "../../platform/table-import.ts";
import { lookup, reference, severalOf } from "../../references.ts";
import { AccountType, CardType, CultureLevel, Gender, Status } from "../../system-enumerations.ts";
import { PhoneNumber } from "./phone-field.ts";
import { sysUserMessages } from "./user.messages.ts";

const personal = <S extends z.ZodType>(schema: S, facts: Partial<FieldFacts> = {}) =>
  field(schema, { kind: "text", personal: true, ...facts });

/** What a person is signed in with: letters, digits and `. _ - @`, unique over all tenants whatever the case. */
export const AccountName = field(requiredText(32).regex(/^[\p{L}\p{N}][\p{L}\p{N}._@-]*$/u), {
  kind: "text",
  format: "account",
});

/** What people may change about themselves. */
const profile = {
  realName: requiredText(32),
  nickName: optionalText(32),
  sex: Gender.schema.default(1),
  age: Integer.min(0).max(150).nullish(),
  birthday: Day.nullish(),
  nation: optionalText(32),
  phone: PhoneNumber.nullish(),
  cardType: CardType.schema.nullish(),
  idCardNum: personal(z.string().trim().max(32)).nullish(),
  email: personal(z.email().max(64)).nullish(),
  address: personal(z.string().trim().max(256)).nullish(),
  cultureLevel: CultureLevel.schema.nullish(),
  politicalOutlook: optionalText(16),
  college: optionalText(128),
  officePhone: optionalText(16),
  emergencyContact: optionalText(32),
  emergencyPhone: optionalText(16),
  emergencyAddress: optionalText(256),
  introduction: optionalLongText(512),
};

/** What an administrator sets beside the profile. */
const employment = {
  account: AccountName,
  accountType: AccountType.schema.default(AccountType.NormalUser),
  orgId: reference("sysOrg"),
  posId: reference("sysPos").nullish(),
  managerUserId: reference("sysUser").nullish(),
  jobNum: optionalText(32),
  posLevel: optionalText(32),
  posTitle: optionalText(32),
  expertise: optionalText(32),
  officeZone: optionalText(32),
  office: optionalText(32),
  joinDate: Day.nullish(),
  /** Account in the tenant's directory, by whose password the user signs in; none for a password kept here. */
  domainAccount: optionalText(128),
  /** Above it a refund that the person asks for takes a second one; whole US dollars. Empty: only the settings limit it. */
  refundLimit: Integer.min(0).max(10_000_000).nullish(),
  orderNo: OrderNo.default(100),
  remark: optionalText(256),
};

/** Membership in an organisation beside the main one. */
export const ExtraOrg = z.object({
  orgId: Id,
  posId: Id,
  jobNum: optionalText(32),
  posLevel: optionalText(32),
  joinDate: Day.nullish(),
});

const idList = severalOf("sysRole", 200);
const grants = {
  roleIdList: idList.default([]),
  extOrgIdList: field(z.array(ExtraOrg).max(50), { kind: "list" }).default([]),
};

/** A row of a file of people: organisation, position and roles by their codes or names. */
export const UserRow = z.object({
  account: employment.account,
  realName: profile.realName,
  org: requiredText(64),
  pos: optionalText(64),
  roles: optionalText(512),
  nickName: profile.nickName,
  phone: profile.phone,
  email: profile.email,
  jobNum: employment.jobNum,
  joinDate: employment.joinDate,
  birthday: profile.birthday,
  domainAccount: employment.domainAccount,
  orderNo: employment.orderNo,
  remark: employment.remark,
});
export type UserRow = z.output<typeof UserRow>;

/** A person who signs in. Neither the password nor anything made from it is ever part of it. */
export const User = z.object({
  id: Id,
  ...employment,
  ...profile,
  /** Addresses of the pictures that the person brought; see `uploadAvatar`. */
  avatar: z.string().nullable(),
  signature: z.string().nullable(),
  status: Status.schema,
  orgName: z.string().nullable(),
  posName: z.string().nullable(),
  /** Names of the roles held, joined. */
  roleName: z.string().nullable(),
  lastLoginIp: z.string().nullable(),
  lastLoginAddress: z.string().nullable(),
  lastLoginTime: Instant.nullable(),
  lastLoginDevice: z.string().nullable(),
  ...tenantFields,
  ...auditFields,
});
export type User = z.output<typeof User>;

const spec = {
  filters: {
    account: contains(32),
    realName: contains(32),
    posName: contains(64),
    phone: contains(16),
    /** The organisation and everything below it. */
    orgId: exact(reference("sysOrg")),
    /** Who holds the role. */
    roleId: exact(reference("sysRole")),
    status: oneOf(Status.schema),
    accountType: oneOf(AccountType.schema),
  },
  sortBy: ["orderNo", "account", "realName", "createTime", "lastLoginTime"],
  defaultSort: { field: "orderNo", order: "asc" },
} as const;

const placing = [
  "duplicateAccount",
  "duplicatePhone",
  "rankNotYours",
  "roleNotYours",
  "roleOfOperators",
  "roleUnknown",
  "orgNotYours",
  "posUnknown",
  "managerUnknown",
  "orgTwice",
  "memberElsewhere",
  "directoryMissing",
  "domainAccountTaken",
  "domainAccountUnfit",
] as const;
/** An account and the word of the link by which its password is chosen, told once; good for three days and one choice. */
export const Invitation = z.object({
  account: z.string(),
  invitation: field(z.string(), { kind: "secret" }),
  expireTime: Instant,
});

/** Most bytes of a picture of a person. */
export const pictureBytesMax = 524_288;

/** A picture as a data URI, PNG, JPEG or WebP by its bytes; null takes away the one there is. */
const PictureInput = largerInput(z.object({ image: field(z.string().max(710_000), { kind: "text" }).nullable() }), {
  bytes: 720_000,
});

/** A picture as it is kept, and where it is read. */
const Picture = z
  .object({
    id: Id,
    url: z.string(),
    fileName: z.string(),
    suffix: z.string(),
    fileBytes: Integer,
    createTime: Instant,
  })
  .nullable();

const picturing = ["pictureMalformed", "pictureTooLarge", "pictureType"] as const;

export const sysUser = defineResource({
  name: "sysUser",
  record: User,
  refusals: {
    protected: { status: 403 },
    ownRank: { status: 403 },
    self: { status: 409 },
    tenantAdmin: { status: 409 },
    duplicatePhone: { status: 409, field: "phone", constraint: "users_phone_unique" },
    ownStatus: { status: 409 },
    roleNotYours: { status: 403, field: "roleIdList" },
    roleOfOperators: { status: 409, field: "roleIdList" },
    roleUnknown: { field: "roleIdList" },
    managerUnknown: { field: "managerUserId" },
    orgNotYours: { field: "orgId" },
    orgTwice: { field: "extOrgIdList" },
    posUnknown: { field: "posId" },
    rankNotYours: { status: 403, field: "accountType" },
    memberElsewhere: { field: "accountType" },
    directoryMissing: { status: 409, field: "domainAccount" },
    domainAccountTaken: { status: 409, field: "domainAccount" },
    domainAccountUnfit: { status: 409, field: "domainAccount" },
    passwordOfDirectory: { status: 409 },
    ...importRefusals,
    pictureMalformed: { field: "image" },
    pictureTooLarge: { field: "image" },
    pictureType: { field: "image" },
    duplicateAccount: { status: 409, field: "account", constraint: "users_account_unique" },
  },
  operations: {
    page: list(User, spec),
    /** For choosing somebody: by name or account. */
    list: query(
      z.object(lookup("sysUser")),
      z.array(z.object({ id: Id, realName: z.string(), account: z.string(), status: Status.schema })),
    ),
    detail: query(ById, User),
    /** Whoever signs in by a directory's password is sent no link. */
    add: command(
      z.object({ ...employment, ...profile, ...grants }),
      z.object({ id: Id, invited: Invitation.nullable() }),
      {
        refusals: placing,
        stepUp: true,
        secretResult: true,
      },
    ),
    /** Replaces roles and additional organisations; never changes password or status. */
    update: command(changeInput({ ...employment, ...profile, ...grants, ...updateInput }), Done, {
      refusals: [...placing, "protected", "ownRank"],
      stepUp: true,
    }),
    delete: command(Removal, Done, { stepUp: true, refusals: ["protected", "self", "tenantAdmin"] }),
    baseInfo: query(Nothing, User, { access: "signedIn" }),
    /** Changes the caller's own profile, whoever the body names. */
    saveBaseInfo: command(changeInput(profile), Done, {
      access: "signedIn",
      path: "baseInfo",
      refusals: ["duplicatePhone"],
    }),
    /** The caller's own portrait, in the place of the one before. */
    uploadAvatar: command(PictureInput, Picture, { access: "signedIn", refusals: picturing, secretInputs: ["image"] }),
    /** The caller's own signature, in the place of the one before. */
    uploadSignature: command(PictureInput, Picture, {
      access: "signedIn",
      refusals: picturing,
      secretInputs: ["image"],
    }),
    setStatus: command(z.object({ id: Id, status: Status.schema }), Done, {
      stepUp: true,
      refusals: ["protected", "ownStatus", "tenantAdmin"],
    }),
    grantRole: command(z.object({ userId: Id, roleIdList: idList }), Done, {
      refusals: ["protected", "ownRank", "roleNotYours", "roleOfOperators", "roleUnknown"],
      stepUp: true,
    }),
    /** Ends all sessions and lets the person in by a link alone: what opened the account before does not any more. */
    resetPwd: command(ById, Invitation, {
      refusals: ["protected", "passwordOfDirectory"],
      stepUp: true,
      secretResult: true,
    }),
    /** Takes the second factors away, for somebody who lost them. Ends their sessions. */
    resetFactors: command(ById, Done, { refusals: ["protected"], stepUp: true }),
    unlockLogin: command(ById, Done, { stepUp: true, refusals: ["protected"] }),
    ownRoleList: query(z.object({ userId: Id }), z.array(Id), { path: "ownRoleList/:userId" }),
    ownExtOrgList: query(z.object({ userId: Id }), z.array(ExtraOrg), { path: "ownExtOrgList/:userId" }),
    ...importOperations({ stepUp: true }),
    export: exportOf(spec, { stepUp: true }),
  },
  menu: { path: "/system/user", component: "user/user.list", icon: "users", order: 100 },
  messages: sysUserMessages,
});
