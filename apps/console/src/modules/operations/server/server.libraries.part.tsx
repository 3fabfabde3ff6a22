import { sysServerMessages } from "@countinghouse/contract/operations/server/server.messages.ts";
import { sysServer } from "@countinghouse/contract/operations/server/server.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";

/** What the server is made of, with exact versions. */
export function Libraries() {
  const { text } = useWords(sysServerMessages);
  const answer = useAnswer(sysServer, "assemblyList", {});
  return (
    <section aria-label={text.libraries}>
      <h2 className="server-part">{text.libraries}</h2>
      <Answered answer={answer}>
        {(libraries) => (
          <ul className="ch-card server-libraries">
            {libraries.map(({ name, version }) => (
              <li key={name}>
                <span>{name}</span>
                <span className="ch-mono">{version}</span>
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </section>
  );
}
