import type { Me } from '@holdfast/contracts'
import { ApiError, api, bearer, unwrap } from './api.ts'

const keyOf = (accountSlug: string): string => `holdfast.booker.${accountSlug}`

/** The token of a booker's sign-in in this browser. Storage may be forbidden; then a sign-in lasts as long as the page. */
export function keptToken(accountSlug: string): string | undefined {
  try {
    return localStorage.getItem(keyOf(accountSlug)) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps the token of a sign-in for the other pages of an account, or forgets it. */
export function keepToken(accountSlug: string, token: string | undefined): void {
  try {
    if (token === undefined) localStorage.removeItem(keyOf(accountSlug))
    else localStorage.setItem(keyOf(accountSlug), token)
  } catch {
    // The sign-in lasts as long as the page.
  }
}

/** A booker who is signed in on a page. */
export interface SignedInBooker extends Pick<Me, 'name' | 'email'> {
  readonly token: string
  /** Forgets the sign-in, in this browser. */
  readonly signOut: () => void
}

/** Whether a sign-in has ended: by its age, by an erasure or by a change of the address. */
export const isSignInOver = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'unauthenticated'

/** Reads who signed in with a token. Undefined if the sign-in has ended. */
export async function readSignedIn(
  token: string,
  signal: AbortSignal,
): Promise<Pick<Me, 'name' | 'email'> | undefined> {
  const query = { limit: 1 }
  try {
    return await unwrap(
      api.GET('/v1/public/me', { params: { query }, headers: bearer(token), signal }),
    )
  } catch (error) {
    if (isSignInOver(error)) return undefined
    throw error
  }
}

/** Makes a call as the booker who is signed in. If the sign-in has ended, signs out and calls as anybody. */
export async function asBooker<Answer>(
  booker: SignedInBooker | undefined,
  call: (headers: { readonly authorization?: string }) => Promise<Answer>,
): Promise<Answer> {
  if (booker === undefined) return call({})
  try {
    return await call(bearer(booker.token))
  } catch (error) {
    if (!isSignInOver(error)) throw error
    booker.signOut()
    return call({})
  }
}
