import type { Dependencies } from '../dependencies.ts'
import { leaseKey } from '../keys.ts'
import type { Item, Write } from '../ports/store.ts'

/**
 * Lets one process at a time do a kind of background work, so that several do not get in each
 * other's way. It saves work; nothing rests on it: two who believe to have it do the same work twice,
 * with one effect.
 */
export interface Lease {
  /** Takes or renews the lease; says whether this process has it now. */
  take(): Promise<boolean>
  /** After a `take` in vain: how long until the lease ends, unless it is renewed. */
  freeInMilliseconds(): number
  /** Gives it back, if this process has it. */
  release(): Promise<void>
}

/** What a lease needs: the machine's time, which moves also while a test clock stands. */
export interface LeaseOptions {
  readonly name: string
  readonly owner: string
  readonly machineEpochMilliseconds: () => number
  readonly durationMilliseconds: number
}

/** Makes the use of a lease by this process. */
export function createLease(
  deps: Pick<Dependencies, 'store' | 'ids'>,
  { name, owner, machineEpochMilliseconds, durationMilliseconds }: LeaseOptions,
): Lease {
  const key = leaseKey(name)
  let held: { readonly version: number; readonly untilEpochMilliseconds: number } | undefined
  let othersUntilEpochMilliseconds = 0

  const write = async (current: Item | undefined, untilEpochMilliseconds: number) => {
    const version = ((current?.version as number | undefined) ?? 0) + 1
    const item: Item = { ...key, owner, untilEpochMilliseconds, version }
    const put: Write =
      current === undefined
        ? { kind: 'put-if-absent', item }
        : { kind: 'put-if-version', item, version: version - 1 }
    const outcome = await deps.store.transact(
      [put],
      deps.ids.next('event', machineEpochMilliseconds()),
    )
    held = outcome.committed ? { version, untilEpochMilliseconds } : undefined
    return outcome.committed
  }

  const attempt = async (now: number): Promise<boolean> => {
    const current = await deps.store.get(key, { consistent: true })
    const until = (current?.untilEpochMilliseconds as number | undefined) ?? 0
    if (current?.owner === owner || until <= now) {
      return write(current, now + durationMilliseconds)
    }
    held = undefined
    othersUntilEpochMilliseconds = until
    return false
  }

  // Several kinds of work share the lease. Were each to renew it alone, all but one would fail on the
  // version that the first has changed, and believe to have lost it.
  let attempting: Promise<boolean> | undefined

  return {
    async take() {
      const now = machineEpochMilliseconds()
      // Renewed at half its time, so that a slow round does not lose it.
      if (held && held.untilEpochMilliseconds - now > durationMilliseconds / 2) return true
      attempting ??= attempt(now).finally(() => {
        attempting = undefined
      })
      return attempting
    },
    freeInMilliseconds: () =>
      Math.max(0, othersUntilEpochMilliseconds - machineEpochMilliseconds()),
    async release() {
      if (held === undefined) return
      const current = await deps.store.get(key, { consistent: true })
      if (current?.owner === owner) await write(current, 0)
      held = undefined
    },
  }
}
