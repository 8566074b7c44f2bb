import type { Booking } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { isDerivedToken } from '../../kernel/manage-tokens.ts'

/** Whom an email asked to decide about a request, and for which start. */
export interface DecisionLink {
  readonly bookingId: string
  /** The provider who got the email. */
  readonly providerId: string
  /** The start of the booking at that time. */
  readonly startEpochSeconds: number
}

/** What the token of a link is derived from. A booking at another time, or of somebody else, has other links. */
const subjectOf = ({ bookingId, providerId, startEpochSeconds }: DecisionLink): string =>
  `decide:${bookingId}:${startEpochSeconds}:${providerId}`

/**
 * The token in the links of the email that asks a provider to approve or decline a booking. It names the
 * provider and the start, so that a link differs from a later one.
 */
export function decisionToken(
  { secrets }: Pick<Dependencies, 'secrets'>,
  { id, startEpochSeconds }: Pick<Booking, 'id' | 'startEpochSeconds'>,
  providerId: string,
): string {
  const secret = secrets.manageToken(subjectOf({ bookingId: id, providerId, startEpochSeconds }))
  return `${providerId}.${startEpochSeconds}.${secret}`
}

const TOKEN = /^(prv_[a-z0-9]{1,40})\.(\d{1,12})\.(hm_[\x21-\x7e]{1,100})$/

/** Reads the token of a link; undefined if this server did not make it for that booking. */
export function readDecisionToken(
  deps: Pick<Dependencies, 'secrets' | 'clock'>,
  bookingId: string,
  token: string,
): DecisionLink | undefined {
  const [, providerId, start, secret] = TOKEN.exec(token) ?? []
  if (providerId === undefined || secret === undefined) return undefined
  const link = { bookingId, providerId, startEpochSeconds: Number(start) }
  return isDerivedToken(deps, subjectOf(link), secret) ? link : undefined
}
