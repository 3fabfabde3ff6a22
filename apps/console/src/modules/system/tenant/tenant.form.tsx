import { fill } from "@countinghouse/contract/kit/locale.ts";
import { sysMenu } from "@countinghouse/contract/settings/menu/menu.ts";
import { sysTenantMessages } from "@countinghouse/contract/system/tenant/tenant.messages.ts";
import { sysTenant, type Tenant } from "@countinghouse/contract/system/tenant/tenant.ts";
import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { CheckTree } from "../../../platform/pickers/check-tree.tsx";
import { InvitationLink } from "../../../platform/pickers/invitation-link.tsx";
import { LoadedForm } from "../../../platform/pickers/loaded-form.tsx";
import { menuNodes } from "../../../platform/pickers/menu-tree.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { changeSides } from "../../../platform/session/merchant-view.ts";

const about = ["name", "orderNo", { field: "remark", isWide: true }] as const;

/** What the people of a tenant can be given at all, page by page. */
function TenantMenus({ value, onChange }: InputProps<readonly number[]>) {
  const { fields, text } = useWords(sysTenantMessages);
  const locale = useLocale();
  const tree = useAnswer(sysMenu, "list", {});
  return (
    <Answered answer={tree}>
      {(data) => (
        <>
          <p className="ch-lines-muted">{text.grantText}</p>
          <CheckTree
            label={fields.menuIdList}
            nodes={menuNodes(data, locale)}
            mode="joined"
            chosen={new Set((value ?? []).map(String))}
            onChange={(chosen) => onChange([...chosen].map(Number))}
          />
        </>
      )}
    </Answered>
  );
}

/** Changes what a tenant may do, once it is read what it may do now. */
function TenantGrant({ record, onClose }: RowFormProps<Tenant>) {
  const granted = useAnswer(sysTenant, "ownMenuList", { id: record?.id ?? 0 });
  return (
    <LoadedForm answers={[granted]} onClose={onClose}>
      {() => (
        <RecordForm
          resource={sysTenant}
          operation="grantMenu"
          fields={[{ field: "menuIdList", input: TenantMenus, isWide: true }]}
          record={{ ...record, menuIdList: granted.data }}
          onClose={onClose}
        />
      )}
    </LoadedForm>
  );
}

export const forms = formsOf<typeof sysTenant, (typeof sysTenantMessages)["en"], Tenant>(sysTenant, sysTenantMessages, {
  add: {
    fields: () => ["name", "orderNo", "adminAccount", "adminName", "phone", "email", { field: "remark", isWide: true }],
    after: ({ result, onClose }) => <Link of={result} onClose={onClose} />,
  },
  update: { fields: () => about },
  grantMenu: TenantGrant,
  switchTo: {
    fields: ({ text }) => [{ field: "reason", hint: text.switchHint, isWide: true }],
    isDeed: true,
    done: () => changeSides("/"),
  },
  resetPwd: {
    ask: ({ text, row }) => ({
      title: fill(text.resetTitle, { name: row.name }),
      text: text.resetText,
      isDangerous: true,
    }),
    after: ({ result, onClose }) => <Link of={result} onClose={onClose} />,
  },
});

function Link({ of, onClose }: Pick<Parameters<typeof InvitationLink>[0], "of" | "onClose">) {
  const { text } = useWords(sysTenantMessages);
  return <InvitationLink of={of} words={text} onClose={onClose} />;
}
