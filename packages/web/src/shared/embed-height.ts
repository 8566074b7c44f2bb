import { isEmbedded } from './page-path.ts'

/**
 * Tells the site around the frame how high the page is, whenever that changes. Only a number goes
 * out, and only to the origin that the frame was opened by, where the browser says which it is.
 */
export function tellHeight(): void {
  if (!isEmbedded || window.parent === window) return
  const origin = document.referrer === '' ? '*' : new URL(document.referrer).origin
  const root = document.getElementById('root')
  if (root === null) return
  const tell = () => {
    const height = Math.ceil(root.getBoundingClientRect().height)
    window.parent.postMessage({ type: 'holdfast:height', height }, origin)
  }
  new ResizeObserver(tell).observe(root)
}
