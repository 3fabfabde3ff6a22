import type { Merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { merchantStaffMessages } from "@countinghouse/contract/merchants/merchant-staff/merchant-staff.messages.ts";
import { merchantStaff, type StaffMember } from "@countinghouse/contract/merchants/merchant-staff/merchant-staff.ts";
import { StaffRole } from "@countinghouse/contract/merchants/merchant-staff/staff-enumerations.ts";
import { formatInstant } from "@countinghouse/ui/cells/instant.ts";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { useFormsElsewhere } from "../../../platform/pages/forms-elsewhere.ts";
import { useRowActions } from "../../../platform/pages/row-actions.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { merchantScreenMessages } from "./merchant.messages.ts";
import { Begin, PlaceLink } from "./merchant.tools.part.tsx";

const actionsOfPerson = ["invite", "update"] as const;

/** Who signs in for a merchant: invited here, and given another link by which a password is chosen. */
export function MerchantPeople({ row: { id: merchantId } }: { readonly row: Merchant }) {
  const words = useWords(merchantScreenMessages);
  const answer = useAnswer(merchantStaff, "page", { merchantId, page: 1, pageSize: 20 });
  const forms = useFormsElsewhere()(merchantStaff);
  const people = answer.data?.items as readonly StaffMember[] | undefined;
  const actions = useRowActions({
    resource: merchantStaff,
    actions: actionsOfPerson as never,
    forms,
    nameField: "realName",
    rows: people,
  });
  return (
    <section className="ch-card merchant-card">
      <h2>{useWords(merchantStaff).title}</h2>
      <Answered answer={answer}>
        {({ items }) => (
          <div className="merchant-file">
            {items.length === 0 && <p className="merchant-says">{words.noPeople}</p>}
            <ul>
              {items.map((person) => (
                <li key={person.id}>
                  <Person of={person} />
                  {actions.inRow(person)}
                </li>
              ))}
            </ul>
          </div>
        )}
      </Answered>
      <p className="merchant-test">
        <Begin resource={merchantStaff} operation="add" initial={{ merchantId }} />
        <PlaceLink resource={merchantStaff} merchantId={merchantId} />
      </p>
      {actions.layer}
    </section>
  );
}

function Person({ of }: { readonly of: StaffMember }) {
  const { text, fields } = useWords(merchantStaffMessages);
  const locale = useLocale();
  const zone = useTimeZone();
  const last = of.lastLoginTime ? `${fields.lastLoginTime} ${formatInstant(of.lastLoginTime, zone)}` : text.invited;
  const role = of.role ? StaffRole.memberOf(of.role)?.text[locale] : undefined;
  return (
    <span className="merchant-two ch-grow">
      <span>{of.realName}</span>
      <small>{[of.account, role, last].filter(Boolean).join(" · ")}</small>
    </span>
  );
}
