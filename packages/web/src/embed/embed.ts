/**
 * `embed.js`: shows booking pages in other sites. It defines `<holdfast-booking>` and `window.Holdfast`, and reads three
 * kinds of tags:
 * `<script src="https://…/embed.js" data-holdfast="ada/first-visit" async></script>` for the page in the page,
 * the same with `data-holdfast-button="Book now"` for a floating button, and
 * `<a href="https://…/ada/first-visit" data-holdfast-popup>` for a link that opens a popup. docs/embedding.md has all attributes.
 */
import {
  attributesOf,
  type HoldfastApi,
  listenTo,
  type PopupOptions,
} from '@holdfast/react/element'
import { BookingElement, closePopup, ownServer, setServer } from './booking-element.ts'
import { isPlain } from './popup.ts'
import { copySettings } from './settings.ts'

declare global {
  interface Window {
    Holdfast?: HoldfastApi
  }
}

const TAG = 'holdfast-booking'
const TAGS = 'script[data-holdfast]:not([data-holdfast-done])'
const OPENER = '[data-holdfast-popup]'
const create = (): BookingElement => document.createElement(TAG) as BookingElement

/** An element for a popup. It is in the body, so that no style of its opener applies. */
function createPopup(): BookingElement {
  const element = create()
  element.setAttribute('mode', 'popup')
  document.body.append(element)
  return element
}

function open(options: PopupOptions): BookingElement {
  const element = createPopup()
  const attributes = Object.entries(attributesOf(options))
  for (const [name, value] of attributes) element.setAttribute(name, value)
  listenTo(element, options)
  element.openOnce()
  return element
}

/** The address of the server that a script comes from; it may be mounted below a path. */
const serverOf = (script: HTMLScriptElement): string =>
  script.src.replace(/\/embed\.js([?#].*)?$/, '')

/** The page and the server of a link. */
function linkedPage(href: string): { readonly page: string; readonly server: string } {
  const { origin, pathname } = new URL(href)
  const own = ownServer()
  const address = origin + pathname
  return address.startsWith(`${own}/`)
    ? { server: own, page: address.slice(own.length) }
    : { server: origin, page: pathname }
}

/** Opens a popup for a link or button of the site. Without a value, the address of the link says what is booked. */
function openFrom(opener: Element): boolean {
  const given = opener.getAttribute('data-holdfast-popup')
  const isLink = given === '' && opener instanceof HTMLAnchorElement
  const link = isLink ? linkedPage(opener.href) : undefined
  const page = link?.page ?? given
  if (!page) return false
  const element = createPopup()
  copySettings(opener, element)
  element.setAttribute('event-type', page)
  if (link) element.setAttribute('server', link.server)
  element.openOnce(opener)
  return true
}

function listenForOpeners(): void {
  document.addEventListener('click', (event) => {
    const opener = event.target instanceof Element && event.target.closest(OPENER)
    if (!opener || event.defaultPrevented || !isPlain(event)) return
    if (openFrom(opener)) event.preventDefault()
  })
}

/** Puts the element of a script tag after it; a tag in the head puts it at the end of the page. */
function place(script: HTMLScriptElement): void {
  script.dataset.holdfastDone = ''
  const element = create()
  copySettings(script, element)
  element.setAttribute('event-type', script.dataset.holdfast ?? '')
  element.setAttribute('server', serverOf(script))
  const label = script.dataset.holdfastButton
  if (label !== undefined) {
    element.setAttribute('mode', 'button')
    if (label !== '') element.setAttribute('label', label)
  }
  if (script.closest('head') === null) script.after(element)
  else whenBodyReady(() => document.body.append(element))
}

/** Runs `work` once the body exists, since the tag may be in the head. */
function whenBodyReady(work: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', work)
  else work()
}

// A page may have several tags with this script; the first one defines the element for all.
if (!customElements.get(TAG)) {
  const { currentScript } = document
  if (currentScript instanceof HTMLScriptElement) setServer(serverOf(currentScript))
  customElements.define(TAG, BookingElement)
  listenForOpeners()
  window.Holdfast = { open, close: closePopup }
}
for (const script of document.querySelectorAll<HTMLScriptElement>(TAGS)) place(script)
