import type { Booking } from '@holdfast/engine'
import { decisionToken } from '../../booking/decisions/decision-link.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { type Managed, manageTokenSubject } from '../../kernel/manage-tokens.ts'
import { mailLanguageOf } from '../languages/languages.ts'

/** What the links of emails are made of. */
interface UrlDependencies extends Pick<Dependencies, 'secrets'> {
  readonly publicUrl: string
}

/**
 * The link to manage a booking or a stay; undefined for a stay without a guest. The token is derived from the
 * server's key and is in the fragment, which browsers send to no server.
 */
export function manageUrlOf(
  deps: UrlDependencies,
  path: string,
  managed: Partial<Pick<Managed, 'manageTokenHash' | 'manageTokenGeneration'>> &
    Pick<Managed, 'id'>,
  locale: string | undefined,
): string | undefined {
  return managed.manageTokenHash && urlWithToken(deps, path, managed, locale)
}

/** A link with the manage token in its fragment. */
export function urlWithToken(
  { secrets, publicUrl }: UrlDependencies,
  path: string,
  managed: Pick<Managed, 'id' | 'manageTokenGeneration'>,
  locale: string | undefined,
): string {
  const url = new URL(inLanguageOf(`${publicUrl}${path}`, locale))
  url.hash = secrets.manageToken(manageTokenSubject(managed))
  return url.href
}

/**
 * A page of the server in the language of its reader. Whoever opens an email on another device has not chosen one there. Without a
 * locale, the page has its own choice.
 */
export function inLanguageOf(address: string, locale: string | undefined): string {
  if (locale === undefined) return address
  const url = new URL(address)
  url.searchParams.set('lang', mailLanguageOf(locale))
  return url.href
}

/** The link by which a provider approves or declines a booking. The token is in the fragment, like that above. */
export function decisionUrlOf(
  deps: UrlDependencies,
  booking: Pick<Booking, 'id' | 'startEpochSeconds'>,
  providerId: string,
  decision: 'approve' | 'decline',
): string {
  const url = new URL(`${deps.publicUrl}/decide/${booking.id}`)
  const token = decisionToken(deps, booking, providerId)
  url.hash = new URLSearchParams({ token, action: decision }).toString()
  return url.href
}
