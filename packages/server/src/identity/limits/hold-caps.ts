import type { Refusal } from '../../kernel/refusals.ts'

/** A hold requested without an API key. */
export interface HoldRequest {
  readonly providerId: string
  readonly clientNetwork: string
  /** Absent until the booker gives their details. */
  readonly email?: string
}

/** How many live holds one network may have with one provider. An office shares one address. */
export const HOLDS_PER_NETWORK = 10
/** How many live holds one booker may have with one provider. */
export const HOLDS_PER_BOOKER = 3
/** Beyond this many keys, the least recently used one is dropped. */
const MAX_KEYS = 20_000

/**
 * Caps the live holds that callers without a key have with one provider, so that nobody blocks a
 * calendar with holds they never confirm (OWASP OAT-021, denial of inventory). The counts are best
 * effort and in memory: each process counts only its own holds, and a hold that is confirmed or
 * cancelled still counts until its expiry.
 */
export class HoldCaps {
  readonly #expiries = new Map<string, readonly number[]>()

  /** The refusal if the hold would exceed a cap; undefined if it is allowed. */
  refusal(request: HoldRequest, nowEpochSeconds: number): Refusal | undefined {
    for (const [key, max, holder] of caps(request)) {
      const live = this.#live(key, nowEpochSeconds)
      if (live.length < max) continue
      return {
        code: 'rate_limited',
        reason: `${holder} already has ${live.length} live holds here, the maximum. Confirm one or wait until one expires.`,
        retryAfterSeconds: Math.max(1, Math.min(...live) - nowEpochSeconds),
      }
    }
    return undefined
  }

  /** Counts a hold that was granted. */
  record(request: HoldRequest, expiresAtEpochSeconds: number, nowEpochSeconds: number): void {
    for (const [key] of caps(request)) {
      const live = this.#live(key, nowEpochSeconds)
      // Delete before setting, so that the map stays in order of last use.
      this.#expiries.delete(key)
      this.#expiries.set(key, [...live, expiresAtEpochSeconds])
      for (const leastRecent of this.#expiries.keys()) {
        if (this.#expiries.size <= MAX_KEYS) break
        this.#expiries.delete(leastRecent)
      }
    }
  }

  #live(key: string, nowEpochSeconds: number): readonly number[] {
    return (this.#expiries.get(key) ?? []).filter((expiry) => expiry > nowEpochSeconds)
  }
}

type Cap = readonly [key: string, max: number, holder: string]

const caps = ({ providerId, clientNetwork, email }: HoldRequest): readonly Cap[] => [
  [`${providerId} network ${clientNetwork}`, HOLDS_PER_NETWORK, 'This network'],
  ...(email === undefined
    ? []
    : [[`${providerId} booker ${email}`, HOLDS_PER_BOOKER, 'This booker'] satisfies Cap]),
]
