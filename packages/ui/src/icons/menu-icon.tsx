import { FileText, type LucideIcon } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { firstIcons } from "./first-icons.ts";

let further: Readonly<Record<string, LucideIcon>> | undefined;
const waiting = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  waiting.add(listener);
  return () => waiting.delete(listener);
};

async function loadFurther(): Promise<void> {
  if (further) return;
  further = (await import("./menu-icons.ts")).menuIcons;
  for (const listener of [...waiting]) listener();
}

/** The icon of a menu entry; an unknown name gets a plain page. Decorative: the title stands beside it. */
export function MenuIcon({ name, size = 16 }: { readonly name: string | null | undefined; readonly size?: number }) {
  const known = firstIcons[name ?? ""];
  const loaded = useSyncExternalStore(subscribe, () => further);
  useEffect(() => {
    // Icons beyond the delivered ones are loaded together, when the first is shown. Without network the page icon
    // stays.
    if (name && !known) void loadFurther().catch(() => undefined);
  }, [name, known]);
  const Icon = known ?? loaded?.[name ?? ""] ?? FileText;
  return <Icon size={size} strokeWidth={1.75} aria-hidden />;
}
