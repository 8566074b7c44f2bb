/** A place in the queue for a resource that was reached. */
export interface Turn {
  /** Whether others had the resource since it was asked for, so that what was read may be old. */
  readonly hasWaited: boolean
  /** Lets the next one have the resource; after a failure all of them at once, so none waits for it. */
  end(hasFailed: boolean): void
}

/** The end of the last turn that was asked for, by resource; it tells whether that turn failed. */
const lastTurns = new Map<string, Promise<boolean>>()

/**
 * Waits until those of this process who asked earlier are done with a resource. It is a courtesy that
 * keeps many writers of one item from failing each other's conditions again and again: what is right
 * is decided by the conditions alone, since other processes take no turns here.
 */
export async function takeTurn(resource: string): Promise<Turn> {
  const before = lastTurns.get(resource)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  lastTurns.set(resource, promise)
  const end = (hasFailed: boolean): void => {
    if (lastTurns.get(resource) === promise) lastTurns.delete(resource)
    resolve(hasFailed)
  }
  if (await before) end(true)
  return { hasWaited: before !== undefined, end }
}
