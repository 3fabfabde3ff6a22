import { sysCacheMessages } from "@countinghouse/contract/operations/cache/cache.messages.ts";
import type { CacheKey } from "@countinghouse/contract/operations/cache/cache.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";

interface CacheKeyListProps {
  readonly keys: readonly CacheKey[];
  readonly open: string | undefined;
  onOpen(key: string): void;
}

/** Keys below their kind, each kind by its name with how many there are. */
export function CacheKeyList({ keys, open, onOpen }: CacheKeyListProps) {
  const { text } = useWords(sysCacheMessages);
  const families = [...new Set(keys.map(({ family }) => family))];
  if (families.length === 0) return <p className="cache-quiet">{text.nothing}</p>;
  const names: Readonly<Record<string, string>> = text;
  return families.map((family) => {
    const ofFamily = keys.filter((one) => one.family === family);
    return (
      <details key={family} open>
        <summary>
          {names[family] ?? family}
          <span className="cache-count">{ofFamily.length}</span>
          {ofFamily[0]?.isShared ? <StatusChip text={text.shared} tone="neutral" isFlat /> : null}
        </summary>
        <ul className="cache-keys">
          {ofFamily.map(({ key }) => (
            <li key={key}>
              <button type="button" aria-pressed={key === open} onClick={() => onOpen(key)}>
                {key.slice(family.length + 1) || key}
              </button>
            </li>
          ))}
        </ul>
      </details>
    );
  });
}
