import { sysUser } from "@countinghouse/contract/system/user/user.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { CardForm } from "../../../platform/pickers/card-form.tsx";
import { PageTabs, usePageTab } from "../../../platform/pickers/page-tabs.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { rereadRights } from "../../../platform/session/reread.ts";
import { useIsOfMerchant } from "../../../platform/session/session.ts";
import { OrgChart } from "./user-centre.chart.detail.tsx";
import { OwnFactors } from "./user-centre.factors.detail.tsx";
import { userCentreMessages } from "./user-centre.messages.ts";
import { OwnPassword } from "./user-centre.password.form.tsx";
import { OwnPictures } from "./user-centre.pictures.detail.tsx";
import { OwnSessions } from "./user-centre.sessions.detail.tsx";
import "./user-centre.css";

const profileFields = [
  "realName",
  "nickName",
  "phone",
  "email",
  "sex",
  "birthday",
  { field: "address", isWide: true },
  { field: "introduction", isWide: true },
] as const;

const ownTabs = ["profile", "chart", "security", "devices"] as const;
type OwnTab = (typeof ownTabs)[number];
/** How the operator is made up is not a merchant's to see. */
const merchantTabs = ["profile", "security", "devices"] as const;

/** One's own account: profile, place, password and factors, devices. */
export function UserCentrePage() {
  const words = useWords(userCentreMessages);
  const keys: readonly [OwnTab, ...OwnTab[]] = useIsOfMerchant() ? merchantTabs : ownTabs;
  const tab = usePageTab(keys);
  const tabs = keys.map((key) => ({ key, title: words[key] }));
  return (
    <div className="ch-page centre">
      <header className="ch-page-head">
        <h1>{words.title}</h1>
      </header>
      <PageTabs label={words.title} tab={tab} tabs={tabs} />
      {tab.open === "profile" ? <OwnProfile /> : null}
      {tab.open === "security" ? (
        <>
          <OwnPassword />
          <OwnFactors />
        </>
      ) : null}
      {tab.open === "chart" ? <OwnPlace /> : null}
      {tab.open === "devices" ? <OwnSessions /> : null}
    </div>
  );
}

function OwnProfile() {
  const answer = useAnswer(sysUser, "baseInfo", {});
  return (
    <Answered answer={answer}>
      {(data) => (
        <>
          <OwnPictures user={data} />
          <section className="ch-card centre-card">
            <RecordFacts
              resource={sysUser}
              of={data}
              fields={["account", "accountType", "orgName", "posName", "roleName", "lastLoginTime"]}
            />
            <hr />
            <CardForm
              resource={sysUser}
              operation="saveBaseInfo"
              fields={profileFields}
              record={data}
              onDone={() => void rereadRights()}
            />
          </section>
        </>
      )}
    </Answered>
  );
}

function OwnPlace() {
  const answer = useAnswer(sysUser, "baseInfo", {});
  return <Answered answer={answer}>{({ orgId }) => <OrgChart ownId={orgId} />}</Answered>;
}
