import { type OrgNode, sysOrg } from "@countinghouse/contract/system/org/org.ts";
import { Switch } from "antd";
import { useState } from "react";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { userCentreMessages } from "./user-centre.messages.ts";

/** How the organisations lie below each other, with one's own marked; from top to bottom, or side by side. */
export function OrgChart({ ownId }: { readonly ownId: number }) {
  const words = useWords(userCentreMessages);
  const [isAcross, setAcross] = useState(false);
  const answer = useAnswer(sysOrg, "list", {});
  return (
    <section className="ch-card centre-card">
      <header>
        <h2>{words.chart}</h2>
        <span className="ch-grow" />
        <span className="centre-across">
          {words.chartAcross}
          <Switch size="small" aria-label={words.chartAcross} checked={isAcross} onChange={setAcross} />
        </span>
      </header>
      <Answered answer={answer}>
        {(data) =>
          data.length === 0 ? (
            <p className="centre-note">{words.chartNone}</p>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
            <section className="centre-chart" data-across={isAcross || undefined} tabIndex={0} aria-label={words.chart}>
              <Level nodes={data} ownId={ownId} />
            </section>
          )
        }
      </Answered>
    </section>
  );
}

function Level({ nodes, ownId }: { readonly nodes: readonly OrgNode[]; readonly ownId: number }) {
  const { chartOwn } = useWords(userCentreMessages);
  return (
    <ul>
      {nodes.map(({ id, name, code, children }) => (
        <li key={id} aria-current={id === ownId ? "true" : undefined}>
          <div className="centre-org">
            <b>{name}</b>
            <small>{id === ownId ? chartOwn : code}</small>
          </div>
          {children.length > 0 ? <Level nodes={children} ownId={ownId} /> : null}
        </li>
      ))}
    </ul>
  );
}
