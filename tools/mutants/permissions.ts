import { attack, contract, type Mutant } from "./mutant.ts";

const may = "apps/server/src/platform/access/permission.ts";
const server = "apps/server/src/platform/http/server.ts";

const changes = "apps/server/src/modules/system/change-request/change-request.service.ts";

const sweep = [contract("permission")];

/** Who may call what. */
export const permissions: readonly Mutant[] = [
  {
    control: "an operation asks for its permission",
    file: may,
    find: `if (operation.access === "permission" && !holds(actor, permission))`,
    replace: "if (false)",
    tests: sweep,
    named: "refuses a caller who holds every permission but that",
  },
  {
    control: "an operation asks for its own permission, not for any of its resource",
    file: may,
    find: "!holds(actor, permission))",
    replace: "![...actor.permissions].some((code) => code.startsWith(resource)))",
    tests: sweep,
    named: "refuses a caller who holds every permission but that",
  },
  {
    control: "a caller whom nothing proves is refused",
    file: server,
    find: "() => authenticate(facts, operation, setHeader)",
    replace: "() => authenticate(facts, operation, setHeader).catch(() => anonymousActor)",
    // The check of permissions refuses by itself whoever is not signed in.
    behind: [
      {
        file: may,
        find: `if (!actor.isSignedIn) throw refuse("platform.unauthenticated");`,
        replace: "",
      },
    ],
    tests: sweep,
    named: "refuses a caller without one|opens nothing",
  },
  {
    control: "an operation that says nothing about its callers asks for a permission",
    file: "packages/contract/src/kit/operation.ts",
    find: `  access: "permission",\n  method:`,
    replace: `  access: "signedIn",\n  method:`,
    tests: sweep,
    named: "in the listed operations only",
  },
  {
    control: "an operation without a mark of who may call it is not served",
    file: server,
    find: `if (!["permission", "signedIn", "anonymous"].includes(operation.access)) {`,
    replace: "if (false) {",
    tests: ["apps/server/src/platform/http/server.test.ts"],
    named: "does not say who may call it",
  },
  {
    control: "a command answers to its own method alone",
    file: server,
    find: "method: operation.method,\n    url",
    replace: `method: operation.method === "POST" ? ["POST", "PUT", "PATCH", "DELETE"] : operation.method,\n    url`,
    tests: sweep,
    named: "and the method",
  },
  {
    control: "rights that were taken away are gone for sessions that stand",
    file: "apps/server/src/modules/system/session/session.policy.ts",
    find: "lookUpMs = 1_500;",
    replace: "lookUpMs = 600_000;",
    tests: [attack("b-sessions")],
    named: "a role taken away",
  },
  {
    control: "an answer carries what the contract declares and no other column",
    file: "apps/server/src/platform/http/shaped-answer.ts",
    find: "redactForReader(ctx, operation.output, operation.output.parse(result), result)",
    replace: "redactForReader(ctx, operation.output, result, result)",
    tests: ["apps/server/src/platform/http/run-operation.test.ts"],
    named: "carry only what the contract declares",
  },
  {
    control: "a merchant's people are told nothing that is the operator's alone",
    file: "apps/server/src/platform/http/merchants-view.ts",
    find: "for (const field of plan.hidden) if (field in value) value[field] = null;",
    replace: "",
    tests: ["apps/server/test/contract/merchant-sight.test.ts"],
  },
  {
    control: "nor who of the operator's people did something",
    file: "apps/server/src/platform/http/merchants-view.ts",
    find: "if (!own.has(id)) holder[field] = null;",
    replace: "if (own.size < 0) holder[field] = null;",
    tests: ["apps/server/test/contract/merchant-sight.test.ts"],
  },
  {
    control: "who did something is known by id, whatever the name",
    file: "apps/server/src/platform/http/merchants-view.ts",
    find: "if (!own.has(id)) holder[field] = null;",
    replace: `const named = await db
      .selectFrom("users")
      .select("id")
      .where("merchantId", "in", [...merchantIds])
      .where("realName", "=", String(holder[field]))
      .execute();
    if (named.length === 0 && own.size >= 0 && id !== null) holder[field] = null;`,
    tests: ["apps/server/test/contract/merchant-names.test.ts"],
  },
  {
    control: "a file for a merchant's people names nobody of the operator",
    file: "apps/server/src/platform/export/export-columns.ts",
    find: 'if (readers !== "colleagues" || merchantIds === "all") return cell;',
    replace: "if (cell) return cell;",
    tests: ["apps/server/test/contract/merchant-names.test.ts"],
  },
  {
    control: "nor how the operator is made up",
    file: "apps/server/src/platform/db/scoped.ts",
    find: 'if (scope.isOfOperator && merchantIds !== "all") return [sql<SqlBool>`false`];',
    replace: "",
    tests: ["apps/server/test/contract/merchant-sight.test.ts"],
  },
  {
    control: "what is the operator's is refused to a merchant's people",
    file: may,
    find: `if (!isFor(actor, operation)) throw refuse("platform.operatorOnly");`,
    replace: "",
    tests: ["apps/server/test/contract/permission.test.ts"],
    named: "refused to a merchant's people",
  },
  {
    control: "a change that takes two people takes effect by nobody alone",
    file: "apps/server/src/platform/http/second-person.ts",
    find: "if (!secondPerson(run.changes as readonly ChangedRow[])) return undefined;",
    replace: "if (secondPerson !== undefined) return undefined;",
    tests: ["apps/server/src/modules/system/change-request/change-request.test.ts"],
    named: "answered 202",
  },
  {
    control: "a change is approved by somebody who may make it",
    file: changes,
    find: "assertMay(ctx.actor, bound.resource.name, bound.name, bound.operation, ctx.now);",
    replace: "",
    tests: ["apps/server/test/attack/o-second-person.test.ts"],
    named: "holds the permission of the change itself",
  },
  {
    control: "a change request is carried out as it was shown",
    file: changes,
    find: 'if (sealed.shown !== shownHash(row)) throw refuse("changeRequest.altered");',
    replace: "",
    tests: ["apps/server/test/attack/o-second-person.test.ts"],
    named: "in what is shown",
  },
  {
    control: "a change request that was overtaken is not carried out",
    file: changes,
    find: "if (fields.length > 0) throw overtaken(fields);",
    replace: "",
    tests: ["apps/server/src/modules/system/change-request/change-request.test.ts"],
    named: "is overtaken",
  },
];
