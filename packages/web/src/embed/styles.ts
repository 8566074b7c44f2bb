/**
 * The style of the button and of the dialog around the frame. The colors are those of `shared/tokens.css`. It is a
 * constructed style sheet, which the content security policy of a site cannot forbid. The frame has the color scheme of
 * its page: otherwise browsers put an opaque background behind the page.
 */
const CSS = `
:host{display:block;--paper:#f6f5f1;--ink:#1d2125;--soft:#e6e3dc;--focus:#1463cf;--fill:#1d5c4d;--fill-ink:#fff}
:host([hidden]){display:none}
:host([mode=popup]),:host([mode=button]){display:contents}
@media(prefers-color-scheme:dark){:host(:not([theme=light])){--paper:#131619;--ink:#eceae6;--soft:#2b3136;--focus:#86b7ff;--fill:#7fceb5;--fill-ink:#0b211a}}
:host([theme=dark]){--paper:#131619;--ink:#eceae6;--soft:#2b3136;--focus:#86b7ff;--fill:#7fceb5;--fill-ink:#0b211a}
.notice{margin:0 0 .75rem;padding:.75rem 1rem;border:1px solid;border-radius:12px;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
.notice a{color:inherit}
iframe{display:block;width:100%;height:640px;border:0;color-scheme:light dark}
:host([theme=light]) iframe{color-scheme:light}
:host([theme=dark]) iframe{color-scheme:dark}
button{all:unset;box-sizing:border-box;cursor:pointer;font:600 1rem/1.25 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;text-align:center}
button:focus-visible{outline:3px solid var(--focus);outline-offset:2px;box-shadow:0 0 0 2px var(--paper)}
.float{position:fixed;z-index:2147483000;inset-block-end:max(1rem,env(safe-area-inset-bottom));inset-inline-end:1rem;max-width:calc(100vw - 2rem);min-height:3rem;padding:.875rem 1.5rem;border:1px solid rgb(255 255 255/35%);border-radius:2rem;background:var(--fill);color:var(--fill-ink);box-shadow:0 2px 4px rgb(0 0 0/16%),0 8px 24px rgb(0 0 0/24%)}
.float:hover{filter:brightness(1.08)}
dialog{box-sizing:border-box;width:min(66rem,100vw - 2rem);max-width:none;max-height:calc(100dvh - 2rem);margin:auto;padding:0 .75rem .75rem;border:0;border-radius:20px;overflow:auto;overscroll-behavior:contain;background:var(--paper);color:var(--ink);box-shadow:0 24px 64px rgb(0 0 0/35%)}
dialog::backdrop{background:rgb(15 18 20/60%)}
.bar{position:sticky;z-index:1;top:0;display:flex;justify-content:end;margin-inline:-.25rem;padding-block:.25rem;background:var(--paper)}
.close{display:grid;place-items:center;width:2.75rem;height:2.75rem;border-radius:50%}
.close:hover{background:var(--soft)}
.close svg{width:1.25rem;height:1.25rem;stroke:var(--ink);stroke-width:2;stroke-linecap:round}
@media(max-width:40rem){dialog{width:100vw;height:100dvh;max-height:none;margin:0;padding:0 0 env(safe-area-inset-bottom);border-radius:0}.bar{margin:0}}
@media(prefers-reduced-motion:no-preference){dialog{animation:rise .18s ease-out}@keyframes rise{from{opacity:0;transform:translateY(.75rem)}}}
`

let sheet: CSSStyleSheet | undefined

/** The style sheet, which all elements of a page share. */
export function styleSheet(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(CSS)
  }
  return sheet
}

const CHANNELS = [
  [0, 0.2126],
  [2, 0.7152],
  [4, 0.0722],
] as const

/** Black or white, whichever is readable on a color, `rrggbb`: one of them has a contrast of at least 4.5 (WCAG 2.2). */
export function inkOn(color: string): string {
  let luminance = 0
  for (const [at, weight] of CHANNELS) {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    luminance += weight * (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4)
  }
  // 1.05 / (0.183 + 0.05) = 4.5, the contrast of white.
  return luminance <= 0.183 ? '#fff' : '#000'
}
