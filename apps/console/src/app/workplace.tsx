import { fill } from "@countinghouse/contract/kit/locale.ts";
import { Toaster } from "@countinghouse/ui/feedback/toast.tsx";
import { lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";
import { sizeOf } from "@countinghouse/ui/theme/antd-theme.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { ConfigProvider } from "antd";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { RouterProvider } from "react-router";
import { CallError } from "../platform/api/call-error.ts";
import { onServerEvent } from "../platform/api/events.ts";
import { firstLibraryLocale, loadLibraryLocale } from "../platform/i18n/library-locale.ts";
import { useLocale, useWords } from "../platform/i18n/use-words.ts";
import { session, useSession } from "../platform/session/session.ts";
import { useStore } from "../platform/state/store.ts";
import { useSettings } from "../platform/theme/settings.ts";
import { useAntdTheme } from "../platform/theme/use-theme.ts";
import { errorMessages } from "./errors/errors.messages.ts";
import { LoadFailure } from "./errors/load-failure.tsx";
import { StatePage } from "./errors/state-page.tsx";
import { OverlayEnds } from "./loading-overlay.tsx";
import { secondsUntilLock, watchIdle } from "./lock/idle.ts";
import { queryClient } from "./query-client.ts";
import { createRouter } from "./routes/routes.tsx";
import { followLeaving, leaveSession } from "./session/leave-session.ts";
import { secondPersonStep } from "./session/second-person.ts";
import { followLock, lockScreen, rereadWords, startSession } from "./session/session-start.ts";
import { proofRequest } from "./session/step-up.ts";
import { Watermark } from "./shell/watermark.tsx";
// Shared styles of all pages.
import "../platform/pages/pages.css";

const LockScreen = lazyPart(async () => (await import("./lock/lock-screen.tsx")).LockScreen);
const StepUpDialog = lazyPart(async () => (await import("./session/step-up-dialog.tsx")).StepUpDialog);
const SecondPersonDialog = lazyPart(
  async () => (await import("./session/second-person-dialog.tsx")).SecondPersonDialog,
);

/** The application after sign-in. Starts the session and renders its state. */
export function Workplace() {
  const phase = useSession((current) => current.phase);
  useEffect(() => {
    // Already started right after a sign-in.
    if (session.get().phase === "starting") void startSession();
    const stops = [followLock(), followLeaving()];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return (
    <KitProvider>
      {phase === "failed" ? <StartFailure /> : null}
      {phase === "locked" ? (
        <LoadFailure>
          <LockScreen />
        </LoadFailure>
      ) : null}
      {phase === "ready" ? <OpenWorkplace /> : null}
      <Watermark />
    </KitProvider>
  );
}

/** The component kit with the user's theme, density and language. */
function KitProvider({ children }: { readonly children: ReactNode }) {
  const theme = useAntdTheme();
  const density = useSettings((settings) => settings.density);
  const locale = useLocale();
  const [words, setWords] = useState(firstLibraryLocale);
  useEffect(() => {
    let isWanted = true;
    void loadLibraryLocale(locale).then((loaded) => isWanted && setWords(loaded));
    return () => {
      isWanted = false;
    };
  }, [locale]);
  return (
    <ConfigProvider
      theme={theme}
      componentSize={sizeOf(density)}
      wave={{ disabled: true }}
      button={{ autoInsertSpace: false }}
      locale={words}
    >
      {children}
    </ConfigProvider>
  );
}

/** The router with its pages, while the session is open. */
function OpenWorkplace() {
  const menu = useSession((current) => current.menu);
  const roles = useSession((current) => current.user?.roleIds.join() ?? "");
  // Titles may be reloaded without affecting open pages: only other routes create another router.
  const shape = JSON.stringify(menu, (key, value) =>
    routeFacts.has(key) || key === "" || /^\d+$/.test(key) ? value : undefined,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape stands for the menu, the text for the roles.
  const router = useMemo(() => createRouter(menu, session.get().user?.roleIds ?? []), [shape, roles]);
  useEffect(() => () => router.dispose(), [router]);
  useEffect(() => () => queryClient.clear(), []);
  const wantsProof = useStore(proofRequest) !== undefined;
  const takesTwo = useStore(secondPersonStep) !== undefined;
  useRereadWords();
  useIdleLock();
  // The event stream was interrupted: displayed data may be outdated.
  useEffect(() => onServerEvent("overflow", () => void queryClient.invalidateQueries()), []);
  if (menu.length === 0) return <NoMenu />;
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster />
      {wantsProof ? <StepUpDialog /> : null}
      {takesTwo ? <SecondPersonDialog onOpen={(path) => void router.navigate(path)} /> : null}
    </QueryClientProvider>
  );
}

/** Fields of a menu entry that define its route. */
const routeFacts = new Set(["path", "component", "redirect", "meta", "isLink", "isIframe", "roles", "children"]);

function useRereadWords(): void {
  const locale = useLocale();
  const [read, setRead] = useState(locale);
  useEffect(() => {
    if (read === locale) return;
    setRead(locale);
    void queryClient.invalidateQueries();
    // Texts that cannot be reloaded stay in the former language.
    void rereadWords().catch(() => undefined);
  }, [locale, read]);
}

function useIdleLock(): void {
  const { isLockScreen, lockScreenTime } = useSettings();
  const most = useSession(({ user }) => user?.lockScreenSeconds);
  const seconds = secondsUntilLock(isLockScreen ? lockScreenTime : undefined, most);
  useEffect(() => (seconds === undefined ? undefined : watchIdle(seconds, () => void lockScreen())), [seconds]);
}

function StartFailure() {
  const words = useWords(errorMessages);
  const error = useSession((current) => current.error);
  return (
    <main>
      <StatePage title={words.startTitle} text={error instanceof CallError ? error.message : words.startText}>
        <div className="state-actions">
          <button type="button" className="ch-btn" onClick={leaveSession}>
            {words.signOut}
          </button>
          <button type="button" className="ch-btn ch-btn-primary" onClick={() => void startSession()}>
            {words.retry}
          </button>
        </div>
        {error instanceof CallError && error.requestId ? (
          <p className="state-detail">{fill(words.quote, { requestId: error.requestId })}</p>
        ) : null}
      </StatePage>
      <OverlayEnds />
    </main>
  );
}

function NoMenu() {
  const words = useWords(errorMessages);
  return (
    <main>
      <StatePage title={words.noMenuTitle} text={words.noMenuText}>
        <div className="state-actions">
          <button type="button" className="ch-btn ch-btn-primary" onClick={leaveSession}>
            {words.signInAgain}
          </button>
        </div>
      </StatePage>
      <OverlayEnds />
    </main>
  );
}
