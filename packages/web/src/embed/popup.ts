import { textsIn } from './languages.ts'

/** An open dialog. */
export interface Popup {
  readonly close: () => void
}

/** Stops the page behind a dialog from scrolling, without moving it. Returns what undoes that. */
function lockScroll(): () => void {
  const { style } = document.documentElement
  const { overflow, paddingInlineEnd } = style
  const barPixels = window.innerWidth - document.documentElement.clientWidth
  style.overflow = 'hidden'
  if (barPixels > 0) style.paddingInlineEnd = `${barPixels}px`
  return () => Object.assign(style, { overflow, paddingInlineEnd })
}

const CROSS = 'M5 5 19 19M19 5 5 19'

function closeButton(label: string): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'close'
  button.setAttribute('part', 'close')
  button.setAttribute('aria-label', label)
  const picture = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  picture.setAttribute('viewBox', '0 0 24 24')
  picture.setAttribute('aria-hidden', 'true')
  path.setAttribute('d', CROSS)
  picture.append(path)
  button.append(picture)
  return button
}

/** Where the focus is, also inside of elements with a shadow. */
function focused(): Element | null {
  let { activeElement } = document
  while (activeElement?.shadowRoot?.activeElement) {
    activeElement = activeElement.shadowRoot.activeElement
  }
  return activeElement
}

/** What a dialog shows. */
interface PopupContent {
  /** Names the dialog for screen readers. */
  readonly title: string
  /** Of the texts, such as `de`. */
  readonly language: string
  readonly frame: HTMLIFrameElement
  /** Called once, when it was closed in any way. */
  readonly onClosed: () => void
}

/**
 * Shows a frame in a modal dialog. The rest of the page is inert and does not scroll. Escape, the button and a click
 * beside the dialog close it, and the focus returns to where it was.
 */
export function openPopup(root: ShadowRoot, content: PopupContent): Popup {
  const before = focused()
  const dialog = document.createElement('dialog')
  dialog.setAttribute('part', 'dialog')
  dialog.setAttribute('aria-label', content.title)
  const button = closeButton(textsIn(content.language).close)
  const bar = document.createElement('div')
  bar.className = 'bar'
  bar.append(button)
  dialog.append(bar, content.frame)
  root.append(dialog)
  const unlock = lockScroll()
  dialog.showModal()
  let isOpen = true
  const close = () => {
    if (!isOpen) return
    isOpen = false
    dialog.close()
    dialog.remove()
    unlock()
    // Browsers restore it too, but not after a click in Safari, which does not focus buttons.
    if (before instanceof HTMLElement) before.focus()
    content.onClosed()
  }
  // A press inside that ends outside, such as a selection of text, closes nothing.
  let isPressedOutside = false
  dialog.addEventListener('pointerdown', ({ target }) => {
    isPressedOutside = target === dialog
  })
  dialog.addEventListener('click', (event) => {
    if (isPressedOutside && event.target === dialog && isOutside(dialog, event)) close()
  })
  button.addEventListener('click', close)
  dialog.addEventListener('close', close)
  return { close }
}

/** Whether a click asks for what is clicked, and not for a new tab or a download. */
export const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

/** Whether a click is on the backdrop, which belongs to the dialog as its padding does. */
function isOutside(dialog: HTMLElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
