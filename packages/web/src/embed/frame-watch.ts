import { textsIn } from './languages.ts'

/** A page says that it is there as soon as its scripts run. */
const LOADED_WITHIN_MS = 10_000

/**
 * Shows a notice above a frame if its page does not load in time: why, and a link to the page. Browsers show nothing in a
 * frame that they block, and tell no script. Returns what ends the watch and removes the notice.
 */
export function watchFrame(frame: HTMLIFrameElement, language: string): () => void {
  let notice: HTMLElement | undefined
  const timer = setTimeout(() => {
    notice = createNotice(frame.src, language)
    frame.before(notice)
  }, LOADED_WITHIN_MS)
  return () => {
    clearTimeout(timer)
    notice?.remove()
  }
}

function createNotice(address: string, language: string): HTMLElement {
  const texts = textsIn(language)
  const notice = document.createElement('p')
  notice.className = 'notice'
  notice.setAttribute('part', 'notice')
  notice.setAttribute('role', 'status')
  const link = document.createElement('a')
  link.href = address
  link.target = '_blank'
  link.rel = 'noopener'
  link.textContent = texts.openPage
  // Sandboxed pages and files have no origin, so no policy of the framed page can allow them.
  const reason = window.origin === 'null' ? texts.noOrigin : texts.notLoaded
  notice.append(`${reason} `, link)
  return notice
}
