import { addressOf } from '../shared/base-path.ts'

/** The page after sign-in if no other was asked for. */
export const HOME = addressOf('/dashboard')

const STORAGE_KEY = 'holdfast.sign-in-next'
/** A sign-in link lasts 15 minutes. */
const KEPT_MS = 15 * 60_000

/**
 * The path of the dashboard that a text names; undefined for all else. Anybody can write a link to the sign-in
 * page, so it must not lead to another site.
 */
export function ownPath(text: string | null | undefined, origin: string): string | undefined {
  if (!text?.startsWith('/') || !URL.canParse(text, origin)) return undefined
  const { origin: named, pathname, search, hash } = new URL(text, origin)
  const isDashboard = pathname === HOME || pathname.startsWith(`${HOME}/`)
  return named === origin && isDashboard ? pathname + search + hash : undefined
}

/** Saves where to go once the link in the email was opened, which happens in a new tab. */
export function saveNext(path: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ path, savedAt: Date.now() }))
  } catch {
    // Without storage, the link leads to the start of the dashboard.
  }
}

function savedNext(): string | undefined {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}')
    localStorage.removeItem(STORAGE_KEY)
    const { path, savedAt } = Object(saved) as Record<'path' | 'savedAt', unknown>
    const isFresh = typeof savedAt === 'number' && Date.now() - savedAt < KEPT_MS
    return isFresh && typeof path === 'string' ? path : undefined
  } catch {
    return undefined
  }
}

/** The `next` of this page's address. Default: the start of the dashboard. */
export const requestedNext = (): string =>
  ownPath(new URLSearchParams(location.search).get('next'), location.origin) ?? HOME

/** Where to go after sign-in: the `next` of the address, else what was saved, else the start of the dashboard. */
export function takeNext(): string {
  const asked = requestedNext()
  return asked === HOME ? (ownPath(savedNext(), location.origin) ?? HOME) : asked
}
