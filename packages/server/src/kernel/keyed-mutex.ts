import { withTimeout } from './with-timeout.ts'

/** A resource that this caller holds. */
export interface Lock {
  /** Whether another caller held it since it was asked for, so that earlier reads may be outdated. */
  readonly hasWaited: boolean
  /** Hands the resource to the next caller; after a failure to all waiting callers at once. */
  release(hasFailed: boolean): void
}

/** The last lock that was asked for, by resource; resolves at its release, to whether its holder failed. */
const lastLocks = new Map<string, Promise<boolean>>()

/** Whether a caller in this process holds the resource. */
export const isAcquired = (resource: string): boolean => lastLocks.has(resource)

/**
 * Waits until the earlier callers in this process have released a resource. Undefined if that takes longer than
 * `waitMilliseconds`. This only keeps many writers of one item from failing each other's conditions again and
 * again. Safety does not depend on it: other processes take no part.
 */
export function acquire(resource: string): Promise<Lock>
export function acquire(resource: string, waitMilliseconds: number): Promise<Lock | undefined>
export async function acquire(
  resource: string,
  waitMilliseconds = Number.POSITIVE_INFINITY,
): Promise<Lock | undefined> {
  const before = lastLocks.get(resource)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  lastLocks.set(resource, promise)
  const release = (hasFailed: boolean): void => {
    if (lastLocks.get(resource) === promise) lastLocks.delete(resource)
    resolve(hasFailed)
  }
  if (before === undefined) return { hasWaited: false, release }
  const turn = before.then((hasFailed) => ({ hasFailed }))
  const reached = Number.isFinite(waitMilliseconds)
    ? await withTimeout(turn, waitMilliseconds)
    : await turn
  if (reached === undefined) {
    // The place in the queue stays. Whoever is behind it gets what comes to it.
    void before.then(release)
    return undefined
  }
  if (reached.hasFailed) release(true)
  return { hasWaited: true, release }
}
