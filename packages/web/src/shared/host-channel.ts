import { isEmbedded } from './page-path.ts'

/** The origin that opened the page; undefined if the browser hides it, or if it is another page of ours. */
function referrerOrigin(): string | undefined {
  if (document.referrer === '') return undefined
  const { origin } = new URL(document.referrer)
  return origin === location.origin ? undefined : origin
}

/** The origin of the page around this one. Messages reach no other. */
let hostOrigin = referrerOrigin()

const waiting: object[] = []
/** A site without our script never says who it is. */
const WAITING_MAX = 20

/**
 * Posts a message to the page around this one, once its origin is known: from the browser, or from the message by
 * which `embed.js` answers ours.
 */
export function postToHost(message: object): void {
  if (hostOrigin !== undefined) window.parent.postMessage(message, hostOrigin)
  else if (waiting.length < WAITING_MAX) waiting.push(message)
}

/** Learns the origin of the page around this one: browsers let no page claim another's. */
function listenForHost(): void {
  window.addEventListener('message', ({ source, origin, data }) => {
    // A sandboxed page has the origin `null`, to which nothing can be posted.
    if (source !== window.parent || origin === 'null') return
    if ((Object(data) as { readonly type?: unknown }).type !== 'holdfast:hello') return
    hostOrigin = origin
    for (const message of waiting.splice(0)) window.parent.postMessage(message, origin)
  })
  // Says nothing but that it is there.
  window.parent.postMessage({ type: 'holdfast:hello' }, '*')
}

/** Tells the height of the page, in CSS pixels, whenever it changes. It is no secret from a site that hides its origin. */
function tellHeight(root: HTMLElement): void {
  const tell = () => {
    const height = Math.ceil(root.getBoundingClientRect().height)
    window.parent.postMessage({ type: 'holdfast:height', height }, hostOrigin ?? '*')
  }
  new ResizeObserver(tell).observe(root)
}

/** Connects a page in a frame with the page around it, which gets its height and the Escape key. */
export function openChannel(): void {
  listenForHost()
  const root = document.getElementById('root')
  // A page under its normal link is at least as high as its frame.
  if (isEmbedded && root !== null) tellHeight(root)
  // The dialog around the frame does not get the keys that are pressed in it.
  window.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) {
      postToHost({ type: 'holdfast:escape' })
    }
  })
}
