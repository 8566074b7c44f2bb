import { formatDate, ok, type Result, refuse } from '@holdfast/engine'
import { z } from 'zod'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { defineMappedEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { CountedAmount, Item, ItemKey, Write } from '../../kernel/ports/store.ts'
import { transact } from '../../kernel/transaction.ts'
import { hashedSecret } from '../api-keys/api-keys.ts'
import { serverCounterKey, windowCounterKey } from '../keys.ts'

const DAY_SECONDS = 86_400
const HOUR_SECONDS = 3600
const TEN_MINUTES_SECONDS = 600

/**
 * What one subject took within one UTC day. `counts` holds the totals of the day, and those of each hour or
 * ten minutes of it. Nothing is ever subtracted; the store removes the item a day after its window.
 */
export interface WindowCounter {
  readonly key: ItemKey
  /** `YYYY-MM-DD`. */
  readonly date: string
  readonly counts: Readonly<Record<string, number>>
  /** After this second the store may remove the counter. */
  readonly expiresAtEpochSeconds: number
}

/** The item of a counter. It is written by `counter-add` alone. */
export const windowCounterEntity = defineMappedEntity<
  WindowCounter,
  { readonly ttl: number; readonly [count: string]: number }
>({
  name: 'window counter',
  key: ({ key }) => key,
  schema: z.object({ ttl: z.int() }).catchall(z.int()),
  toAttributes: ({ counts, expiresAtEpochSeconds }) => ({ ...counts, ttl: expiresAtEpochSeconds }),
  fromAttributes: ({ ttl, ...counts }, { PK, SK }) => ({
    key: { PK, SK },
    date: keyTail(SK),
    counts,
    expiresAtEpochSeconds: ttl,
  }),
})

/** An amount of one unit, such as `bookings`, with its limits. An absent limit does not apply. */
export interface Amount {
  readonly unit: string
  readonly amount: number
  readonly perTenMinutes?: number
  readonly perHour?: number
  readonly perDay?: number
}

/** Whose counter it is: of an account, for a kind of thing, and of a subject that is stored as its hash. */
export interface CounterOwner {
  /** Undefined: the limit belongs to no account. */
  readonly accountId: string | undefined
  readonly what: string
  readonly who: string
}

/** A limit that an amount would exceed. */
export interface ExceededCap {
  readonly unit: string
  readonly max: number
  readonly window: 'ten minutes' | 'hour' | 'day'
  /** Seconds until the window ends. */
  readonly retryAfterSeconds: number
}

/** One limit: what to count, and the window that it belongs to. */
interface Limit {
  readonly count: CountedAmount
  readonly exceeded: ExceededCap
}

/** The limits of an amount in the windows that contain a second of the day. */
function limitsOf(amount: Amount, secondOfDay: number): readonly Limit[] {
  const { unit } = amount
  const limit = (
    name: string,
    max: number | undefined,
    window: ExceededCap['window'],
    seconds: number,
  ): readonly Limit[] => {
    if (max === undefined) return []
    const retryAfterSeconds = seconds - (secondOfDay % seconds)
    return [
      {
        count: { name, amount: amount.amount, max },
        exceeded: { unit, max, window, retryAfterSeconds },
      },
    ]
  }
  const hour = Math.floor(secondOfDay / HOUR_SECONDS)
  const tenMinutes = Math.floor(secondOfDay / TEN_MINUTES_SECONDS)
  return [
    ...limit(unit, amount.perDay, 'day', DAY_SECONDS),
    ...limit(`${unit}@h${hour}`, amount.perHour, 'hour', HOUR_SECONDS),
    ...limit(`${unit}@${tenMinutes}`, amount.perTenMinutes, 'ten minutes', TEN_MINUTES_SECONDS),
  ]
}

/** The write that counts amounts, and which of their limits refuses it. */
export interface Counting {
  readonly write: Write
  /** The limit that ends last of those that the amounts exceed, given what is stored. */
  readonly exceeded: (stored: Item | undefined) => ExceededCap
}

/** Prepares to add amounts to what a subject took. The write fails if one of its limits would be exceeded. */
export function countingOf(
  deps: Pick<Dependencies, 'clock' | 'secrets'>,
  { accountId, what, who }: CounterOwner,
  amounts: readonly Amount[],
): Counting {
  const now = epochSeconds(deps.clock)
  const day = Math.floor(now / DAY_SECONDS)
  const limits = amounts.flatMap((amount) => limitsOf(amount, now - day * DAY_SECONDS))
  return {
    write: {
      kind: 'counter-add',
      key:
        accountId === undefined
          ? serverCounterKey(what, hashedSecret(deps, who), formatDate(day))
          : windowCounterKey(accountId, what, hashedSecret(deps, who), formatDate(day)),
      counts: limits.map(({ count }) => count),
      ttl: (day + 2) * DAY_SECONDS,
    },
    exceeded(stored) {
      const taken = stored ? windowCounterEntity.decode(stored).counts : {}
      const exceeded = limits
        .filter(({ count }) => (taken[count.name] ?? 0) + count.amount > count.max)
        .map((limit) => limit.exceeded)
      // The window that ends last decides when a retry can succeed.
      return exceeded.reduce((a, b) => (b.retryAfterSeconds > a.retryAfterSeconds ? b : a))
    },
  }
}

/**
 * Adds amounts to what a subject took, if none of its limits would be exceeded; otherwise it adds nothing.
 * One conditioned write checks and counts them all, so parallel calls cannot pass a limit together.
 */
export async function takeAmounts(
  deps: Dependencies,
  owner: CounterOwner,
  amounts: readonly Amount[],
): Promise<Result<undefined, ExceededCap>> {
  const { write, exceeded } = countingOf(deps, owner, amounts)
  const outcome = await transact(deps, { counter: write })
  return outcome.kind === 'done'
    ? ok(undefined)
    : refuse(exceeded(outcome.conflicts.get('counter')))
}
