import { attack, type Mutant } from "./mutant.ts";

const signature = "apps/server/src/modules/integration/open-api/signature.service.ts";
const caller = "apps/server/src/modules/integration/open-api/open-caller.service.ts";
const inbound = "apps/server/src/modules/integration/inbound/inbound.service.ts";
const outside = "apps/server/src/platform/outbound/public-fetch.ts";

const signatureTests = "apps/server/src/modules/integration/open-api/open-api.signature.test.ts";
const payerTests = "apps/server/src/modules/integration/open-api/open-payer.test.ts";
const inboundTests = "apps/server/src/modules/integration/inbound/inbound.test.ts";
const outsideTests = [
  "apps/server/src/platform/outbound/public-fetch.test.ts",
  "apps/server/src/platform/outbound/outbound-post.test.ts",
];

/** Signed calls, notifications, and the calls that we make. */
export const signatures: readonly Mutant[] = [
  {
    control: "the signature of a call is checked",
    file: signature,
    find: "if (!isSignedBy(app?.secrets ?? [], signature, parts) || !app)",
    replace: "if (!app)",
    tests: [attack("h-open-api"), signatureTests],
    named: "unknown or somebody else's|fits no request with another|for its time, then no more",
  },
  {
    control: "a call is refused five minutes from its time",
    file: signature,
    find: "if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > windowSeconds)",
    replace: "if (false)",
    tests: [attack("h-open-api"), signatureTests],
    named: "then for its age|with a timestamp of",
  },
  {
    control: "a call is taken once",
    file: caller,
    find: "if (!admission.isFresh) throw",
    replace: "if (false) throw",
    tests: [attack("h-open-api"), signatureTests],
    named: "a request that is sent again|is good once, on any node|parallel copies",
  },
  {
    control: "a call comes again under its own idempotency key alone",
    file: signature,
    find: `update(\`\${signature}\\n\${key}\`)`,
    replace: "update(signature)",
    tests: [signatureTests],
    named: "with another key|with its key and more",
  },
  {
    control: "a payer's token ends",
    file: caller,
    find: "if (subject.isExpired) throw",
    replace: "if (false) throw",
    tests: [payerTests],
    named: "says when it expires",
  },
  {
    control: "a key that was switched off or has expired opens nothing",
    file: signature,
    find: "if (!app.isEnabled) throw",
    replace: "if (false) throw",
    tests: [attack("h-open-api")],
    named: "one that was switched off",
  },
  {
    control: "a key is used from its addresses",
    file: signature,
    find: "if (!allowsAddress(app.allowedIps, request.ip))",
    replace: "if (false)",
    tests: [attack("h-open-api")],
    named: "scopes and addresses of a key",
  },
  {
    control: "a key does what its scopes say",
    file: caller,
    find: "  assertScope(app, operation.scope);\n",
    replace: "",
    tests: [attack("h-open-api")],
    named: "limit it",
  },
  {
    control: "a gateway's notification is proven by its signature",
    file: inbound,
    find: "isProven: false,",
    replace: "isProven: true,",
    tests: [inboundTests],
    named: "with 401 and applies nothing|altered after it was signed|what another account signed",
  },
  {
    control: "a notification is worked off once",
    file: inbound,
    find: "if (kept.isNew) return ctx.enqueue(",
    replace: "if (kept.id) return ctx.enqueue(",
    tests: [inboundTests],
    named: "ten copies at once|with another body",
  },
  {
    control: "the signature of an access key covers a form as well",
    file: "apps/server/src/platform/http/server.ts",
    find: "    keepSigned(request, body as string);\n    done(null, Object.fromEntries",
    replace: "    done(null, Object.fromEntries",
    tests: ["apps/server/src/modules/operations/open-access/open-access.test.ts"],
    named: "is refused with the reason",
  },
  {
    control: "a mail server that somebody names on the console is a public one",
    file: "apps/server/src/platform/outbound/mail.ts",
    find: "    ...(dial ? dialling(dial) : {}),\n",
    replace: "",
    tests: ["apps/server/src/modules/settings/message-channel/message-channel.test.ts"],
    named: "connects to no machine inside",
  },
  {
    control: "names that lead inside are not called",
    file: outside,
    find: "!first || !found.every(({ address }) => allows(address))",
    replace: "!first",
    tests: outsideTests,
  },
  {
    control: "private networks and this machine are no public addresses",
    file: outside,
    find: `if (family === 4) return !closed.check(address, "ipv4");`,
    replace: "if (family === 4) return true;",
    tests: outsideTests,
  },
  {
    control: "an address that is called is https, by name, on the usual port, without credentials",
    file: outside,
    find: "return isPlain && isName ? url : undefined;",
    replace: "return url;",
    tests: ["apps/server/src/modules/integration/merchant-webhook-config/merchant-webhook-config.test.ts"],
    named: "refuses (http|ftp)",
  },
  {
    control: "a redirect to another host is not followed",
    file: outside,
    find: "if (next?.host !== first.host) throw",
    replace: "if (!next) throw",
    tests: outsideTests,
    named: "none away from it",
  },
  {
    control: "a node whose clock is off takes no new calls",
    file: "apps/server/src/modules/integration/open-api/open-caller.service.ts",
    find: 'if (operation.method !== "GET") refuseWhileOff(options.platform.clock);',
    replace: "",
    tests: ["apps/server/test/faults/clock-off.test.ts"],
    named: "takes no new calls",
  },
];
