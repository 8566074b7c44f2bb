import type { HoldMessage } from '../release-holds/release-holds.ts'
import { addressOf } from '../shared/base-path.ts'
import { isFramed } from '../shared/host-page.ts'
import { OPENED_DATES } from '../shared/opened-dates.ts'
import { type Hold, managedId } from './hold.ts'

/** Several frames of a site share the storage. `embed.js` names each of them. */
const STORAGE_KEY = isFramed ? `holdfast.hold ${window.name}` : 'holdfast.hold'

interface KeptHold {
  readonly path: string
  readonly hold: Hold
}

/** The page, without the settings in its query that change nothing about what is booked. */
function here(): string {
  const given = new URLSearchParams(location.search)
  return `${location.pathname}?${[given.has(OPENED_DATES), ...given.getAll('room')].join('&')}`
}

/** Saves the hold of this tab for a reload, or removes it. The browser may deny storage. */
export function keepHold(hold: Hold | undefined): void {
  try {
    if (hold === undefined) sessionStorage.removeItem(STORAGE_KEY)
    else sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ path: here(), hold }))
  } catch {
    // Without storage, a reload loses the hold.
  }
}

/** The hold that this tab had on this page before a reload, unless it has expired. */
export function keptHold(): Hold | undefined {
  try {
    // Only `keepHold` writes under this key.
    const kept = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as KeptHold | null
    const isOurs = kept?.path === here() && kept.hold.deadlineMs > Date.now()
    return isOurs ? kept.hold : undefined
  } catch {
    return undefined
  }
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
