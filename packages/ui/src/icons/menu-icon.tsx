import { FileText } from "lucide-react";
import { menuIcons } from "./menu-icons.ts";

/** The icon of a menu entry; an unknown name gets a plain page. Decorative: the title stands beside it. */
export function MenuIcon({ name, size = 16 }: { readonly name: string | null | undefined; readonly size?: number }) {
  const Icon = menuIcons[name ?? ""] ?? FileText;
  return <Icon size={size} strokeWidth={1.75} aria-hidden />;
}
