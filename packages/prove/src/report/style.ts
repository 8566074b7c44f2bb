/** The style of the page of a run: light and dark, from a phone to a desktop. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #fbfbfa; --panel: #ffffff; --text: #1d2126; --quiet: #565e68; --line: #d9dde2;
  --held: #f3b23a; --confirmed: #2f7d4f; --on-confirmed: #ffffff; --changing: #c9ced6;
  --done: #7fa7d9; --refused: #e0a1a1; --unknown: #b9a6dd; --alarm: #b3122b; --mark: #8d1c2e;
  --kill: #c03a3a; --pause: #7d57c2; --clock: #23717d; --lapse: #5d6570; --store: #a1541f;
  --network: #7d6310; --connection: #7d6310; --receiver: #6b5344; --disk: #4a6fa5; --good: #1f6b3f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171a; --panel: #1c2024; --text: #e8eaed; --quiet: #a6aeb8; --line: #363c43;
    --held: #d59a2b; --confirmed: #3f9a66; --on-confirmed: #06140c; --changing: #565d66;
    --done: #5f88bd; --refused: #b56d6d; --unknown: #8b76b8; --alarm: #ff6b81; --mark: #ff98a6;
    --kill: #e06666; --pause: #a58be0; --clock: #45b0bf; --lapse: #939ba6; --store: #d07d42;
    --network: #c9a53a; --connection: #c9a53a; --receiver: #b29a88; --disk: #7799cc; --good: #6fcf97;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 4px; }
h2 { font-size: 1.2rem; margin: 40px 0 8px; }
h3 { font-size: 1rem; margin: 20px 0 4px; }
p { margin: 0 0 8px; max-width: 75ch; }
.quiet { color: var(--quiet); }
.good { color: var(--good); } .alarm { color: var(--alarm); }
code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere; }
.command { display: block; padding: 10px 12px; background: var(--panel); border: 1px solid var(--line); border-radius: 6px; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(128px, 1fr)); gap: 8px; margin: 16px 0; }
dl div { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: 8px 12px; }
dt { color: var(--quiet); font-size: 0.875rem; } dd { margin: 0; font-size: 1.25rem; font-variant-numeric: tabular-nums; }
ol, ul { padding-left: 1.4em; margin: 0 0 8px; } li { overflow-wrap: anywhere; }
table { border-collapse: collapse; font-size: 0.875rem; width: 100%; }
th, td { text-align: left; padding: 4px 12px 4px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.wide, .timeline { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; background: var(--panel); }
.wide { padding: 0 12px; }
.timeline { display: flex; }
.timeline svg { flex: none; display: block; }
.timeline .labels { position: sticky; left: 0; background: var(--panel); border-right: 1px solid var(--line); }
:focus-visible { outline: 2px solid var(--done); outline-offset: 2px; }
details { margin-top: 12px; } summary { cursor: pointer; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 16px; padding: 0; margin: 8px 0; list-style: none; font-size: 0.875rem; }
.legend svg { vertical-align: -2px; margin-right: 6px; }
svg text { fill: var(--text); font: 12px system-ui, sans-serif; }
svg .heading { font-weight: 600; font-size: 13px; }
.row { stroke: var(--line); stroke-width: 0.5; } .tick { stroke: var(--line); stroke-dasharray: 2 3; }
.bar { rx: 2px; }
.changing { fill: var(--changing); } .held { fill: var(--held); } .confirmed { fill: var(--confirmed); }
.done { fill: var(--done); } .refused { fill: var(--refused); } .unknown { fill: var(--unknown); }
.kill { fill: var(--kill); } .pause { fill: var(--pause); } .clock { fill: var(--clock); } .lapse { fill: var(--lapse); }
.store { fill: var(--store); } .network { fill: var(--network); } .disk { fill: var(--disk); }
.connection { fill: var(--connection); } .receiver { fill: var(--receiver); }
.stripe { opacity: 0.12; }
svg text[class^="on-"] { fill: #111417; font-size: 11px; }
svg text.on-confirmed, svg text.on-fault { fill: var(--on-confirmed); }
.mark path { stroke: var(--mark); stroke-width: 2; fill: none; }
.bar.concerned { stroke: var(--alarm); stroke-width: 3; }
.mark.concerned path { stroke: var(--alarm); stroke-width: 4; }
`
