import { describe, expect, test } from "vitest";
import { z } from "zod";
import { factsOf } from "./kit/field.ts";
import type { Operation } from "./kit/operation.ts";
import { permissionOf, type Resource } from "./kit/resource.ts";
import { resources } from "./resources.ts";

interface Named {
  readonly resource: Resource;
  readonly name: string;
  readonly operation: Operation;
}

const operations: readonly Named[] = (resources as readonly Resource[]).flatMap((resource) =>
  Object.entries(resource.operations).map(([name, operation]) => ({ resource, name, operation })),
);
const codeOf = ({ resource, name }: Named): string => permissionOf(resource.name, name);

const inputNames = ({ input }: Operation): readonly string[] =>
  input instanceof z.ZodObject ? Object.keys(input.shape) : [];
const isPersonal = (schema: z.ZodType): boolean => factsOf(schema)?.personal === true;
const tellsPersonal = ({ record }: Resource): boolean => Object.values(record.shape as object).some(isPersonal);

/** Where money, card numbers, keys or messages go. */
const address =
  /^(?:baseUrl|url$|host$|notifyUrl|webhookUrl|recipients|allowedOrigins|ip(?:White|Allow)[lL]ist|upstreamMid$)/;
const takesPersonal = ({ input }: Operation): boolean =>
  input instanceof z.ZodObject && Object.values(input.shape).some((schema) => isPersonal(schema as z.ZodType));
const isChange = ({ operation, name }: Named): boolean => operation.kind === "command" && name !== "export";

/** Whose commands hold, release, move or give back money of merchants. */
const ofBalances: ReadonlySet<string> = new Set([
  "merchantBalance",
  "merDeposit",
  "cashout",
  "settlements",
  "payoutAccount",
  "payoutOrder",
  "bankStatement",
  "bankLine",
  "orderRefund",
  "refundImport",
  "billing",
  "merchantBilling",
  "recon",
  "reconItem",
  "reconSource",
]);

/** What makes an operation sensitive, by what it takes, gives or is about. */
const subjects: Readonly<Record<string, (one: Named) => boolean>> = {
  addresses: (one) => isChange(one) && inputNames(one.operation).some((name) => address.test(name)),
  credentials: ({ operation, name }) =>
    operation.kind === "command" &&
    operation.access !== "anonymous" &&
    (Boolean(operation.secretResult ?? operation.secretInputs) ||
      /credential|secret|keys?$|passw|totp|passkey/i.test(name)),
  settings: (one) => isChange(one) && one.resource.name === "sysConfig",
  access: (one) =>
    isChange(one) &&
    [
      "merchantStaff",
      "sysUser",
      "sysRole",
      "sysMenu",
      "sysTenant",
      "sysOrg",
      "sysOnlineUser",
      "sysAuth",
      "sysUserMenu",
      "sysLdap",
      "sysOpenAccess",
    ].includes(one.resource.name),
  charges: (one) => isChange(one) && one.resource.name === "gateway" && /^tax/.test(one.name),
  balances: (one) => isChange(one) && ofBalances.has(one.resource.name),
  payments: ({ resource, operation, name }) =>
    operation.kind === "command" && resource.name === "paymentDue" && name !== "export",
  approvals: (one) => isChange(one) && one.name === "approve",
  switches: ({ resource, name }) =>
    (name === "setStatus" && ["coinApp", "upstreamGateway"].includes(resource.name)) ||
    (resource.name === "merchant" && ["activate", "suspend", "resume", "close"].includes(name)),
  logs: ({ resource, operation }) =>
    operation.kind === "command" && /^(?:sysLog|eventExceptionLog)/.test(resource.name),
  personal: (one) =>
    one.name === "reveal" ||
    (one.name === "export" && tellsPersonal(one.resource)) ||
    (isChange(one) && one.operation.access !== "anonymous" && takesPersonal(one.operation)),
};

