import type { Booking } from '@holdfast/engine'
import { decisionToken } from '../../booking/decisions/decision-link.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { type Managed, manageTokenSubject } from '../../kernel/manage-tokens.ts'

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
): string | undefined {
  return managed.manageTokenHash && urlWithToken(deps, path, managed)
}

/** A link with the manage token in its fragment. */
export function urlWithToken(
  { secrets, publicUrl }: UrlDependencies,
  path: string,
  managed: Pick<Managed, 'id' | 'manageTokenGeneration'>,
): string {
  const url = new URL(`${publicUrl}${path}`)
  url.hash = secrets.manageToken(manageTokenSubject(managed))
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
