import type { AreaCode } from "./areas.ts";
import { type LocalizedText, text3 } from "./kit/locale.ts";
import type { MenuEntry } from "./kit/resource.ts";

/** A page of the seeded menu that belongs to no single resource. */
export interface MenuPage extends MenuEntry {
  readonly area: AreaCode;
  readonly code: string;
  readonly title: LocalizedText;
}

/** Pages that are put together from several resources, or need none. They are open to everyone who is granted them. */
export const menuPages: readonly MenuPage[] = [
  {
    area: "dashboard",
    code: "home",
    path: "/dashboard/home",
    component: "home/home.page",
    icon: "house",
    order: 100,
    isAffix: true,
    title: text3("Home", "首页", "首頁"),
  },
];
