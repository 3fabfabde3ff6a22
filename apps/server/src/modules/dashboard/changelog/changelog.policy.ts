import type { ChangelogEntry } from "@countinghouse/contract/dashboard/changelog/changelog.ts";

const release = /^##\s+\[?([^\]\s]+)\]?(?:\s+[-–—]\s+(\d{4}-\d{2}-\d{2}))?/;

/** Parses a changelog in order: releases, sections, one entry per bullet. */
export function parseChangelog(markdown: string): ChangelogEntry[] {
  const entries: { version: string; date: string | null; section: string | null; text: string }[] = [];
  let version: string | undefined;
  let date: string | null = null;
  let section: string | null = null;
  let isOpen = false;
  for (const line of markdown.split(/\r?\n/)) {
    const [, name, day] = release.exec(line) ?? [];
    const last = entries.at(-1);
    if (name) [version, date, section, isOpen] = [name, day ?? null, null, false];
    else if (line.startsWith("### ")) [section, isOpen] = [line.slice(4).trim(), false];
    else if (version !== undefined && /^[-*]\s+/.test(line)) {
      entries.push({ version, date, section, text: line.replace(/^[-*]\s+/, "").trim() });
      isOpen = true;
    } else if (isOpen && last && /^\s+\S/.test(line)) last.text += ` ${line.trim()}`;
    else isOpen = false;
  }
  return entries;
}
