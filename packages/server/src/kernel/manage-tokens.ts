import { type Dependencies, epochSeconds } from './dependencies.ts'

const SECONDS_PER_DAY = 24 * 60 * 60

/** A manage token ends this long after its booking or stay. */
export const MANAGE_TOKEN_DAYS = 90

const HASH_BYTES = 32

/** The hash that stands where nothing has a manage token: of an erased booking, whose tokens ended. No token has it. */
export const hashOfNoToken = (): Uint8Array => new Uint8Array(HASH_BYTES)

/** Whether a hash is that of no manage token. */
export const isHashOfNoToken = (hash: Uint8Array): boolean => hash.every((byte) => byte === 0)

/** The second at which the manage token of a booking or a stay ends. */
export const manageTokenEnd = (endEpochSeconds: number): number =>
  endEpochSeconds + MANAGE_TOKEN_DAYS * SECONDS_PER_DAY

/**
 * What the manage token of a booking or a stay is derived from: its id, and how often its token was replaced,
 * if ever.
 */
export const manageTokenSubject = ({
  id,
  manageTokenGeneration = 0,
}: {
  readonly id: string
  readonly manageTokenGeneration?: number
}): string => (manageTokenGeneration === 0 ? id : `${id}.${manageTokenGeneration}`)

/** A booking or a stay with a manage token. */
export interface Managed {
  readonly id: string
  /** The hash of its first token, or of the one that replaced it. */
  readonly manageTokenHash: Uint8Array
  readonly manageTokenGeneration?: number
  /** The end of the booking or stay. */
  readonly endEpochSeconds: number
}

/**
 * Whether a token manages a booking or a stay. Valid tokens are the one that it has the hash of, and those
 * that the current and the previous server keys derive. `expired`: the token was valid, but its booking or
 * stay ended 90 days ago, or its key was rotated and is no longer accepted.
 */
export function checkManageToken(
  { secrets, clock }: Pick<Dependencies, 'secrets' | 'clock'>,
  token: string,
  managed: Managed,
): 'valid' | 'expired' | 'wrong' {
  const { manageTokenHash, endEpochSeconds } = managed
  const key = secrets.keyOfManageToken(manageTokenSubject(managed), token)
  const isFirst = secrets.hashesEqual(secrets.hash(token), manageTokenHash)
  if (!isFirst && key === undefined) return 'wrong'
  const now = epochSeconds(clock)
  if (now >= manageTokenEnd(endEpochSeconds)) return 'expired'
  const isRetired = key?.kind === 'previous' && now >= key.validUntilEpochSeconds
  return isRetired ? 'expired' : 'valid'
}

/** Whether a token is derived from a subject with the current server key, or with a previous one that is accepted. */
export function isDerivedToken(
  { secrets, clock }: Pick<Dependencies, 'secrets' | 'clock'>,
  subject: string,
  token: string,
): boolean {
  const key = secrets.keyOfManageToken(subject, token)
  return (
    key?.kind === 'current' ||
    (key?.kind === 'previous' && epochSeconds(clock) < key.validUntilEpochSeconds)
  )
}
