import { createHash, timingSafeEqual } from 'node:crypto'

/** Recognizes requests of our content delivery network by the secret that it sends. */
export interface EdgeSecret {
  /** Whether a header has a value of the secret: the current one, or the previous one during a rotation. */
  isKnown(given: string | null): Promise<boolean>
}

/** The inputs of `createEdgeSecret`. */
export interface EdgeSecretOptions {
  /** The value when the instance started. */
  readonly current: string
  /** Reads the current value and, if there is one, the previous value. */
  readonly read: () => Promise<readonly string[]>
  /** Milliseconds since 1970-01-01T00:00Z. */
  readonly nowEpochMilliseconds: () => number
  /** Called if the values cannot be read. Those that are known remain valid. */
  readonly onError: (error: unknown) => void
}

/** How often an unknown value makes an instance read the secret: strangers can send one at any rate. */
const RECHECK_MILLISECONDS = 60_000
/** How long values are valid, so that a value that was withdrawn ends without a deployment. */
const LIFETIME_MILLISECONDS = 15 * 60_000

/**
 * Creates the check. The network and the instances learn a new value at different times, so an instance that
 * receives an unknown value reads the secret again before it refuses.
 */
export function createEdgeSecret(options: EdgeSecretOptions): EdgeSecret {
  const { current, read, nowEpochMilliseconds: now, onError } = options
  let digests = digestsOf([current])
  let readAt = now()
  // The start read only the current value.
  let checkedAt = Number.NEGATIVE_INFINITY

  const isAmong = (given: string): boolean => {
    const digest = digestOf(given)
    // Without a short circuit: the time must not depend on which value is the right one.
    return digests.filter((one) => timingSafeEqual(one, digest)).length > 0
  }

  const readAgain = async (): Promise<void> => {
    checkedAt = now()
    try {
      digests = digestsOf(await read())
      readAt = checkedAt
    } catch (error) {
      onError(error)
    }
  }

  return {
    async isKnown(given) {
      if (given === null) return false
      const isRecent = now() - checkedAt < RECHECK_MILLISECONDS
      const isValid = now() - readAt < LIFETIME_MILLISECONDS
      if (!isRecent && !(isValid && isAmong(given))) await readAgain()
      return isAmong(given)
    },
  }
}

const digestOf = (value: string): Buffer => createHash('sha256').update(value).digest()

/** An empty value, as of a secret that was never filled, would let every empty header in. */
const digestsOf = (values: readonly string[]): readonly Buffer[] =>
  values.filter((value) => value !== '').map(digestOf)
