import type { sysConst } from "@countinghouse/contract/settings/const/const.ts";
import type { sysDictType } from "@countinghouse/contract/settings/dict/dict-type.ts";
import type { sysMenu } from "@countinghouse/contract/settings/menu/menu.ts";
import type { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import { CallError } from "../../platform/api/call-error.ts";
import { onClientEvents, remote } from "../../platform/api/client.ts";
import { startEvents, stopEvents } from "../../platform/api/events.ts";
import { startPaymentMode } from "../../platform/session/payment-mode.ts";
import { emptySession, type SessionUser, session } from "../../platform/session/session.ts";
import { loadSystemInfo } from "../../platform/session/system-info.ts";
import { localMemory, onOtherWindow, sessionMemory } from "../../platform/state/local.ts";
import { leaveEndedSession, leaveSession } from "./leave-session.ts";
import { askForReason, showSent } from "./second-person.ts";
import { askForProof } from "./step-up.ts";

/** Calls of the session by name: their schemas would only add to the first load. */
export const auth = remote<typeof sysAuth>("sysAuth");
const menus = remote<typeof sysMenu>("sysMenu");
const constants = remote<typeof sysConst>("sysConst");
const dictionaries = remote<typeof sysDictType>("sysDictType");
const get = { method: "GET" } as const;

/** The locked session's user, so that the lock screen can show them after a reload. */
export interface LockedUser {
  readonly account: string;
  readonly realName: string;
  readonly avatar: string;
}

/** Loads everything the first screen needs, concurrently. */
export async function startSession(): Promise<void> {
  onClientEvents({
    signedOut: leaveEndedSession,
    locked: showLock,
    stepUp: askForProof,
    reason: askForReason,
    sent: showSent,
  });
  session.set({ ...emptySession, user: session.get().user });
  void loadSystemInfo();
  if (localMemory.read("locked") === true) return showLock();
  try {
    const [user, menu, constantList, dictionaryList] = await Promise.all([
      auth("userInfo", {}, get),
      menus("loginMenuTree", {}, get),
      constants("list", {}, get),
      dictionaries("allDictList", {}, get),
    ]);
    if (user.isLocked) return showLock();
    startPaymentMode(user.isTrial);
    session.set({
      phase: "ready",
      user: { ...user, time: Date.now() },
      menu,
      constants: constantList,
      dictionaries: dictionaryList,
      permissions: new Set(user.buttons),
      error: undefined,
    });
    startEvents();
  } catch (error) {
    if (error instanceof CallError && error.status === 423) showLock();
    else session.set({ ...emptySession, phase: "failed", error });
  }
}

/** Reloads server-side texts after a change of language. Pages stay as they are. */
export async function rereadWords(): Promise<void> {
  if (session.get().phase !== "ready") return;
  const [menu, constantList, dictionaryList] = await Promise.all([
    menus("loginMenuTree", {}, get),
    constants("list", {}, get),
    dictionaries("allDictList", {}, get),
  ]);
  session.set((before) => ({ ...before, menu, constants: constantList, dictionaries: dictionaryList }));
}

/** Locks the session on the server, then here. The screen locks even if the server is unreachable. */
export async function lockScreen(): Promise<void> {
  await auth("lockScreen", {}).catch(() => undefined);
  showLock();
}

/** Unlocks with the password; the session is then loaded again. */
export async function unlockScreen(password: string): Promise<void> {
  await auth("unLockScreen", { password });
  localMemory.write("locked", undefined);
  await startSession();
}

/** Signs out on the server and leaves. The session ends here even if the server does not answer. */
export async function signOut(): Promise<void> {
  await auth("logout", {}).catch(() => undefined);
  leaveSession();
}

function showLock(): void {
  if (session.get().phase === "locked") return;
  const { user } = session.get();
  if (user) sessionMemory.write("lockedUser", lockedUserOf(user));
  localMemory.write("locked", true);
  stopEvents();
  session.set({ ...emptySession, phase: "locked" });
}

const lockedUserOf = ({ account, realName, avatar }: SessionUser): LockedUser => ({ account, realName, avatar });

/** The user who locked this window, if known. */
export const lockedUser = (): LockedUser | undefined => sessionMemory.read<LockedUser>("lockedUser");

/** Locks and unlocks together with the browser's other windows, which share the session. */
export const followLock = (): (() => void) =>
  onOtherWindow("locked", () => {
    if (localMemory.read("locked") === true) showLock();
    else if (session.get().phase === "locked") void startSession();
  });
