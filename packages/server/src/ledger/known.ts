import { countFromItem } from '../kernel/items/count-item.ts'
import { ledgerFromItem } from '../kernel/items/ledger-item.ts'
import type { Item, ItemKey, LedgerState, StoredCount, Write } from '../kernel/ports/store.ts'

/** An item that decides about claims. */
export interface ToRead {
  readonly key: ItemKey
  /**
   * Whether further claims follow from it, as those of a session follow from its seats. What was read before it may belong to
   * an earlier state of it, so learning it discards the rest.
   */
  readonly isSource?: boolean
}

/** A write whose item it names, so that a conflict can be learned. */
export type KeyedWrite = Extract<Write, { readonly key: ItemKey }>

interface KnownItem extends ToRead {
  readonly item: Item | undefined
}

const nameOf = ({ PK, SK }: ItemKey): string => `${PK} ${SK}`

// Most commits read nothing.
const NOTHING: ReadonlyMap<string, KnownItem> = new Map()

/** The items that a commit has read so far, or that a conflict has returned. */
export class Known {
  #items: ReadonlyMap<string, KnownItem> = NOTHING

  /** Remembers an item; undefined: there is none. */
  learn({ key, isSource = false }: ToRead, item: Item | undefined): void {
    // A day or count that was read before may be from the time of an earlier state of a source, which
    // had other marks on it: a mark that it lacks would seem to be lost.
    const kept = isSource ? [...this.#items].filter(([, known]) => known.isSource) : this.#items
    this.#items = new Map(kept).set(nameOf(key), { key, isSource, item })
  }

  /** A ledger day. Undefined: it was not read. */
  ledger(key: ItemKey): LedgerState | undefined {
    const known = this.#find(key)
    return known && ledgerFromItem(known.item)
  }

  /** A count. Undefined: it was not read. */
  count(key: ItemKey): StoredCount | undefined {
    const known = this.#find(key)
    return known && countFromItem(known.item)
  }

  /** An item that claims follow from. Undefined: it was not read. */
  source(key: ItemKey): { readonly item: Item | undefined } | undefined {
    return this.#find(key)
  }

  /** All items, to be read again; sources come last, because each discards the others. */
  all(): readonly ToRead[] {
    const items = [...this.#items.values()]
    return [...items.filter((one) => !one.isSource), ...items.filter((one) => one.isSource)]
  }

  #find(key: ItemKey): KnownItem | undefined {
    return this.#items.size === 0 ? undefined : this.#items.get(nameOf(key))
  }
}
