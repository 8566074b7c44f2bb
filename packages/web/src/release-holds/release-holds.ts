/**
 * A service worker that releases the hold of a booker who leaves the booking page. A page that is reloaded
 * and one that is left look the same while they close, so the worker waits for the page to come back. It
 * handles no requests: its scope contains no page.
 */

/** What a booking page tells the worker about its hold. */
export type HoldMessage =
  | { readonly kind: 'left'; readonly id: string; readonly token: string }
  | { readonly kind: 'back'; readonly id: string }

/** The part of a service worker's message event that is used; the types of pages do not include it. */
interface WorkerMessage extends MessageEvent<HoldMessage> {
  waitUntil(work: Promise<unknown>): void
}

/** A reload takes less, even on a slow phone whose scripts are cached. */
const WAIT_MS = 5000

const returns = new Map<string, () => void>()

async function releaseLater(id: string, token: string): Promise<void> {
  const hasReturned = await new Promise<boolean>((resolve) => {
    returns.set(id, () => resolve(true))
    setTimeout(() => resolve(false), WAIT_MS)
  })
  returns.delete(id)
  if (hasReturned) return
  // Relative to this script, which is at the root of the server. If it fails, the hold expires by itself.
  const isVisit = id.startsWith('grp_')
  await fetch(`v1/${isVisit ? 'booking-groups' : 'bookings'}/${encodeURIComponent(id)}/cancel`, {
    method: 'POST',
    credentials: 'omit',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: isVisit ? '{"scope":"all"}' : '{}',
  }).catch(() => undefined)
}

addEventListener('message', (event) => {
  // This file runs as a service worker only.
  const message = event as WorkerMessage
  const { data } = message
  if (data.kind === 'back') returns.get(data.id)?.()
  else message.waitUntil(releaseLater(data.id, data.token))
})
