import { formatDate, ok, type Result, refuse } from '@holdfast/engine'
import { z } from 'zod'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { defineMappedEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { CountedAmount, ItemKey } from '../../kernel/ports/store.ts'
import { transact } from '../../kernel/transaction.ts'
import { windowCounterKey } from '../keys.ts'

const DAY_SECONDS = 86_400
const TEN_MINUTES_SECONDS = 600

/**
 * What one subject took within one UTC day. `counts` holds the totals of the day, and those of each ten
 * minutes of it. Nothing is ever subtracted; the store removes the item a day after its window.
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
  readonly perDay: number
}

/** A limit that an amount would exceed. */
export interface ExceededCap {
  readonly unit: string
  readonly max: number
  readonly window: 'ten minutes' | 'day'
  /** Seconds until the window ends. */
  readonly retryAfterSeconds: number
}

type Window = Omit<ExceededCap, 'unit' | 'max'>

/**
 * Adds amounts to what a subject took, if none of its limits would be exceeded; otherwise it adds nothing.
 * One conditioned write checks and counts them all, so parallel calls cannot pass a limit together.
 */
export async function takeAmounts(
  deps: Dependencies,
  { accountId, subject }: { readonly accountId: string; readonly subject: string },
  amounts: readonly Amount[],
): Promise<Result<undefined, ExceededCap>> {
  const now = epochSeconds(deps.clock)
  const day = Math.floor(now / DAY_SECONDS)
  const sinceMidnight = now - day * DAY_SECONDS
  const tenMinutes = Math.floor(sinceMidnight / TEN_MINUTES_SECONDS)
  const dayWindow: Window = { window: 'day', retryAfterSeconds: DAY_SECONDS - sinceMidnight }
  const tenMinuteWindow: Window = {
    window: 'ten minutes',
    retryAfterSeconds: (tenMinutes + 1) * TEN_MINUTES_SECONDS - sinceMidnight,
  }
  const limits = amounts.flatMap(({ unit, amount, perTenMinutes, perDay }) => [
    { count: { name: unit, amount, max: perDay }, unit, ends: dayWindow },
    ...(perTenMinutes === undefined
      ? []
      : [
          {
            count: { name: `${unit}@${tenMinutes}`, amount, max: perTenMinutes },
            unit,
            ends: tenMinuteWindow,
          },
        ]),
  ])
  const counts: readonly CountedAmount[] = limits.map(({ count }) => count)
  const outcome = await transact(deps, {
    counter: {
      kind: 'counter-add',
      key: windowCounterKey(accountId, subject, formatDate(day)),
      counts,
      ttl: (day + 2) * DAY_SECONDS,
    },
  })
  if (outcome.kind === 'done') return ok(undefined)
  const stored = outcome.conflicts.get('counter')
  const taken = stored ? windowCounterEntity.decode(stored).counts : {}
  const full = limits.filter(({ count }) => (taken[count.name] ?? 0) + count.amount > count.max)
  // The window that ends last decides when a retry can succeed.
  const last = full.reduce((a, b) => (b.ends.retryAfterSeconds > a.ends.retryAfterSeconds ? b : a))
  return refuse({ unit: last.unit, max: last.count.max, ...last.ends })
}
