import type { HoldMessage } from '../release-holds/release-holds.ts'
import { addressOf } from '../shared/base-path.ts'
import { OPENED_DATES } from '../shared/opened-dates.ts'
import { keepInTab, keptInTab } from '../shared/tab-storage.ts'
import { type Hold, managedId } from './hold.ts'

/** The page, without the settings in its query that change nothing about what is booked. */
function here(): string {
  const given = new URLSearchParams(location.search)
  return `${location.pathname}?${[given.has(OPENED_DATES), ...given.getAll('room')].join('&')}`
}

/** Saves the hold of this tab for a reload, or removes it. */
export const keepHold = (hold: Hold | undefined): void => keepInTab('hold', here(), hold)

/** The hold that this tab had on this page before a reload, unless it has expired. */
export function keptHold(): Hold | undefined {
  const hold = keptInTab<Hold>('hold', here())
  return hold !== undefined && hold.deadlineMs > Date.now() ? hold : undefined
}

/** The worker's scope contains no page, so that it cannot affect any request. */
const startWorker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(addressOf('/release-holds.js'), {
    scope: addressOf('/release-holds/'),
  })

// Browsers offer workers only on https and on this machine. Without one, an abandoned hold expires.
const canRelease = 'serviceWorker' in navigator

/**
 * Releases the hold when the booker leaves the page, and keeps it when the page is reloaded or comes back.
 * Returns a function that stops this. `onBack` is called when the browser restores the page as it was.
 */
export function releaseOnLeave(hold: Hold, onBack: () => void): () => void {
  if (!canRelease) return () => undefined
  const { token } = hold
  const id = managedId(hold)
  let worker: ServiceWorker | null = null
  const tell = (message: HoldMessage) => worker?.postMessage(message)
  startWorker().then(
    (registration) => {
      worker = registration.active ?? registration.waiting ?? registration.installing
      tell({ kind: 'back', id })
    },
    () => undefined,
  )
  const leave = () => tell({ kind: 'left', id, token })
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    tell({ kind: 'back', id })
    onBack()
  }
  addEventListener('pagehide', leave)
  addEventListener('pageshow', comeBack)
  return () => {
    removeEventListener('pagehide', leave)
    removeEventListener('pageshow', comeBack)
  }
}
