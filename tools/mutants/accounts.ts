import { attack, type Mutant } from "./mutant.ts";

const limits = "apps/server/src/modules/system/auth/attempts.policy.ts";
const entrance = "apps/server/src/modules/system/auth/sign-in.service.ts";
const byPassword = "apps/server/src/modules/system/auth/password-sign-in.service.ts";
const byPhone = "apps/server/src/modules/system/auth/phone-sign-in.service.ts";
const phoneCodes = "apps/server/src/modules/system/auth/phone-code.store.ts";
const pictures = "apps/server/src/modules/system/auth/captcha.service.ts";
const factors = "apps/server/src/modules/system/auth/factors.store.ts";
const passwords = "apps/server/src/modules/system/auth/own-password.service.ts";

const signIn = [attack("a-sign-in")];
const secondFactor = [attack("a-second-factor")];
const phone = [attack("a-phone-codes")];

/** Sign-in, pictures, second factors, codes by phone, passwords. */
export const accounts: readonly Mutant[] = [
  {
    control: "an account is locked after ten wrong passwords",
    file: limits,
    find: "most: Math.min(most, 10),",
    replace: "most: 1_000_000,",
    tests: signIn,
    named: "ten wrong passwords|on two nodes add up",
  },
  {
    control: "every way of typing an account counts on one counter",
    file: entrance,
    find: `keyedDigest(services, "account", canonicalAccount(account))`,
    replace: `keyedDigest(services, "account", account)`,
    tests: signIn,
    named: "every way of typing",
  },
  {
    control: "a name that nobody has costs the same hashing as one that somebody has",
    file: byPassword,
    find: "withHashing(services.keys.passwords.matches(password, found ? undefined : stored)),",
    replace: "stored !== undefined && withHashing(services.keys.passwords.matches(password, stored)),",
    tests: signIn,
    named: "takes as long as a known one",
  },
  {
    control: "who is of a directory costs the same hashing",
    file: byPassword,
    find: "withHashing(services.keys.passwords.matches(password, found ? undefined : stored)),",
    replace: "found === undefined && withHashing(services.keys.passwords.matches(password, stored)),",
    tests: ["apps/server/src/modules/system/ldap/ldap-sign-in.test.ts"],
    named: "costs the hashing of everybody else",
  },
  {
    control: "an address tries twenty times a minute at most",
    file: limits,
    find: `kind: "address", windowMs: minute, most: 20`,
    replace: `kind: "address", windowMs: minute, most: 1_000_000`,
    tests: signIn,
    named: "the twenty-first try",
  },
  {
    control: "the caller's address is the connection's, not what its headers claim",
    file: "apps/server/src/platform/http/server.ts",
    find: "trustProxy: trustHops(options.trustProxy),",
    replace: "trustProxy: true,",
    tests: signIn,
    named: "the twenty-first try",
  },
  {
    control: "eleven accounts tried from one address ask for a picture",
    file: limits,
    find: "accountsBeforePicture = 10;",
    replace: "accountsBeforePicture = 1_000_000;",
    tests: signIn,
    named: "eleven accounts",
  },
  {
    control: "five wrong passwords of an account ask for a picture",
    file: limits,
    find: "failuresBeforePicture = 5;",
    replace: "failuresBeforePicture = 1_000_000;",
    tests: signIn,
    named: "asked for at the sixth try",
  },
  {
    control: "many failing accounts ask everyone for a picture and raise an alarm",
    file: limits,
    find: "least: 20, share",
    replace: "least: 1_000_000, share",
    tests: signIn,
    named: "many accounts failing",
  },
  {
    control: "a picture is good for one answer",
    file: "apps/server/src/modules/system/auth/captcha.store.ts",
    find: `db.deleteFrom("captchas").where("id", "=", id).returningAll()`,
    replace: `db.selectFrom("captchas").selectAll().where("id", "=", id)`,
    tests: signIn,
    named: "is good once, for its own id",
  },
  {
    control: "a picture is answered from the network that asked for it",
    file: pictures,
    find: "kept.network === networkOf(ctx.request.ip) &&",
    replace: "",
    tests: signIn,
    named: "is good once, for its own id",
  },
  {
    control: "a picture ends after a minute",
    file: pictures,
    find: "Date.parse(kept.expiresAt) > ctx.now.getTime();",
    replace: "true;",
    tests: signIn,
    named: "is good once, for its own id",
  },
  {
    control: "whoever has a second factor is asked for it",
    file: entrance,
    find: "if (methods.length > 0) {",
    replace: "if (false) {",
    tests: secondFactor,
    named: "stands between|at every other door",
  },
  {
    control: "where everyone needs a second factor, it is set up before the first session",
    file: entrance,
    find: "if (await isFactorRequired(ctx)) {",
    replace: "if (false) {",
    tests: secondFactor,
    named: "has to be set up",
  },
  {
    control: "a code of an authenticator app is good once",
    file: factors,
    find: `    .where("lastStep", "<", step)\n`,
    replace: "",
    tests: secondFactor,
    named: "accepts a code once",
  },
  {
    control: "a ticket for the second factor is burnt after five tries",
    file: "apps/server/src/modules/system/auth/tickets.store.ts",
    find: "const mostTries = 5;",
    replace: "const mostTries = 1_000_000;",
    tests: secondFactor,
    named: "burns its ticket",
  },
  {
    control: "tries of the second factor are counted for the person, not for the ticket",
    file: limits,
    find: `kind: "factor",\n  windowMs: 30 * minute,\n  most: 10,`,
    replace: `kind: "factor",\n  windowMs: 30 * minute,\n  most: 1_000_000,`,
    tests: secondFactor,
    named: "burns its ticket",
  },
  {
    control: "a recovery code is good once",
    file: factors,
    find: `    .deleteFrom("recoveryCodes")
    .where("userId", "=", userId)
    .where("code", "in", [...digests])
    .returning("code")`,
    replace: `    .selectFrom("recoveryCodes")
    .where("userId", "=", userId)
    .where("code", "in", [...digests])
    .select("code")`,
    tests: secondFactor,
    named: "ten recovery codes",
  },
  {
    control: "a challenge for a passkey is answered once",
    file: factors,
    find: `    .deleteFrom("webauthnChallenges")
    .where("owner", "=", owner)
    .where("purpose", "=", purpose)
    .returningAll()`,
    replace: `    .selectFrom("webauthnChallenges")
    .where("owner", "=", owner)
    .where("purpose", "=", purpose)
    .selectAll()`,
    tests: secondFactor,
    named: "answers a challenge once",
  },
  {
    control: "a passkey verifies the person",
    file: "apps/server/src/modules/system/auth/passkey.service.ts",
    find: "requireUserVerification: true,\n    // The counter",
    replace: "requireUserVerification: false,\n    // The counter",
    tests: secondFactor,
    named: "is refused with no verification",
  },
  {
    control: "a passkey confirms the sign-in of its owner only",
    file: "apps/server/src/modules/system/auth/second-factor.service.ts",
    find: "return passkey?.userId === userId;",
    replace: "return passkey !== undefined;",
    tests: secondFactor,
    named: "of someone else",
  },
  {
    control: "a password that somebody else set is changed before the first session",
    file: entrance,
    find: "if (credential?.mustChange) {",
    replace: "if (false) {",
    tests: secondFactor,
    named: "is forced before the first session",
  },
  {
    control: "the last passwords are not taken again",
    file: passwords,
    find: "for (const stored of earlier) {",
    replace: "for (const stored of earlier.slice(0, 0)) {",
    tests: secondFactor,
    named: "changing a password",
  },
  {
    control: "a code by phone is good once",
    file: phoneCodes,
    find: `    .deleteFrom("oneTimeCodes")
    .where("phone", "=", phone)
    .where("purpose", "=", "signIn")
    .where("code", "=", code)
    .returning("phone")`,
    replace: `    .selectFrom("oneTimeCodes")
    .where("phone", "=", phone)
    .where("purpose", "=", "signIn")
    .where("code", "=", code)
    .select("phone")`,
    tests: phone,
    named: "open the account once",
  },
  {
    control: "a code by phone is burnt by five wrong tries",
    file: phoneCodes,
    find: "const mostTries = 5;",
    replace: "const mostTries = 1_000_000;",
    tests: phone,
    named: "burned by five",
  },
  {
    control: "a code by phone is entered on the device that asked for it",
    file: byPhone,
    find: "kept.device === deviceKeyOf(services, ctx);",
    replace: "true;",
    tests: phone,
    named: "bound to the device",
  },
  {
    control: "a phone is sent five codes an hour at most",
    file: limits,
    find: `kind: "phoneHour", windowMs: 60 * minute, most: 5`,
    replace: `kind: "phoneHour", windowMs: 60 * minute, most: 1_000_000`,
    tests: phone,
    named: "five times an hour",
  },
  {
    control: "a code by phone does not open an account that reaches far",
    file: entrance,
    find: `if (method === "phone" && (await`,
    replace: `if (method === "phone" && false && (await`,
    tests: phone,
    named: "reaches far",
  },
  {
    control: "the lock of an account holds for codes by phone too",
    file: byPhone,
    find: " || (await isLockedOut(services, ctx, person.account))",
    replace: "",
    tests: phone,
    named: "the lock of the account holds",
  },
];
