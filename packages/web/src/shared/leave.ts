import { embedderOrigin } from './embed-height.ts'
import { isEmbedded } from './page-path.ts'

/** Why a page leaves for another: to pay, or because the booking is made. */
export type LeaveReason = 'payment' | 'redirect'

/** Whether the page is in a frame of another site, which only that site can leave. */
export const isFramed = isEmbedded && window.parent !== window

/**
 * Leaves for another page. A page in a frame asks the embedding site to go there, in a message
 * `{type: 'holdfast:leave', url, reason}`, which `embed.js` follows. It needs a link beside it, for sites that
 * do neither.
 */
export function leaveFor(url: string, reason: LeaveReason): void {
  if (isFramed) {
    const origin = embedderOrigin()
    // The address may name the booking: it is only for the site that the browser says embeds the page.
    if (origin !== undefined) {
      window.parent.postMessage({ type: 'holdfast:leave', url, reason }, origin)
    }
  } else if (reason === 'redirect') location.replace(url)
  else location.assign(url)
}

/** The attributes of a link that leaves a frame. */
export const leavingLink = isFramed ? ({ target: '_top' } as const) : {}
