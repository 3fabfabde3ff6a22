import { sysAboutMessages } from "@countinghouse/contract/dashboard/about/about.messages.ts";
import { type About, sysAbout, type UsedPackage } from "@countinghouse/contract/dashboard/about/about.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { TextCell } from "@countinghouse/ui/cells/text-cell.tsx";
import { Facts } from "@countinghouse/ui/layout/facts.tsx";
import { Input } from "antd";
import { useState } from "react";
import { useWords } from "../../../platform/i18n/use-words.ts";
import "../../../platform/pages/pages.css";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./about.css";

/** What runs here, and under which licences it is made of what. */
export function AboutPage() {
  const { title } = useWords(sysAboutMessages);
  return (
    <div className="ch-page">
      <header className="ch-page-head">
        <h1>{title}</h1>
      </header>
      <Answered answer={useAnswer(sysAbout, "detail", {})}>{(about) => <Told about={about} />}</Answered>
    </div>
  );
}

const facts = ["version", "licence", "migration", "node", "database"] as const;

function Told({ about }: { readonly about: About }) {
  const { fields, text } = useWords(sysAboutMessages);
  const [sought, setSought] = useState("");
  const wanted = sought.trim().toLowerCase();
  const found = about.packages.filter(({ name, licence }) => `${name} ${licence}`.toLowerCase().includes(wanted));
  return (
    <>
      <section className="ch-card about-card">
        <p>{text.what}</p>
        <Facts facts={facts.map((key) => ({ key, label: fields[key], value: <TextCell value={about[key]} /> }))} />
      </section>
      <section className="ch-card about-card" aria-label={fields.packages}>
        <Input
          allowClear
          placeholder={text.find}
          aria-label={text.find}
          value={sought}
          onChange={({ target }) => setSought(target.value)}
        />
        {found.length === 0 ? <p role="status">{text.none}</p> : null}
        <Packages title={text.shipped} packages={found.filter(({ isShipped }) => isShipped)} />
        <Packages title={text.tools} packages={found.filter(({ isShipped }) => !isShipped)} />
      </section>
    </>
  );
}

function Packages({ title, packages }: { readonly title: string; readonly packages: readonly UsedPackage[] }) {
  const { fields } = useWords(sysAboutMessages);
  if (packages.length === 0) return null;
  return (
    <>
      <h2>{fill(title, { count: packages.length })}</h2>
      <table className="about-packages">
        <thead>
          <tr>
            <th scope="col">{fields.name}</th>
            <th scope="col">{fields.version}</th>
            <th scope="col">{fields.licence}</th>
          </tr>
        </thead>
        <tbody>
          {packages.map(({ name, version, licence }) => (
            <tr key={`${name} ${version}`}>
              <td>{name}</td>
              <td>{version}</td>
              <td>{licence}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
