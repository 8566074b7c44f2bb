import { isEmbedded } from './page-path.ts'

/** The origin of the embedding site; undefined if the browser hides it. */
export const embedderOrigin = (): string | undefined =>
  document.referrer === '' ? undefined : new URL(document.referrer).origin

/**
 * Posts the height of the page, in CSS pixels, to the embedding site whenever it changes. Only that
 * site's origin receives it, unless the browser hides the referrer.
 */
export function reportHeight(): void {
  if (!isEmbedded || window.parent === window) return
  const origin = embedderOrigin() ?? '*'
  const root = document.getElementById('root')
  if (root === null) return
  const post = () => {
    const height = Math.ceil(root.getBoundingClientRect().height)
    window.parent.postMessage({ type: 'holdfast:height', height }, origin)
  }
  new ResizeObserver(post).observe(root)
}
