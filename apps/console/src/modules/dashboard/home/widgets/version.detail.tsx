import { Copyable } from "@countinghouse/ui/cells/copyable.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { useWords } from "../../../../platform/i18n/use-words.ts";
import { useOverview } from "../home.answer.hook.ts";
import { WidgetCard } from "../home.card.detail.tsx";
import { FactList } from "../home.facts.detail.tsx";
import { widgetMessages } from "../home.widgets.messages.ts";

/** What is running, to be quoted in a report. */
export function VersionWidget() {
  const words = useWords(widgetMessages).version;
  const { running } = useOverview();
  if (!running) return null;
  const { product, build, node, postgres, startedAt } = running;
  return (
    <WidgetCard>
      <FactList
        facts={[
          [
            words.product,
            <Copyable key="product" value={product}>
              {product}
            </Copyable>,
          ],
          [
            words.build,
            build ? (
              <Copyable key="build" value={build} className="ch-mono">
                {build}
              </Copyable>
            ) : (
              words.unknown
            ),
          ],
          [words.node, node],
          [words.postgres, postgres],
          [words.since, <TimeCell key="since" value={startedAt} />],
        ]}
      />
    </WidgetCard>
  );
}
