/** Calm and dense; light and dark as the console around it says, or the system where there is none. */
export const boardStyle = `:root { color-scheme: light dark; --canvas: light-dark(#f6f7f9, #0e131a); --surface: light-dark(#fff, #151c25); --subtle: light-dark(#f1f3f6, #1b242f); --line: light-dark(#e4e8ed, #25303c); --text: light-dark(#18212d, #e7ecf2); --text-2: light-dark(#4a5564, #aeb9c6); --text-3: light-dark(#5b6675, #8b98a8); --focus: light-dark(#2f6399, #86b4e0); }
:root[data-theme="light"] { color-scheme: light; } :root[data-theme="dark"] { color-scheme: dark; }
* { box-sizing: border-box; } [hidden] { display: none !important; }
body { margin: 0; padding: 20px 24px 32px; background: var(--canvas); color: var(--text); font: 13px/20px "Inter var", Inter, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui, sans-serif; }
:lang(zh-tw) body { font-family: "Inter var", Inter, "PingFang TC", "Microsoft JhengHei", "Noto Sans CJK TC", system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 4px 16px; margin-bottom: 12px; }
h1 { margin: 0; font-size: 20px; line-height: 28px; font-weight: 600; } h2 { margin: 20px 0 8px; font-size: 14px; font-weight: 600; } header p { margin: 0; font-size: 12px; font-variant-numeric: tabular-nums; }
section > div { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); }
#notice { margin: 0 0 12px; padding: 8px 12px; border-radius: 6px; background: var(--subtle); color: var(--text-2); }
[data-problem="failed"] #notice, [data-problem="forbidden"] #notice { background: light-dark(#fcf1dc, #3a2a0d); color: light-dark(#825006, #ebbe6b); }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0 12px; height: 36px; text-align: left; white-space: nowrap; border-bottom: 1px solid var(--line); } tbody tr:last-child td { border-bottom: 0; }
th { color: var(--text-2); font-size: 12px; font-weight: 500; background: var(--subtle); } tbody tr:hover { background: light-dark(#edf2f7, #202b37); }
.figure { text-align: right; } .quiet { color: var(--text-3); } .empty { margin: 0; padding: 24px 12px; text-align: center; } strong { font-weight: 500; } b { font-weight: 600; } b.quiet { font-weight: 400; }
b.info { color: light-dark(#285c92, #93bde6); } b.progress { color: light-dark(#0e6470, #7ccbd6); } b.success { color: light-dark(#17663f, #7fd3a4); } b.danger { color: light-dark(#a32a2a, #f3a0a0); }
code { font: 12px/16px ui-monospace, "SF Mono", Menlo, Consolas, monospace; } code + small { margin: 0 12px 0 8px; font-size: 12px; }
td.error { width: 40%; min-width: 200px; max-width: 1px; } span.error { display: block; overflow: hidden; text-overflow: ellipsis; color: light-dark(#a32a2a, #f3a0a0); } td.error:hover span { white-space: normal; overflow-wrap: anywhere; padding: 8px 0; }
.chip { display: inline-flex; align-items: center; gap: 6px; height: 20px; padding: 0 8px; border-radius: 4px; font-size: 12px; font-weight: 500; background: var(--fill, var(--subtle)); color: var(--ink, var(--text-2)); }
.chip i { width: 6px; height: 6px; border-radius: 50%; background: currentColor; } .chip.hollow i { background: none; box-shadow: inset 0 0 0 1.5px currentColor; }
.chip.turning i { width: 9px; height: 9px; background: none; border: 1.5px solid currentColor; border-top-color: transparent; }
.chip.progress { --fill: light-dark(#e0f3f4, #0f343a); --ink: light-dark(#0e6470, #7ccbd6); } .chip.success { --fill: light-dark(#e4f4ea, #123524); --ink: light-dark(#17663f, #7fd3a4); }
.chip.danger { --fill: light-dark(#fceaea, #42191c); --ink: light-dark(#a32a2a, #f3a0a0); } .chip.warning { --fill: light-dark(#fcf1dc, #3a2a0d); --ink: light-dark(#825006, #ebbe6b); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
@media (prefers-reduced-motion: no-preference) { .chip.turning i { animation: turn 1.2s linear infinite; } @keyframes turn { to { transform: rotate(360deg); } } }
@media (max-width: 767.98px) {
  body { padding: 16px; } thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody { display: block; } tr { display: grid; grid-template-columns: 1fr 1fr; gap: 4px 12px; padding: 12px; border-bottom: 1px solid var(--line); } tbody tr:last-child { border-bottom: 0; }
  td, td.error { display: flex; align-items: baseline; gap: 8px; width: auto; min-width: 0; max-width: none; height: auto; padding: 0; border: 0; text-align: left; white-space: normal; overflow-wrap: anywhere; }
  td::before { content: attr(data-label); flex: 0 0 76px; text-align: left; color: var(--text-3); font-size: 12px; } td.name, td.error, td:nth-last-child(1) { grid-column: 1 / -1; } td.name::before { content: none; } td.name { font-size: 14px; }
  td.error:has(span:empty) { display: none; } span.error { white-space: normal; }
}
`;
