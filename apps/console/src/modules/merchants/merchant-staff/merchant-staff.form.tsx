import { fill } from "@countinghouse/contract/kit/locale.ts";
import { merchantStaffMessages } from "@countinghouse/contract/merchants/merchant-staff/merchant-staff.messages.ts";
import { merchantStaff } from "@countinghouse/contract/merchants/merchant-staff/merchant-staff.ts";
import { formatInstant } from "@countinghouse/ui/cells/instant.ts";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { OneTimeSecret } from "../../../platform/pickers/one-time-secret.tsx";

interface InvitationLinkProps {
  readonly of: { readonly account: string; readonly invitation: string; readonly expireTime: string };
  onClose(): void;
}

/** The word stands behind the number sign: a browser keeps that to itself, so that no log on the way holds it. */
const linkOf = (account: string, invitation: string): string =>
  `${window.location.origin}/login#${new URLSearchParams({ account, invitation })}`;

/** A link by which a password is chosen, shown the one time there is. */
function InvitationLink({ of: { account, invitation, expireTime }, onClose }: InvitationLinkProps) {
  const { text } = useWords(merchantStaffMessages);
  const time = formatInstant(expireTime, useTimeZone());
  return (
    <OneTimeSecret
      title={fill(text.linkTitle, { account })}
      text={fill(text.linkText, { account, time })}
      values={[linkOf(account, invitation)]}
      onClose={onClose}
    />
  );
}

export const forms = formsOf(merchantStaff, merchantStaffMessages, {
  add: {
    isDeed: true,
    fields: ({ text }) => [
      { field: "merchantId", isWide: true },
      "account",
      "realName",
      { field: "role", hint: text.roleHint, isWide: true },
      "email",
      "phone",
    ],
    after: ({ result, onClose }) => <InvitationLink of={result} onClose={onClose} />,
  },
  update: { fields: ({ text }) => ["realName", { field: "role", hint: text.roleHint }, "email", "phone"] },
  invite: {
    ask: ({ text, row: { account } }) => ({ title: fill(text.inviteTitle, { account }), text: text.inviteText }),
    after: ({ result, onClose }) => <InvitationLink of={result} onClose={onClose} />,
  },
});
