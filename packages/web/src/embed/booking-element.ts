import type {
  HoldfastBookingElement,
  HoldfastEventName,
  HoldfastEvents,
} from '@holdfast/react/element'
import { type BookingFrame, createFrame, type FrameNews } from './frame.ts'
import { textsIn } from './languages.ts'
import { isPlain, openPopup, type Popup } from './popup.ts'
import { frameAddress, hexColor, OBSERVED } from './settings.ts'
import { inkOn, styleSheet } from './styles.ts'

/** The element whose popup is open: a page has one at a time. */
let opened: BookingElement | undefined

/** Closes the popup that is open. */
export const closePopup = (): void => opened?.close()

let scriptServer = location.origin

/** The address of the server that the script comes from, which elements without `server` use. */
export const ownServer = (): string => scriptServer

/** Sets the server of the elements that name none. */
export const setServer = (address: string): void => {
  scriptServer = address
}

/**
 * `<holdfast-booking event-type="ada/first-visit">`: a booking page in a frame, a button that opens it in a popup
 * (`mode="button"`), or a popup alone (`mode="popup"`), which a click on the element's content opens.
 */
export class BookingElement extends HTMLElement implements HoldfastBookingElement {
  static readonly observedAttributes = OBSERVED
  readonly #root = this.attachShadow({ mode: 'open' })
  #frame: BookingFrame | undefined
  #popup: Popup | undefined
  /** The settings that are shown, so that nothing is drawn twice: a new frame would lose what was entered. */
  #drawn = ''
  #isDrawing = false
  /** Who gets the events. Default: the element. */
  #target: Element | undefined
  #isRemovedOnClose = false

  constructor() {
    super()
    this.#root.adoptedStyleSheets = [styleSheet()]
  }

  connectedCallback(): void {
    this.#draw()
  }

  /** `moveBefore` keeps the frame with all that was entered. */
  connectedMoveCallback(): void {
    // Without this method, a move would disconnect the element.
  }

  disconnectedCallback(): void {
    this.close()
    this.#clear()
    this.#drawn = ''
  }

  attributeChangedCallback(): void {
    if (!this.isConnected || this.#isDrawing) return
    // Several attributes change at once.
    this.#isDrawing = true
    queueMicrotask(() => {
      this.#isDrawing = false
      if (this.isConnected) this.#draw()
    })
  }

  open(): void {
    if (!this.isConnected) return
    // Attributes may have changed just before, which would draw it anew, and so close it.
    this.#draw()
    const address = this.#address()
    if (this.#mode === 'inline' || this.#popup || address === undefined) return
    closePopup()
    opened = this
    const frame = this.#createFrame(address)
    this.#popup = openPopup(this.#root, {
      title: this.#title,
      language: this.#language,
      frame: frame.element,
      onClosed: () => this.#onClosed(),
    })
    this.#dispatch('open', {})
  }

  close(): void {
    this.#popup?.close()
  }

  /** Opens the popup, and removes the element once it is closed. `target` gets the events. Default: the element. */
  openOnce(target?: Element): void {
    this.#target = target
    this.#isRemovedOnClose = true
    this.open()
    if (!this.#popup) this.remove()
  }

  get #mode(): 'inline' | 'popup' | 'button' {
    const mode = this.getAttribute('mode')
    return mode === 'popup' || mode === 'button' ? mode : 'inline'
  }

  get #language(): string {
    return this.getAttribute('lang') ?? document.documentElement.lang
  }

  get #title(): string {
    return this.getAttribute('frame-title') ?? textsIn(this.#language).book
  }

  #address(): string | undefined {
    return frameAddress(this, this.getAttribute('server') ?? ownServer())
  }

  #createFrame(address: string): BookingFrame {
    this.#frame = createFrame({
      address,
      title: this.#title,
      language: this.#language,
      onNews: (news) => this.#follow(news),
    })
    return this.#frame
  }

  #clear(): void {
    this.#frame?.remove()
    this.#frame = undefined
    this.#root.replaceChildren()
  }

  #draw(): void {
    const label = this.getAttribute('label') ?? textsIn(this.#language).book
    const address = this.#address()
    const drawn = [this.#mode, address, this.#title, label].join('\n')
    if (drawn === this.#drawn) return
    this.close()
    this.#clear()
    this.#drawn = drawn
    if (address === undefined) return
    if (this.#mode === 'inline') this.#root.append(this.#createFrame(address).element)
    else this.#root.append(this.#mode === 'button' ? this.#button(label) : this.#slot())
  }

  #button(label: string): HTMLButtonElement {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'float'
    button.setAttribute('part', 'button')
    button.setAttribute('aria-haspopup', 'dialog')
    button.textContent = label
    const color = hexColor(this.getAttribute('color'))
    if (color !== undefined) {
      button.style.setProperty('--fill', `#${color}`)
      button.style.setProperty('--fill-ink', inkOn(color))
    }
    button.addEventListener('click', () => this.open())
    return button
  }

  /** The content of the element, such as a button of the site. */
  #slot(): HTMLSlotElement {
    const slot = document.createElement('slot')
    slot.addEventListener('click', (event) => {
      if (event.defaultPrevented || !isPlain(event)) return
      event.preventDefault()
      this.open()
    })
    return slot
  }

  #onClosed(): void {
    this.#popup = undefined
    if (opened === this) opened = undefined
    this.#frame?.remove()
    this.#frame = undefined
    this.#dispatch('close', {})
    if (this.#isRemovedOnClose) this.remove()
  }

  #follow({ name, detail }: FrameNews): void {
    if (name === 'hello') return
    if (name === 'escape') {
      this.close()
      return
    }
    if (name === 'height' && this.#frame) this.#frame.element.style.height = `${detail.height}px`
    const isWanted = this.#dispatch(name, detail)
    if (name === 'leave' && isWanted) window.location.assign(detail.url)
  }

  /** Returns false if a listener prevented the default. */
  #dispatch<Name extends HoldfastEventName>(name: Name, detail: HoldfastEvents[Name]): boolean {
    const target = this.#target?.isConnected ? this.#target : this
    const cancelable = name === 'leave'
    return target.dispatchEvent(
      new CustomEvent(`holdfast:${name}`, { detail, bubbles: true, composed: true, cancelable }),
    )
  }
}
