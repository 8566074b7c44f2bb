import { pagePath, partsOf } from '../shared/page-path.ts'

/** The account whose bookings the page shows: `/manage/a/lakeside`. */
export const ACCOUNT = partsOf(pagePath)[2] ?? ''

/** The token of the link that was opened, which leaves the address at once. */
export function takeLinkToken(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? undefined
  if (token !== undefined) history.replaceState(null, '', location.pathname + location.search)
  return token
}
