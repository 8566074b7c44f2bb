/**
 * Puts a booking page into a foreign one, by one tag:
 * `<script src="https://…/embed.js" data-holdfast="ada-berger/check-up" async></script>`.
 * `data-lang` sets the language. The frame is as high as its page.
 */
const TITLE = 'Book a time'
const FIRST_HEIGHT = '640px'

function embed(script: HTMLScriptElement): void {
  const path = script.dataset.holdfast?.replace(/^\/+|\/+$/g, '')
  if (path === undefined || script.dataset.holdfastDone !== undefined) return
  script.dataset.holdfastDone = ''
  const { origin } = new URL(script.src)
  const frame = document.createElement('iframe')
  const language = script.dataset.lang
  frame.src = `${origin}/embed/${path}${language ? `?lang=${encodeURIComponent(language)}` : ''}`
  frame.title = script.dataset.title ?? TITLE
  // The frame then knows whom to tell its height, whatever the policy of this page.
  frame.referrerPolicy = 'origin'
  Object.assign(frame.style, {
    display: 'block',
    width: '100%',
    height: FIRST_HEIGHT,
    border: '0',
    colorScheme: 'normal',
  })
  window.addEventListener('message', (event) => {
    if (event.origin !== origin || event.source !== frame.contentWindow) return
    const { type, height } = Object(event.data) as { type?: unknown; height?: unknown }
    if (type === 'holdfast:height' && typeof height === 'number' && height > 0) {
      frame.style.height = `${Math.min(height, 20_000)}px`
    }
  })
  if (script.closest('head') === null) script.after(frame)
  else whenThere(() => document.body.append(frame))
}

/** Waits for the body, where the tag stands in the head. */
function whenThere(work: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', work)
  else work()
}

for (const script of document.querySelectorAll<HTMLScriptElement>('script[data-holdfast]')) {
  embed(script)
}
