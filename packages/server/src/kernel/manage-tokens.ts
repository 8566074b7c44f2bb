import { type Dependencies, epochSeconds } from './dependencies.ts'

const SECONDS_PER_DAY = 24 * 60 * 60

/** A manage token ends this long after its booking or stay. */
export const MANAGE_TOKEN_DAYS = 90

/** A booking or a stay with a manage token. */
export interface Managed {
  readonly id: string
  /** The hash of the token that it was created with. */
  readonly manageTokenHash: Uint8Array
  /** The end of the booking or stay. */
  readonly endEpochSeconds: number
}

/**
 * Whether a token manages a booking or a stay. Valid tokens are the one that it was created with, and those
 * that the current and the previous server keys derive. `expired`: the token was valid, but its booking or
 * stay ended 90 days ago, or its key was rotated and is no longer accepted.
 */
export function checkManageToken(
  { secrets, clock }: Pick<Dependencies, 'secrets' | 'clock'>,
  token: string,
  { id, manageTokenHash, endEpochSeconds }: Managed,
): 'valid' | 'expired' | 'wrong' {
  const key = secrets.keyOfManageToken(id, token)
  const isFirst = secrets.hashesEqual(secrets.hash(token), manageTokenHash)
  if (!isFirst && key === undefined) return 'wrong'
  const now = epochSeconds(clock)
  if (now >= endEpochSeconds + MANAGE_TOKEN_DAYS * SECONDS_PER_DAY) return 'expired'
  const isRetired = key?.kind === 'previous' && now >= key.validUntilEpochSeconds
  return isRetired ? 'expired' : 'valid'
}
