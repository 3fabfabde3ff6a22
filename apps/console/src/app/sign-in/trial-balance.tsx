import { useWords } from "../../platform/i18n/use-words.ts";
import { signInMessages } from "./sign-in.messages.ts";

/** Both sides of each entry; the sums balance. */
const entries = [
  ["intake", "1,286.40"],
  ["fees", "39.87"],
  ["cost", "23.26"],
  ["refund", "572.80"],
  ["settlement", "959.63"],
  ["payout", "830.99"],
] as const;
const total = "3,712.95";

/** Picture next to the sign-in form: a trial balance. */
export function TrialBalance() {
  const words = useWords(signInMessages);
  return (
    <aside className="sign-picture">
      <p className="sign-motto">{words.balanceTitle}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.balanceEntry}</th>
            <th scope="col">{words.debit}</th>
            <th scope="col">{words.credit}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(([name, amount]) => (
            <tr key={name}>
              <td>{words.entries[name]}</td>
              <td>{amount}</td>
              <td>{amount}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>{words.total}</td>
            <td>{total}</td>
            <td>{total}</td>
          </tr>
        </tfoot>
      </table>
      <p className="sign-caption">{words.balanceCaption}</p>
    </aside>
  );
}
