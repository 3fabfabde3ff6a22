import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";
import type { sysNotice } from "@countinghouse/contract/system/notice/notice.ts";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Bell, Check } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { remote } from "../../platform/api/client.ts";
import { onServerEvent } from "../../platform/api/events.ts";
import { toastFailure } from "../../platform/api/use-operation.ts";
import { languageTags } from "../../platform/i18n/language.ts";
import { useLocale, useWords } from "../../platform/i18n/use-words.ts";
import { pagesOf } from "../menu/menu.ts";
import { type MenuAnchor, useFloating } from "../shell/floating-menu.tsx";
import { PopupButton } from "../shell/popup-button.tsx";
import { useMenu } from "../shell/shell-location.ts";
import { noticeBellMessages } from "./notice.messages.ts";

type Notice = ResultOf<(typeof sysNotice)["operations"]["unReadList"]>[number];

const notices = remote<typeof sysNotice>("sysNotice");
const unreadKey = ["sysNotice", "unReadList"] as const;
/** Polling interval in ms, for events missed while the stream was interrupted. */
const lookAgain = 120_000;

/** Notifications: the bell, its count and the unread notices. */
export function NoticeBell() {
  const words = useWords(noticeBellMessages);
  const queries = useQueryClient();
  const unread = useQuery({
    queryKey: unreadKey,
    queryFn: ({ signal }) => notices("unReadList", {}, { method: "GET", passive: true, signal }),
    refetchInterval: lookAgain,
  });
  useEffect(
    () =>
      onServerEvent("*", (event) => {
        if (event.topic.startsWith("notice.")) void queries.invalidateQueries({ queryKey: ["sysNotice"] });
      }),
    [queries],
  );
  // Read here and not in the popup: the query re-renders this component only for properties read in its own render.
  const { data: list, isError: hasFailed } = unread;
  const count = list?.length ?? 0;
  const label = fill(words.bell, { count });
  return (
    <PopupButton
      label={label}
      icon={<Bell size={18} strokeWidth={1.75} aria-hidden />}
      mark={count > 0 ? <span className="pip" aria-hidden="true" /> : null}
      popup={(anchor, close) => (
        <NoticePopover
          anchor={anchor}
          list={list}
          hasFailed={hasFailed}
          onRetry={() => void unread.refetch()}
          onClose={close}
        />
      )}
    />
  );
}

interface PopoverProps {
  readonly anchor: MenuAnchor;
  readonly list: readonly Notice[] | undefined;
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

function NoticePopover({ anchor, list, hasFailed, onRetry, onClose }: PopoverProps) {
  const words = useWords(noticeBellMessages);
  const layer = useRef<HTMLDivElement>(null);
  const menu = useMenu();
  const received = pagesOf(menu).find((page) => page.component?.startsWith("notice/notice-received"));
  const page = received ?? pagesOf(menu).find((one) => one.component === "notice/notice.list");
  useFloating(layer, anchor, onClose);
  useEffect(() => layer.current?.focus(), []);
  return (
    <div popover="auto" ref={layer} className="ch-pop notice-pop" role="dialog" aria-label={words.title} tabIndex={-1}>
      <h2>{words.title}</h2>
      {hasFailed ? (
        <p className="notice-empty">
          {words.failed}{" "}
          <button type="button" className="ch-btn-link" onClick={onRetry}>
            {words.retry}
          </button>
        </p>
      ) : null}
      {list?.length === 0 ? <p className="notice-empty">{words.empty}</p> : null}
      <ul>
        {list?.map((notice) => (
          <NoticeLine key={notice.id} notice={notice} />
        ))}
      </ul>
      {page?.path ? (
        <Link className="notice-all" to={page.path} onClick={onClose}>
          {words.all}
        </Link>
      ) : null}
    </div>
  );
}

function NoticeLine({ notice }: { readonly notice: Notice }) {
  const words = useWords(noticeBellMessages);
  const tag = languageTags[useLocale()];
  const timeZone = useTimeZone();
  const queries = useQueryClient();
  const read = useMutation({
    mutationFn: () => notices("setRead", { id: notice.id }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["sysNotice"] }),
    onError: toastFailure,
  });
  return (
    <li>
      <div className="ch-grow">
        <strong>{notice.title}</strong>
        <p>{plainText(notice.content)}</p>
        <small>
          {words.kinds[notice.type]}
          {notice.publicTime
            ? ` · ${new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short", timeZone }).format(Date.parse(notice.publicTime))}`
            : ""}
        </small>
      </div>
      <button
        type="button"
        className="ch-icon-btn"
        aria-label={`${words.markRead}: ${notice.title}`}
        title={words.markRead}
        onClick={() => read.mutate()}
      >
        <Check size={16} aria-hidden />
      </button>
    </li>
  );
}

/** Plain text of rich text, parsed without running or loading anything. */
const plainText = (html: string): string =>
  (new DOMParser().parseFromString(html, "text/html").body.textContent ?? "").trim().slice(0, 200);
