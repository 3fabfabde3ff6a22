import type { ValueOf } from "../../kit/enumeration.ts";
import { fill, type Locale } from "../../kit/locale.ts";
import { sysLdapMessages } from "./ldap.messages.ts";
import type { LdapVerdict } from "./ldap-enumerations.ts";

/** What a verdict speaks of: a host, a base, an entry. */
export type LdapFacts = Readonly<Record<string, string | number>>;

const sentenceOf = {
  ok: "ok",
  running: "running",
  address_refused: "addressRefused",
  name_unknown: "nameUnknown",
  unreachable: "unreachable",
  silent: "silent",
  certificate_refused: "certificateRefused",
  starttls_refused: "starttlsRefused",
  credentials_refused: "credentialsRefused",
  base_missing: "baseMissing",
  not_permitted: "notPermitted",
  filter_refused: "filterRefused",
  answer_cut: "answerCut",
  nobody: "nobody",
  code_missing: "codeMissing",
  ambiguous: "ambiguous",
  too_many_gone: "tooManyGone",
  moved: "moved",
  unexpected: "unexpected",
} as const satisfies Record<ValueOf<typeof LdapVerdict>, keyof (typeof sysLdapMessages)["en"]["text"]>;

/** What a verdict means and what to do, in one language. */
export const ldapSentence = (locale: Locale, verdict: ValueOf<typeof LdapVerdict>, facts: LdapFacts = {}): string =>
  fill(sysLdapMessages[locale].text[sentenceOf[verdict]], facts);
