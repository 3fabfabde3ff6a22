import { ArrowLeft, ArrowRight, Maximize, Pin, PinOff, RefreshCw, X } from "lucide-react";
import { homePath } from "../guard.ts";
import type { MenuAction } from "../shell/floating-menu.tsx";
import { close, maximised, pin, refreshTab, showTab, tabStore } from "./tab-store.ts";
import type { tabsMessages } from "./tabs.messages.ts";
import { moveTab, staysOpen, type Tab, type TabClosing } from "./tabs.ts";

type Words = (typeof tabsMessages)["en"];

/** Actions of a tab; those without effect are disabled. */
export function tabActions(words: Words, tab: Tab, list: readonly Tab[], isSortable: boolean): readonly MenuAction[] {
  const at = list.findIndex((one) => one.key === tab.key);
  const closable = (candidates: readonly Tab[]) => candidates.some((one) => !staysOpen(one));
  const closing = (key: TabClosing, label: string, isDisabled: boolean): MenuAction => ({
    key,
    label,
    isDisabled,
    run: () => close(tab.key, key, homePath),
  });
  const move = (key: string, label: string, icon: MenuAction["icon"], to: number): MenuAction => ({
    key,
    label,
    icon,
    isDisabled: to < 0 || to >= list.length,
    run: () => tabStore.set((tabs) => moveTab(tabs, tab.key, to)),
  });
  return [
    { key: "refresh", label: words.refresh, icon: <RefreshCw size={14} aria-hidden />, run: () => refreshTab(tab.key) },
    {
      key: "maximise",
      label: words.maximise,
      icon: <Maximize size={14} aria-hidden />,
      run: () => {
        showTab(tab.address);
        maximised.set(true);
      },
    },
    {
      key: "pin",
      label: tab.isPinned ? words.unpin : words.pin,
      icon: tab.isPinned ? <PinOff size={14} aria-hidden /> : <Pin size={14} aria-hidden />,
      isDisabled: tab.isAffix,
      run: () => pin(tab),
    },
    ...(isSortable
      ? [
          move("moveLeft", words.moveLeft, <ArrowLeft size={14} aria-hidden />, at - 1),
          move("moveRight", words.moveRight, <ArrowRight size={14} aria-hidden />, at + 1),
        ]
      : []),
    {
      ...closing("this", words.close, tab.isAffix),
      icon: <X size={14} aria-hidden />,
      hint: "Alt W",
      isFirstOfGroup: true,
    },
    closing("others", words.others, !closable(list.filter((one) => one.key !== tab.key))),
    closing("left", words.left, !closable(list.slice(0, at))),
    closing("right", words.right, !closable(list.slice(at + 1))),
    closing("all", words.all, !closable(list)),
  ];
}
