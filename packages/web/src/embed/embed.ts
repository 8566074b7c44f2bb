/**
 * Embeds a booking page in another site with one tag:
 * `<script src="https://…/embed.js" data-holdfast="ada-berger/check-up" async></script>`.
 * `data-account` names the account if its links begin with `/a/`, and `data-lang` sets the language. The frame takes the height of its page.
 */
const TITLE = 'Book a time'
const INITIAL_HEIGHT = '640px'

function embed(script: HTMLScriptElement): void {
  const { holdfast, account } = script.dataset
  if (holdfast === undefined || script.dataset.holdfastDone !== undefined) return
  const page = holdfast.replace(/^\/+|\/+$/g, '')
  const path = account ? `a/${account}/${page}` : page
  script.dataset.holdfastDone = ''
  const { origin } = new URL(script.src)
  const frame = document.createElement('iframe')
  const language = script.dataset.lang
  frame.src = `${origin}/embed/${path}${language ? `?lang=${encodeURIComponent(language)}` : ''}`
  frame.title = script.dataset.title ?? TITLE
  // Gives the frame the origin to which it posts its height, whatever this site's own policy.
  frame.referrerPolicy = 'origin'
  Object.assign(frame.style, {
    display: 'block',
    width: '100%',
    height: INITIAL_HEIGHT,
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
  else whenBodyReady(() => document.body.append(frame))
}

/** Runs `work` once the body exists, since the tag may be in the head. */
function whenBodyReady(work: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', work)
  else work()
}

for (const script of document.querySelectorAll<HTMLScriptElement>('script[data-holdfast]')) {
  embed(script)
}
