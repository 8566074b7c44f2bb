/**
 * Embeds a booking page in another site with one tag:
 * `<script src="https://…/embed.js" data-holdfast="ada-berger/check-up" async></script>`.
 * `data-account` names the account if its links begin with `/a/`, and `data-lang` sets the language. The frame takes the height of its page.
 * `data-name`, `data-email`, `data-phone`, `data-date`, `data-duration`, `data-guests` and `data-answer-{id}` fill in the form.
 */
const TITLE = 'Book a time'

/** What screen readers call the frame, in the other languages of the page. */
const TITLES: Readonly<Record<string, string>> = {
  de: 'Termin buchen',
  fr: 'Réserver un horaire',
  es: 'Reservar una hora',
  it: 'Prenota un orario',
  nl: 'Een tijd boeken',
  pt: 'Reservar um horário',
  pl: 'Zarezerwuj termin',
  tr: 'Randevu alın',
  ja: '時間を予約する',
  ar: 'حجز موعد',
}
const INITIAL_HEIGHT = '640px'

/** The attributes that fill in the form, after `data-`. */
const PREFILLED = ['name', 'email', 'phone', 'date', 'duration', 'guests']
const ANSWER = 'data-answer-'

/** What the attributes of a tag fill in. It goes into the fragment, which browsers send to no server. */
function prefill(script: HTMLScriptElement): string {
  const given = new URLSearchParams()
  for (const name of PREFILLED) {
    const value = script.getAttribute(`data-${name}`)
    if (value) given.set(name, value)
  }
  for (const { name, value } of script.attributes) {
    if (name.startsWith(ANSWER)) given.append(`answers[${name.slice(ANSWER.length)}]`, value)
  }
  return given.size === 0 ? '' : `#${given}`
}

/**
 * Goes where the page in the frame asks to: to pay, or on after a booking. The site can do something else: the
 * frame gets a `holdfast:leave` event, whose default it may prevent.
 */
function leave(frame: HTMLIFrameElement, url: unknown, reason: unknown): void {
  if (typeof url !== 'string' || !['http:', 'https:'].includes(new URL(url).protocol)) return
  const detail = { url, reason }
  const event = new CustomEvent('holdfast:leave', { detail, bubbles: true, cancelable: true })
  if (frame.dispatchEvent(event)) window.location.assign(url)
}

function embed(script: HTMLScriptElement): void {
  const { holdfast, account } = script.dataset
  if (holdfast === undefined || script.dataset.holdfastDone !== undefined) return
  const page = holdfast.replace(/^\/+|\/+$/g, '')
  const path = account ? `a/${account}/${page}` : page
  script.dataset.holdfastDone = ''
  const { origin } = new URL(script.src)
  const frame = document.createElement('iframe')
  const language = script.dataset.lang
  const query = language ? `?lang=${encodeURIComponent(language)}` : ''
  frame.src = `${origin}/embed/${path}${query}${prefill(script)}`
  const spoken = (language ?? document.documentElement.lang).toLowerCase().split('-')[0] ?? ''
  frame.title = script.dataset.title ?? TITLES[spoken] ?? TITLE
  // Gives the frame the origin to which it posts its messages, whatever this site's own policy.
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
    const { type, height, url, reason } = Object(event.data) as Readonly<Record<string, unknown>>
    if (type === 'holdfast:height' && typeof height === 'number' && height > 0) {
      frame.style.height = `${Math.min(height, 20_000)}px`
    }
    if (type === 'holdfast:leave') leave(frame, url, reason)
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
