import { attack, type Mutant } from "./mutant.ts";

const other = "apps/server/src/modules/system/change-request/other-person.service.ts";
const refunds = "apps/server/src/modules/payments/refund-processing/refund-decision.service.ts";

/** What one person asks for and another one decides. */
export const secondPersons: readonly Mutant[] = [
  {
    control: "clearing the visit log takes two people",
    file: "apps/server/src/modules/logs/log-vis/visit-clearing.service.ts",
    find: `await assertOtherPerson(ctx, asked, refuse("sysLogVis.ownRequest"));`,
    replace: "",
    tests: ["apps/server/src/modules/logs/log-vis/visit-clearing.test.ts"],
    named: "not approved by whoever asked",
  },
  {
    control: "whoever asked for a change is not the one who approves it",
    file: other,
    find: `if (hold === "own") throw own;`,
    replace: `if (hold === "own") return;`,
    tests: [attack("o-second-person")],
    named: "is not whoever asked",
  },
  {
    control: "wherever two people decide, two accounts of one person are one of them",
    file: other,
    find: `if (hold === "same_person") throw refuse("platform.samePerson");`,
    replace: `if (hold === "same_person") return;`,
    tests: [attack("o-same-person"), attack("o-refunds")],
    named: "does not decide about|is no second account",
  },
  {
    control: "whoever changed the account or the rights of the one who asked decides nothing for a day",
    file: other,
    find: `if (hold) throw refuse("platform.entangled");`,
    replace: "",
    tests: [attack("o-second-person"), attack("o-same-person"), attack("o-refunds")],
    named: "had a hand today|for a day|who let",
  },
  {
    control: "what somebody asked for who may not ask for it any more is not carried out",
    file: other,
    find: `if (asker?.status !== Status.Enable || !mayAsk) throw refuse("platform.askerGone");`,
    replace: "",
    tests: [attack("o-second-person"), attack("o-same-person"), attack("o-refunds")],
    named: "carries out nothing for|is not carried out:|that somebody asked for",
  },
  {
    control: "whoever made the secret of a key decides nothing that was asked for by it",
    file: refunds,
    find: `for (const maker of keyMakerIds ?? [])`,
    replace: "for (const maker of [])",
    tests: [attack("o-refunds")],
    named: "made a secret of that key",
  },
  {
    control: "a secret says who made it, and the one before it as well",
    file: "apps/server/src/modules/merchants/coin-app/coin-app.service.ts",
    find: "previousUserId: key.secretUserId,",
    replace: "previousUserId: null,",
    tests: [attack("o-refunds")],
    named: "made a secret of that key",
  },
  {
    control: "what was asked for by a key that may not ask for it any more is not carried out",
    file: refunds,
    find: `if (isByKey && !(await keyMay(ctx, appKey, "refunds:write")))`,
    replace: "if (false)",
    tests: [attack("o-refunds")],
    named: "by a key that was switched off",
  },
  {
    control: "a merchant's case is decided as it was read",
    file: "packages/contract/src/merchants/merchant/merchant.ts",
    find: "const Decision = z.object({ id: MerchantId, version: Version });",
    replace: "const Decision = z.object(naming);",
    tests: [attack("o-same-person")],
    named: "about a merchant's case is about the case",
  },
  {
    control: "a change of a live binding is decided as it was read",
    file: "packages/contract/src/merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.ts",
    find: "const deciding = { id: BindingId, version: Version };",
    replace: "const deciding = naming;",
    tests: [attack("o-same-person")],
    named: "about a live binding is about the change",
  },
];
