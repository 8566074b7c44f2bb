import { addressOf } from '../../shared/base-path.ts'

/** The page for signing in. */
export const SIGN_IN = addressOf('/sign-in')

/** The address for signing in and returning to the shown page. `again` asks for a recent sign-in. */
export function signInLink(again = false): string {
  const next = new URLSearchParams({ next: location.pathname + location.search })
  if (again) next.set('again', '')
  return `${SIGN_IN}?${next}`
}
