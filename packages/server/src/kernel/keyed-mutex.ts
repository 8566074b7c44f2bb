/** A resource that this caller holds. */
export interface Lock {
  /** Whether another caller held it since it was asked for, so that earlier reads may be outdated. */
  readonly hasWaited: boolean
  /** Hands the resource to the next caller; after a failure to all waiting callers at once. */
  release(hasFailed: boolean): void
}

/** The last lock that was asked for, by resource; resolves at its release, to whether its holder failed. */
const lastLocks = new Map<string, Promise<boolean>>()

/**
 * Waits until the earlier callers in this process have released a resource. This only keeps many
 * writers of one item from failing each other's conditions again and again. Safety does not depend on
 * it: other processes take no part.
 */
export async function acquire(resource: string): Promise<Lock> {
  const before = lastLocks.get(resource)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  lastLocks.set(resource, promise)
  const release = (hasFailed: boolean): void => {
    if (lastLocks.get(resource) === promise) lastLocks.delete(resource)
    resolve(hasFailed)
  }
  if (await before) release(true)
  return { hasWaited: before !== undefined, release }
}
