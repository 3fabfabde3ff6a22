import { lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";
import {
  Activity,
  BookOpen,
  CalendarDays,
  ChartColumn,
  ChartLine,
  Clock,
  CreditCard,
  Funnel,
  GitCommitHorizontal,
  Globe,
  Hand,
  Inbox,
  Info,
  LayoutGrid,
  type LucideIcon,
  Map as MapIcon,
  ReceiptText,
  Rss,
  Store,
  Wallet,
} from "lucide-react";
import type { ComponentType } from "react";
import { WidgetBones } from "../home.card.detail.tsx";
import type { WidgetPlacement } from "../home.layout.policy.ts";
import type { homeMessages } from "../home.messages.ts";
import { AboutWidget } from "./about.detail.tsx";
import { AppsWidget } from "./apps.detail.tsx";
import { ChangesWidget } from "./changes.detail.tsx";
import { EventsWidget } from "./events.detail.tsx";
import { NoticesWidget } from "./notices.detail.tsx";
import { ProgressWidget } from "./progress.detail.tsx";
import { ScheduleWidget } from "./schedule.detail.tsx";
import { TimerWidget } from "./timer.detail.tsx";
import { VersionWidget } from "./version.detail.tsx";
import { WelcomeWidget } from "./welcome.detail.tsx";

/** A part of the home page that a reader can place. */
export interface Widget extends WidgetPlacement {
  /** Kept in saved layouts: a widget that is renamed keeps its id. Its title and purpose are worded under it. */
  readonly id: keyof (typeof homeMessages)["en"]["widgets"];
  readonly icon: LucideIcon;
  /** Needed to see it; absent where everyone signed in may. */
  readonly permission?: string;
  /** Whom it is for, where that is not everybody: the operator's people, or those who sign in for a merchant. */
  readonly isOf?: "operator" | "merchant";
  /**
   * Draws a `WidgetCard`. It may suspend and it may throw, a refused call included: whoever shows it waits, says so,
   * and offers to try again. What is heavy is made with `lazyPart`.
   */
  readonly Content: ComponentType;
}

const seesOrders = "coinOrder:page";

// Figures of payments come with the first reader who may see them.
const OrderOverviewWidget = lazyPart(
  async () => (await import("./order-overview.detail.tsx")).OrderOverviewWidget,
  WidgetBones,
);
const SalesChartWidget = lazyPart(async () => (await import("./sales-chart.detail.tsx")).SalesChartWidget, WidgetBones);
const CountryOverviewWidget = lazyPart(
  async () => (await import("./country-overview.detail.tsx")).CountryOverviewWidget,
  WidgetBones,
);
const BalanceWidget = lazyPart(async () => (await import("./balance.detail.tsx")).BalanceWidget, WidgetBones);
const ConversionWidget = lazyPart(async () => (await import("./conversion.detail.tsx")).ConversionWidget, WidgetBones);
const MethodRateWidget = lazyPart(async () => (await import("./method-rate.detail.tsx")).MethodRateWidget, WidgetBones);

const ShopWidget = lazyPart(async () => (await import("./shop.detail.tsx")).ShopWidget, WidgetBones);
const ChartsWidget = lazyPart(async () => (await import("./charts.detail.tsx")).ChartsWidget, WidgetBones);
const CountryLayoutWidget = lazyPart(
  async () => (await import("./country-layout.detail.tsx")).CountryLayoutWidget,
  WidgetBones,
);

/** Every widget, in the order in which the standard layout shows them. A new one is one line here and its words. */
export const widgets: readonly Widget[] = [
  { id: "shop", home: "top", icon: Store, isOf: "merchant", permission: seesOrders, Content: ShopWidget },
  { id: "orderOverview", home: "top", icon: ReceiptText, permission: seesOrders, Content: OrderOverviewWidget },
  { id: "salesChart", home: "main", icon: ChartLine, permission: seesOrders, Content: SalesChartWidget },
  { id: "balance", home: "main", icon: Wallet, permission: "merchantBalance:totals", Content: BalanceWidget },
  { id: "countryLayout", home: "main", icon: Globe, permission: seesOrders, Content: CountryLayoutWidget },
  { id: "methodRate", home: "side", icon: CreditCard, permission: seesOrders, Content: MethodRateWidget },
  { id: "events", home: "side", icon: Rss, Content: EventsWidget },
  { id: "apps", home: "main", icon: LayoutGrid, Content: AppsWidget },
  { id: "schedule", home: "main", icon: CalendarDays, Content: ScheduleWidget },
  { id: "notices", home: "main", icon: Inbox, Content: NoticesWidget },
  { id: "progress", home: "side", icon: Activity, Content: ProgressWidget },
  { id: "welcome", home: "side", icon: Hand, Content: WelcomeWidget },
  { id: "charts", home: "main", icon: ChartColumn, permission: seesOrders, isExtra: true, Content: ChartsWidget },
  {
    id: "countryOverview",
    home: "main",
    icon: MapIcon,
    permission: seesOrders,
    isExtra: true,
    Content: CountryOverviewWidget,
  },
  { id: "conversion", home: "side", icon: Funnel, permission: seesOrders, isExtra: true, Content: ConversionWidget },
  { id: "changes", home: "main", icon: GitCommitHorizontal, isExtra: true, Content: ChangesWidget },
  { id: "timer", home: "side", icon: Clock, isExtra: true, Content: TimerWidget },
  { id: "about", home: "side", icon: Info, isExtra: true, Content: AboutWidget },
  { id: "version", home: "side", icon: BookOpen, isOf: "operator", isExtra: true, Content: VersionWidget },
];
