import { Tooltip } from "antd";
import { deviceTimeZone, useTimeZone } from "../layout/ui-settings.ts";
import { useUiWords } from "../layout/ui-words.ts";
import { Copyable } from "./copyable.tsx";
import { formatClock, formatInstant, zoneOffset } from "./instant.ts";

/** An instant in the reader's zone; the tooltip names that zone and gives the device's own time and UTC; a click copies. */
export function TimeCell({ value, isClockOnly = false }: { value: string; isClockOnly?: boolean }) {
  const timeZone = useTimeZone();
  const words = useUiWords();
  const zones = [...new Set([timeZone, deviceTimeZone(), "UTC"])];
  const lines = zones.map((zone) => {
    const name = zone === "UTC" ? "UTC" : `${zone} (${zoneOffset(zone, value)})`;
    return {
      zone,
      text: `${formatInstant(value, zone)}  ${name}`,
      isLocal: zone === deviceTimeZone() && zone !== timeZone,
    };
  });
  const tip = (
    <span className="ch-zones">
      {lines.map(({ zone, text, isLocal }) => (
        <span key={zone}>{isLocal ? `${text} · ${words.localTime}` : text}</span>
      ))}
    </span>
  );
  return (
    <Tooltip title={tip} mouseEnterDelay={0.4} styles={{ root: { maxWidth: 420 } }}>
      <span className="ch-time">
        <Copyable value={formatInstant(value, timeZone)}>
          <time dateTime={value}>{isClockOnly ? formatClock(value, timeZone) : formatInstant(value, timeZone)}</time>
        </Copyable>
      </span>
    </Tooltip>
  );
}
