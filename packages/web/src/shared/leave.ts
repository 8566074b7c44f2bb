import { isFramed, tellHost } from './host-page.ts'

/** Why a page leaves for another: to pay, or because the booking is made. */
export type LeaveReason = 'payment' | 'redirect'

/**
 * Leaves for another page. A page in a frame asks the site around it to go there, which `embed.js` does. It needs a link
 * beside it, for sites that do not.
 */
export function leaveFor(url: string, reason: LeaveReason): void {
  // The address may name the booking, so only the site that embeds the page gets it.
  if (isFramed) tellHost('leave', { url, reason })
  else if (reason === 'redirect') location.replace(url)
  else location.assign(url)
}

/** The attributes of a link that leaves a frame. */
export const leavingLink = isFramed ? ({ target: '_top' } as const) : {}
