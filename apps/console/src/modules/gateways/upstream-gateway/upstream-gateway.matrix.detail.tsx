import { upstreamGatewayMessages } from "@countinghouse/contract/gateways/upstream-gateway/upstream-gateway.messages.ts";
import { upstreamGateway } from "@countinghouse/contract/gateways/upstream-gateway/upstream-gateway.ts";
import { GatewayCapability } from "@countinghouse/contract/payment-enumerations.ts";
import { Check, Minus } from "lucide-react";
import "../../../platform/gateways/gateways.css";
import { ScrollX } from "../../../platform/gateways/scroll-x.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";

/** Which provider can do what, at a glance. */
export function CapabilityMatrix() {
  const { text } = useWords(upstreamGatewayMessages);
  const locale = useLocale();
  const answer = useAnswer(upstreamGateway, "capabilityMatrix", {});
  return (
    <div className="ch-card ch-matrix-card">
      <Answered answer={answer}>
        {({ providers: all, capabilities }) => (
          <ScrollX label={text.matrix}>
            <table className="ch-matrix">
              <thead>
                <tr>
                  <th scope="col">{text.capability}</th>
                  {all.map(({ id, name }) => (
                    <th key={id} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {capabilities.map(({ capability, providers }) => (
                  <tr key={capability}>
                    <th scope="row">{GatewayCapability.memberOf(capability)?.text[locale]}</th>
                    {all.map(({ id }) => (
                      <td key={id}>
                        <Mark can={providers.includes(id)} words={text} />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollX>
        )}
      </Answered>
    </div>
  );
}

const Mark = ({ can, words }: { readonly can: boolean; readonly words: { can: string; cannot: string } }) =>
  can ? (
    <Check size={16} className="ch-matrix-yes" aria-label={words.can} />
  ) : (
    <Minus size={16} className="ch-matrix-no" aria-label={words.cannot} />
  );
