import { pagePath, partsOf } from '../shared/page-path.ts'

/** The account whose bookings the page shows: `/manage/a/lakeside`. */
export const ACCOUNT = partsOf(pagePath)[2] ?? ''

const KEY = `holdfast.booker.${ACCOUNT}`

/** The token of the link that was opened, which leaves the address at once. */
export function takeLinkToken(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? undefined
  if (token !== undefined) history.replaceState(null, '', location.pathname + location.search)
  return token
}

/** The token of the sign-in in this browser. Storage may be forbidden; then a sign-in lasts as long as the page. */
export function keptToken(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps the token of a sign-in, or forgets it. */
export function keepToken(token: string | undefined): void {
  try {
    if (token === undefined) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, token)
  } catch {
    // The sign-in lasts as long as the page.
  }
}