/** Sensitive, and guarded in another way. */
const otherwise: Readonly<Record<string, string>> = {
  "sysUser:saveBaseInfo": "one's own profile, which gives no rights",
  "sysUser:uploadAvatar": "one's own portrait, which gives no rights",
  "sysUser:uploadSignature": "one's own signature, which gives no rights",
  "sysPos:import": "positions, which give no rights",
  "sysUserMenu:add": "one's own shortcuts, which give no rights",
  "sysUserMenu:delete": "one's own shortcuts, which give no rights",
  "sysUserMenu:deleteByUserId": "one's own shortcuts, which give no rights",
  "sysOnlineUser:endOwn": "ends one's own session",
  "sysOnlineUser:endOthers": "ends one's own sessions",
  "sysAuth:qrScan": "only says who looks at the code",
  "sysAuth:qrConfirm": "the page that waits goes on with the sign-in, second factor included",
  "sysAuth:qrReject": "signs nobody in",
  "sysAuth:logout": "ends one's own session",
  "sysAuth:endView": "takes rights of one's own session back to what they were",
  "sysAuth:lockScreen": "locks one's own session",
  "sysAuth:stepUpOptions": "is how the fresh factor is proven",
  "gatewayAccount:rejectCredentials": "leaves the credentials as they are",
  "gatewayAccount:withdrawCredentials": "leaves the credentials as they are",
  "merchant:add": "writes a contact person and shows nobody's data; the case is approved and activated by others",
  "merchantRequest:add": "asks for another contact person and shows and changes nobody's data",
  "merchant:update": "writes a contact person and shows nobody's data; nothing is sent to that address",
  "eventExceptionLog:retry": "runs failed work again, and removes nothing",
  "eventExceptionLog:retryGroup": "runs failed work again, and removes nothing",
  "eventExceptionLog:ignore": "marks, and removes nothing",
  "eventExceptionLog:resolve": "marks, and removes nothing",
  "eventExceptionLog:reopen": "marks, and removes nothing",
  "eventExceptionLog:assign": "marks, and removes nothing",
  "merchantBalance:adjust": "asks only: somebody else books it, with a fresh factor",
  "merchantBalance:reject": "moves nothing",
  "cashout:quote": "promises a rate to the caller's own merchant, and moves nothing",
  "cashout:cancel": "takes the merchant's own request back: its money stays its own",
  "cashout:sync": "asks the provider, whose answer counts",
  "orderRefund:add":
    "goes back to the payer of that very payment; what is much is let go by somebody else, with a fresh factor",
  "orderRefund:returnDue": "goes back to its payer, after it was decided with a fresh factor",
  "orderRefund:reject": "takes nothing from anybody: what was asked for can be asked for again",
  "orderRefund:cancel": "takes nothing from anybody: what was asked for can be asked for again",
  "orderRefund:retry":
    "goes back to the payer of that very payment; what is much is let go by somebody else, with a fresh factor",
  "orderRefund:sync": "asks the gateway, whose answer counts",
  "billing:issue": "hands a bill to its merchant; its batch is confirmed and settled with a fresh factor",
  "billing:recompute": "adds up what the lines say",
  "billing:answer": "writes to the merchant, and moves nothing",
  "merchantBilling:confirm": "the merchant's own word about its own bill; its batch is settled with a fresh factor",
  "merchantBilling:query": "the merchant's own word about its own bill, and moves nothing",
  "recon:fetch": "asks the gateway for files, and books nothing",
  "recon:run": "compares again, by the same rules",
  "recon:close": "ends a file in which nothing is open",
  "paymentDue:reject": "moves nothing",
  "merchant:approve": "lets nobody take payments yet: somebody else activates, with a fresh factor",
  "cardRangeFile:upload": "keeps the content of a file out of logs, and holds no secret",
  "merchantDocument:upload": "keeps the content of a file out of logs, and holds no secret",
  "orderImport:upload": "keeps the content of a file out of logs, and holds no secret",
  "refundImport:add": "keeps the content of a file out of logs, and moves nothing",
  "screening:import": "keeps the content of a file out of logs, and holds no secret",
  "bankStatement:import": "keeps the content of a file out of logs, and holds no secret",
  "bankStatement:run": "compares again, by the same rules",
  "sysFile:uploadPart": "keeps the content of a file out of logs, and holds no secret",
  "sysRegion:import": "keeps the content of a file out of logs, and holds no secret",
  "payoutOrder:batchCheck": "keeps the content of a file out of logs, and asks for nothing",
  "payoutOrder:cancel": "takes the merchant's own request back: its money stays its own",
  "payoutOrder:sync": "asks the provider, whose answer counts",
  "refundImport:check": "looks a file over, and asks for nothing",
  "refundImport:start":
    "asks for refunds as orderRefund:add does: to the payer of that very payment, what is much let go by somebody else",
  "refundImport:stop": "asks for no more, and takes nothing back",
  "refundImport:cancel": "asks for nothing",
  "reportSchedule:add": "is sent to colleagues alone who may read the same, looked at again each time",
  "reportSchedule:update": "is sent to colleagues alone who may read the same, looked at again each time",
};

