import type { Store } from '../../../src/kernel/ports/store.ts'

/** Counts the items that a server reads. */
export interface ReadCounts {
  /** What the server's store does besides. */
  readonly between: (store: Store) => Partial<Store>
  reset(): void
  /** The items since the last reset, and the most within one turn of the event loop. */
  counts(): { readonly items: number; readonly mostPerTurn: number }
}

/** Counts items as the store hands them over, before anything is computed from them. */
export function countReads(): ReadCounts {
  let items = 0
  let mostPerTurn = 0
  let inTurn = 0
  let turn: NodeJS.Immediate | undefined
  // Always the first of its turn, so that what others do in theirs counts for the turn that it begins.
  const watch = (): void => {
    inTurn = 0
    turn = setImmediate(watch)
  }
  const add = (count: number): void => {
    items += count
    inTurn += count
    mostPerTurn = Math.max(mostPerTurn, inTurn)
  }
  return {
    between: (store) => ({
      async get(...given) {
        const item = await store.get(...given)
        add(1)
        return item
      },
      async getMany(...given) {
        const found = await store.getMany(...given)
        add(found.length)
        return found
      },
      async query(...given) {
        const page = await store.query(...given)
        add(page.items.length)
        return page
      },
      async scanPage(...given) {
        const page = await store.scanPage(...given)
        add(page.items.length)
        return page
      },
    }),
    reset() {
      clearImmediate(turn)
      items = 0
      mostPerTurn = 0
      watch()
    },
    counts() {
      clearImmediate(turn)
      return { items, mostPerTurn }
    },
  }
}
