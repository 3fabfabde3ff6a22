import { fill } from "@countinghouse/contract/kit/locale.ts";
import { merchantStaffMessages } from "@countinghouse/contract/merchants/merchant-staff/merchant-staff.messages.ts";
import { merchantStaff } from "@countinghouse/contract/merchants/merchant-staff/merchant-staff.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { InvitationLink } from "../../../platform/pickers/invitation-link.tsx";

/** A link by which one of them chooses a password. */
function Link({ of, onClose }: Pick<Parameters<typeof InvitationLink>[0], "of" | "onClose">) {
  const { text } = useWords(merchantStaffMessages);
  return <InvitationLink of={of} words={text} onClose={onClose} />;
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
    after: ({ result, onClose }) => <Link of={result} onClose={onClose} />,
  },
  update: { fields: ({ text }) => ["realName", { field: "role", hint: text.roleHint }, "email", "phone"] },
  invite: {
    ask: ({ text, row: { account } }) => ({ title: fill(text.inviteTitle, { account }), text: text.inviteText }),
    after: ({ result, onClose }) => <Link of={result} onClose={onClose} />,
  },
});
