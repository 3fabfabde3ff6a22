import { BillCategory } from "@countinghouse/contract/funds/billing/bill-enumerations.ts";
import { billingMessages } from "@countinghouse/contract/funds/billing/billing.messages.ts";
import { billing } from "@countinghouse/contract/funds/billing/billing.ts";
import type { FeePlanComparison } from "@countinghouse/contract/funds/billing/fee-plan.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { CallInput } from "@countinghouse/contract/kit/resource.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import { MoneyInput } from "@countinghouse/ui/fields/money-input.tsx";
import { PercentInput } from "@countinghouse/ui/fields/percent-input.tsx";
import { Button } from "antd";
import { useState } from "react";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { CallError } from "../../../platform/api/call-error.ts";
import { call } from "../../../platform/api/client.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import "./billing.css";
import { billScreenMessages } from "./billing.messages.ts";

type Input = CallInput<(typeof billing.operations)["comparePlan"]>;
type Plan = Partial<Pick<Input, "percent" | "fixed" | "minFee" | "maxFee">>;
interface Billed {
  readonly row: { readonly id: string; readonly currency: string };
}

/** What the captures of a bill would have cost by a price that somebody types in: the operator's, before it offers one. */
export const BillPlan = (props: Billed) => (
  <Allowed need="billing:comparePlan">
    <PlanComparison key={props.row.id} {...props} />
  </Allowed>
);

function PlanComparison({ row: { id, currency } }: Billed) {
  const words = useWords(billScreenMessages);
  const { fields, actions } = useWords(billingMessages);
  const [plan, setPlan] = useState<Plan>({});
  const [found, setFound] = useState<FeePlanComparison>();
  const [failure, setFailure] = useState<string>();
  const { fixed, minFee, maxFee } = plan;
  const asked = billing.operations.comparePlan.input.safeParse({
    ...{ id, currency, percent: plan.percent, minFee, maxFee },
    ...(fixed ? { fixed } : {}),
  });
  const set = (name: keyof Plan) => (value: string | number | null) => setPlan({ ...plan, [name]: value ?? undefined });
  const compare = async () => {
    setFound(undefined);
    setFailure(undefined);
    try {
      setFound(await call(billing, "comparePlan", asked.data as Input));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFailure(error.message);
    }
  };
  return (
    <section>
      <h3 className="ch-section-title">{words.planTitle}</h3>
      <p className="funds-quiet">{words.planHint}</p>
      <div className="bill-plan">
        <Field label={fields.percent} isRequired error={failure}>
          {(facts) => <PercentInput facts={facts} value={plan.percent ?? null} onChange={set("percent")} isRequired />}
        </Field>
        {(["fixed", "minFee", "maxFee"] as const).map((name) => (
          <Field key={name} label={fields[name]}>
            {(facts) => (
              <MoneyInput facts={facts} value={plan[name] ?? null} onChange={set(name)} currency={currency} />
            )}
          </Field>
        ))}
      </div>
      <Button size="small" disabled={!asked.success} onClick={() => void compare()}>
        {actions.comparePlan}
      </Button>
      <div aria-live="polite">{found ? <Found of={found} /> : null}</div>
    </section>
  );
}

const figures = ["billedAmount", "plannedAmount", "differenceAmount"] as const;

function Found({ of }: { readonly of: FeePlanComparison }) {
  const words = useWords(billScreenMessages);
  const { fields } = useWords(billingMessages);
  const language = useLocale();
  if (of.captureCount === 0) return <p className="funds-quiet">{words.planNothing}</p>;
  const difference = BigInt(of.differenceAmount);
  const money = (minor: string) => formatMoney(fromWire(minor, of.currency), { language });
  const said = difference === 0n ? words.planSame : difference < 0n ? words.planLess : words.planMore;
  return (
    <>
      <p>
        {fill(said, { amount: money(of.differenceAmount.replace("-", "")) })}{" "}
        {fill(words.planMargin, { amount: money(of.marginAmount) })}
      </p>
      <div className="bill-scroll">
        <table aria-label={words.planTitle}>
          <thead>
            <tr>
              <th scope="col">{words.category}</th>
              <th scope="col" className="bill-figure">
                {fields.captureCount}
              </th>
              {figures.map((field) => (
                <th key={field} scope="col" className="bill-figure">
                  {fields[field]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...of.lines, { ...of, paymentCategory: undefined }].map((line) => (
              <tr key={line.paymentCategory ?? "all"}>
                <th scope="row">
                  {line.paymentCategory ? BillCategory.memberOf(line.paymentCategory)?.text[language] : words.planTotal}
                </th>
                <td className="bill-figure">{line.captureCount}</td>
                {figures.map((field) => (
                  <td key={field} className="bill-figure">
                    <MoneyCell amount={fromWire(line[field], of.currency)} isPlain />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
