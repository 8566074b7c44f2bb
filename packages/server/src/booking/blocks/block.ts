import { present } from '../../kernel/items/attributes.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { Item } from '../../kernel/ports/store.ts'
import { blockKey } from '../keys.ts'

/** Time that a provider takes off: epoch seconds, whole minutes, `[start, end)`. */
export interface Block {
  readonly id: string
  readonly accountId: string
  readonly providerId: string
  readonly version: number
  readonly startEpochSeconds: number
  readonly endEpochSeconds: number
  readonly reason?: string
  readonly createdAtEpochSeconds: number
  readonly updatedAtEpochSeconds: number
}

/** The item of a block, in its provider's partition. */
export function blockItem(block: Block): Item {
  const { id, ...rest } = block
  return { ...blockKey(block.providerId, id), ...present({ ...rest }) }
}

/** Reads the item of a block. */
export function blockFromItem(item: Item): Block {
  const { PK: _pk, SK, ...attributes } = item
  return {
    ...(attributes as unknown as Omit<Block, 'id'>),
    id: keyTail(SK),
  }
}
