import type { Item } from '../../kernel/ports/store.ts'
import type { Row } from './batch.ts'
import { itemOf } from './item-row.ts'

interface Known {
  readonly row: Row
  readonly item: Item
}

/** How many items each of the two generations has. */
const GENERATION_ITEMS = 5_000

/**
 * Decodes rows, and answers the same item as before for a row that has not changed. Every read still asks the server:
 * what is saved is the work on its answer, here and in everything that remembers what it derived from an item.
 */
export class KnownItems {
  #young = new Map<string, Known>()
  #old = new Map<string, Known>()

  /** The item of a row. It must not be changed. */
  readonly itemOf = (row: Row): Item => {
    const id = row[0] ?? ''
    const young = this.#young.get(id)
    const known = young ?? this.#old.get(id)
    if (known === undefined || !isSameRow(known.row, row)) return this.#add(id, row, itemOf(row))
    return young === undefined ? this.#add(id, known.row, known.item) : known.item
  }

  #add(id: string, row: Row, item: Item): Item {
    if (this.#young.size >= GENERATION_ITEMS) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(id, { row, item })
    return item
  }
}

const isSameRow = (one: Row, other: Row): boolean =>
  one.every((column, place) => column === other[place])
