import { z } from 'zod'
import type { Dependencies } from '../dependencies.ts'
import { defineEntity } from '../entity.ts'
import { keyTail, leaseKey } from '../keys.ts'
import { transact } from '../transaction.ts'

/**
 * The right to do a kind of background work, for one process at a time. It only saves work: two holders
 * may duplicate work; its effects are idempotent.
 */
export interface Lease {
  /** Acquires or renews the lease; answers whether this process holds it now. */
  acquire(): Promise<boolean>
  /** After a failed `acquire`: milliseconds until the lease expires unless its holder renews it. */
  expiresInMilliseconds(): number
  /** Releases the lease if this process holds it. */
  release(): Promise<void>
}

interface StoredLease {
  readonly name: string
  readonly owner: string
  readonly untilEpochMilliseconds: number
  readonly version: number
}

const leaseEntity = defineEntity<StoredLease, 'name'>({
  name: 'lease',
  key: ({ name }) => leaseKey(name),
  inKey: { name: ({ PK }) => keyTail(PK) },
  schema: z.object({
    owner: z.string(),
    untilEpochMilliseconds: z.number(),
    version: z.int(),
  }),
})

/** What a lease is made of. */
export interface LeaseOptions {
  readonly name: string
  readonly owner: string
  /** The machine's clock, which runs on while a test clock stands still. */
  readonly machineEpochMilliseconds: () => number
  readonly durationMilliseconds: number
}

/** Creates this process's handle of a lease. */
export function createLease(
  deps: Pick<Dependencies, 'store' | 'ids'>,
  { name, owner, machineEpochMilliseconds, durationMilliseconds }: LeaseOptions,
): Lease {
  const key = leaseKey(name)
  const writing = { ...deps, clock: { nowEpochMilliseconds: machineEpochMilliseconds } }
  const read = () => leaseEntity.read(deps.store, key)
  let held: StoredLease | undefined
  let othersUntilEpochMilliseconds = 0

  const write = async (current: StoredLease | undefined, untilEpochMilliseconds: number) => {
    const next = { name, owner, untilEpochMilliseconds, version: (current?.version ?? 0) + 1 }
    const outcome = await transact(writing, { lease: leaseEntity.put(current, next) })
    held = outcome.kind === 'done' ? next : undefined
    return outcome.kind === 'done'
  }

  const attempt = async (now: number): Promise<boolean> => {
    const current = await read()
    const until = current?.untilEpochMilliseconds ?? 0
    if (current?.owner === owner || until <= now) return write(current, now + durationMilliseconds)
    held = undefined
    othersUntilEpochMilliseconds = until
    return false
  }

  // Several kinds of work share one lease. If each renewed it alone, all but one would fail on the
  // version that the first one changed, and would take the lease for lost.
  let attempting: Promise<boolean> | undefined

  return {
    async acquire() {
      const now = machineEpochMilliseconds()
      // Renewed after half its duration, so that a slow round does not lose it.
      if (held && held.untilEpochMilliseconds - now > durationMilliseconds / 2) return true
      attempting ??= attempt(now).finally(() => {
        attempting = undefined
      })
      return attempting
    },
    expiresInMilliseconds: () =>
      Math.max(0, othersUntilEpochMilliseconds - machineEpochMilliseconds()),
    async release() {
      if (held === undefined) return
      const current = await read()
      if (current?.owner === owner) await write(current, 0)
      held = undefined
    },
  }
}