const sensitive = operations.flatMap((one) =>
  Object.entries(subjects)
    .filter(([, isAbout]) => isAbout(one) && !(codeOf(one) in otherwise))
    .map(([subject]) => [codeOf(one), subject, one.operation] as const),
);

/** What two people stand behind: acquiring's list of what one alone must not change, as far as the product has it. */
const steered: readonly string[] = ["addresses", "credentials", "settings", "charges"];

/** Sensitive and of the operator, and one person's all the same, or two people's by another way. */
const onePersons: Readonly<Record<string, string>> = {
  "sysCache:deleteByPreKey": "is about keys of a cache, which hold no secret and are read again",
  "gatewayAccount:add": "starts switched off and without credentials, which take two people",
  "gatewayAccount:setCredentials": "of a live account somebody else approves, by approveCredentials",
  "gatewayAccount:approveCredentials": "is the second person's own act",
  "payoutAccount:add": "takes no money before somebody else has verified it, and a day has passed",
  "payoutAccount:update": "takes no money before somebody else has verified it, and a day has passed",
  "recon:import": "is a file, not a secret, and books what differs within tolerances that two people set",
  "payoutOrder:add": "the merchant's own; a person of the operator approves whom the merchant never paid before",
  "payoutOrder:batchAdd": "the merchant's own; a person of the operator approves whom the merchant never paid before",
  "sysOpenAccess:add": "its secret is told once; it acts as a user who may do no more than its maker",
  "sysOpenAccess:secret": "its secret is told once; it acts as a user who may do no more than its maker",
  "sysOrg:import": "names telephones of organisations, which nothing is sent to",
  "sysTenant:add":
    "the platform's own; the new tenant holds nothing, and its administrator chooses a password by a link",
  "sysTenant:resetPwd": "the platform's own, as it makes a password for any person",
  "sysConfig:add": "adds what the product does not read",
  "sysConfig:delete": "removes what the product does not read",
  "sysConfig:batchDelete": "removes what the product does not read",
  "coinApp:add": "the merchant's own",
  "coinApp:update": "the merchant's own",
  "coinApp:updateKey": "the merchant's own",
  "coinApp:rotateSecret": "the merchant's own",
  "coinApp:endPreviousSecret": "the merchant's own",
  "merchantStaff:add": "a person of the merchant's own",
  "merchantStaff:invite": "a person of the merchant's own",
  "merchantWebhookConfig:add": "the merchant's own",
  "merchantWebhookConfig:update": "the merchant's own",
  "merchantWebhookConfig:rotateSecret": "the merchant's own",
};

describe("an operation that takes a second person", () => {
  const taking = operations.filter(({ operation }) => operation.secondPerson);

  test("is every one of the operator that is about addresses, credentials, settings or charges, unless said why not", () => {
    const alone = sensitive
      .filter(([code, subject, { access, secondPerson }]) => {
        const isPerson = /^sys(?:User|Auth|Role|Menu)/.test(code);
        return steered.includes(subject) && access === "permission" && !secondPerson && !isPerson;
      })
      .map(([code]) => code);
    expect([...new Set(alone)].sort()).toEqual(Object.keys(onePersons).sort());
  });

  test("is a command for which a fresh factor is asked, and whose result is no secret", () => {
    expect(taking.length).toBeGreaterThan(5);
    for (const one of taking)
      expect(one.operation, codeOf(one)).toMatchObject({ kind: "command", stepUp: true, access: "permission" });
    expect(taking.filter(({ operation }) => operation.secretResult).map(codeOf)).toEqual([]);
  });
});

describe("a sensitive operation", () => {
  test("is found for every subject", () => {
    expect(Object.keys(subjects).filter((subject) => !sensitive.some(([, one]) => one === subject))).toEqual([]);
    expect(sensitive.length).toBeGreaterThan(30);
  });

  test("is guarded otherwise only where it is one, and has no fresh factor", () => {
    const excused = Object.keys(otherwise);
    const touching = operations.filter((one) => Object.values(subjects).some((isAbout) => isAbout(one)));
    expect(excused.filter((code) => !touching.some((one) => codeOf(one) === code && !one.operation.stepUp))).toEqual(
      [],
    );
  });

  test.each(sensitive)("%s (%s) asks for a fresh factor", (_code, _subject, operation) => {
    expect(operation.access === "anonymous" || operation.stepUp).toBe(true);
  });

  test.each(sensitive.filter(([, subject, { kind }]) => subject === "personal" && kind === "query"))(
    "%s (%s) leaves a line in the audit trail, although it only reads",
    (_code, _subject, { recorded }) => {
      expect(recorded).toBe(true);
    },
  );
});
