import type { Refusal } from '../../kernel/refusals.ts'

/** A hold that somebody without an account's key wants. */
export interface WantedHold {
  readonly providerId: string
  readonly clientNetwork: string
  /** Absent while the booker has given no details. */
  readonly email?: string
}

/** Live holds of one provider that one network may have at once: an office behind one address books too. */
export const HOLDS_PER_NETWORK = 10
/** Live holds of one provider that one booker may have at once. */
export const HOLDS_PER_BOOKER = 3
const REMEMBERED = 20_000

/**
 * Bounds how much of a provider's time somebody without a key can hold at once, so that nobody
 * takes all of it off the offer by holding and never confirming (OWASP OAT-021, denial of
 * inventory). It is a courtesy of each process, kept in memory: holds that another process gave are
 * not counted, and one that was confirmed or given up counts until it would have lapsed.
 */
export class HoldCaps {
  readonly #expiries = new Map<string, readonly number[]>()

  /** Why the hold is not to be given; nothing when it may be. */
  refusal(wanted: WantedHold, nowEpochSeconds: number): Refusal | undefined {
    for (const [key, most, who] of caps(wanted)) {
      const live = this.#live(key, nowEpochSeconds)
      if (live.length < most) continue
      return {
        code: 'rate_limited',
        reason: `${who} holds ${live.length} times of this provider, the most at once; confirm one or let it lapse`,
        retryAfterSeconds: Math.max(1, Math.min(...live) - nowEpochSeconds),
      }
    }
    return undefined
  }

  /** Counts a hold that was given. */
  note(wanted: WantedHold, expiresAtEpochSeconds: number, nowEpochSeconds: number): void {
    for (const [key] of caps(wanted)) {
      const live = this.#live(key, nowEpochSeconds)
      // Deleted and set again, so that the map's order is the order of last use.
      this.#expiries.delete(key)
      this.#expiries.set(key, [...live, expiresAtEpochSeconds])
      if (this.#expiries.size > REMEMBERED) {
        this.#expiries.delete(this.#expiries.keys().next().value as string)
      }
    }
  }

  #live(key: string, nowEpochSeconds: number): readonly number[] {
    return (this.#expiries.get(key) ?? []).filter((expiry) => expiry > nowEpochSeconds)
  }
}

type Cap = readonly [key: string, most: number, who: string]

const caps = ({ providerId, clientNetwork, email }: WantedHold): readonly Cap[] => [
  [`${providerId} network ${clientNetwork}`, HOLDS_PER_NETWORK, 'this address'],
  ...(email === undefined
    ? []
    : [[`${providerId} booker ${email}`, HOLDS_PER_BOOKER, 'this booker'] satisfies Cap]),
]
