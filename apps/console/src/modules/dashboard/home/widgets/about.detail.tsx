import { useWords } from "../../../../platform/i18n/use-words.ts";
import { useUser } from "../../../../platform/session/session.ts";
import { productName, useSystemInfo } from "../../../../platform/session/system-info.ts";
import { useOverview } from "../home.answer.hook.ts";
import { WidgetCard } from "../home.card.detail.tsx";
import { FactList } from "../home.facts.detail.tsx";
import { widgetMessages } from "../home.widgets.messages.ts";

/** What this installation is called, whose it is, and what it is for. */
export function AboutWidget() {
  const words = useWords(widgetMessages).about;
  const { sysTitle, sysViceDesc, sysCopyright } = useSystemInfo();
  const { tenantName } = useOverview();
  const { orgName } = useUser();
  return (
    <WidgetCard>
      <FactList
        facts={[
          [words.product, productName],
          [words.site, sysTitle],
          [words.tenant, tenantName],
          [words.org, orgName],
          [words.licence, "Apache-2.0"],
          [words.purpose, sysViceDesc],
        ]}
      />
      {sysCopyright && <p className="home-foot">{sysCopyright}</p>}
    </WidgetCard>
  );
}
