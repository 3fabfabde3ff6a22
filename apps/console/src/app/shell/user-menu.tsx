import { fill } from "@countinghouse/contract/kit/locale.ts";
import { defaultAvatar } from "@countinghouse/contract/system/auth/default-avatar.ts";
import {
  ArrowLeftRight,
  ChevronDown,
  CircleUser,
  Eraser,
  Keyboard,
  Lock,
  LogOut,
  SlidersHorizontal,
} from "lucide-react";
import { useNavigate } from "react-router";
import { useMay } from "../../platform/access/allowed.tsx";
import { useWords } from "../../platform/i18n/use-words.ts";
import { choosePaymentMode, paymentMode } from "../../platform/session/payment-mode.ts";
import { type SessionUser, useUser } from "../../platform/session/session.ts";
import { createStore, useStore } from "../../platform/state/store.ts";
import { pagesOf } from "../menu/menu.ts";
import { hiddenPages, userCentrePath } from "../routes/hidden-pages.ts";
import { lockScreen } from "../session/session-start.ts";
import { isDrawerOpen } from "../settings/drawer-store.ts";
import { type MenuAction, MenuButton } from "./floating-menu.tsx";
import { isSheetOpen } from "./sheet-store.ts";
import { shellMessages } from "./shell.messages.ts";
import { useMenu } from "./shell-location.ts";

/** The displayed confirmation, if any. */
export const accountQuestion = createStore<"signOut" | "clearCache" | undefined>(undefined);

/** The signed-in user and their session's actions. */
export function UserMenu({ isPhone = false }: { readonly isPhone?: boolean }) {
  const words = useWords(shellMessages);
  const user = useUser();
  const actions = useAccountActions();
  const mode = useStore(paymentMode);
  const seesPayments = useMay()("coinOrder:page");
  const other = mode === "live" ? "test" : "live";
  const onPhone: readonly MenuAction[] = isPhone
    ? [
        ...(seesPayments
          ? [
              {
                key: "mode",
                label: other === "live" ? words.showLive : words.showTest,
                icon: <ArrowLeftRight size={16} aria-hidden />,
                run: () => choosePaymentMode(other),
              },
            ]
          : []),
        {
          key: "settings",
          label: words.settings,
          icon: <SlidersHorizontal size={16} aria-hidden />,
          run: () => isDrawerOpen.set(true),
        },
      ]
    : [];
  return (
    <MenuButton
      label={fill(words.userMenu, { name: user.realName || user.account })}
      className={isPhone ? "ch-icon-btn" : "who"}
      actions={[...onPhone, ...actions]}
      heading={<Whoami user={user} />}
    >
      <Avatar user={user} />
      {isPhone ? null : (
        <>
          <span className="who-name ch-cut">{user.realName || user.account}</span>
          <ChevronDown size={12} aria-hidden />
        </>
      )}
    </MenuButton>
  );
}

/** Actions of the user's own session; also offered by the command palette. */
export function useAccountActions(): readonly MenuAction[] {
  const words = useWords(shellMessages);
  const navigate = useNavigate();
  const menu = useMenu();
  const hasCentre = [...hiddenPages, ...pagesOf(menu)].some((page) => page.path === userCentrePath);
  const centre: MenuAction = {
    key: "userCentre",
    label: words.userCentre,
    icon: <CircleUser size={16} aria-hidden />,
    run: () => void navigate(userCentrePath),
  };
  return [
    ...(hasCentre ? [centre] : []),
    {
      key: "clearCache",
      label: words.clearCache,
      icon: <Eraser size={16} aria-hidden />,
      run: () => accountQuestion.set("clearCache"),
    },
    {
      key: "shortcuts",
      label: words.shortcuts,
      icon: <Keyboard size={16} aria-hidden />,
      run: () => isSheetOpen.set(true),
    },
    {
      key: "lock",
      label: words.lockScreen,
      icon: <Lock size={16} aria-hidden />,
      isFirstOfGroup: true,
      run: () => void lockScreen(),
    },
    {
      key: "signOut",
      label: words.signOut,
      icon: <LogOut size={16} aria-hidden />,
      run: () => accountQuestion.set("signOut"),
    },
  ];
}

function Whoami({ user }: { readonly user: SessionUser }) {
  // An account that equals the e-mail address is shown once.
  const lines = [
    ...new Set([user.account, user.phone, user.email, [user.orgName, user.posName].filter(Boolean).join(" · ")]),
  ];
  return (
    <div className="whoami">
      <strong>{user.realName || user.account}</strong>
      {lines.map((line) => (line ? <span key={line}>{line}</span> : null))}
    </div>
  );
}

/** The user's picture, or initials. */
export const Avatar = ({ user }: { readonly user: Pick<SessionUser, "avatar" | "realName" | "account"> }) =>
  user.avatar === defaultAvatar ? (
    // Drawn by CSS: as text a screen reader would read it before the name.
    <span className="avatar" data-initials={initialsOf(user.realName || user.account)} />
  ) : (
    <img className="avatar" src={user.avatar} alt="" />
  );

/** One character of a Chinese name, else the initials of two words. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  if (/\p{Script=Han}/u.test(name)) return [...name.trim()][0] ?? "";
  return words
    .slice(0, 2)
    .map((word) => [...word][0] ?? "")
    .join("")
    .toUpperCase();
}
