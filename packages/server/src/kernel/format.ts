import { z } from 'zod'
import { defineEntity } from './entity.ts'
import { formatKey } from './keys.ts'
import type { Store, Write } from './ports/store.ts'

/**
 * The format of stored items that this version reads and writes. A later version has a higher one if an earlier version
 * would damage what it writes.
 */
export const FORMAT = 2

/** The least format that a server must know to write to the store. Absent: 1. */
export interface StoreFormat {
  readonly format: number
  /** The first version of Holdfast that knows it. */
  readonly needs: string
  readonly version: number
}

/** The item of the format. It is written together with the first item that an earlier version would damage. */
export const formatEntity = defineEntity<StoreFormat>({
  name: 'format',
  key: () => formatKey,
  inKey: {},
  schema: z.object({ format: z.int(), needs: z.string(), version: z.int() }),
})

/** The first version that knows format 2: people and bookings without an email address, and orders. */
const NEEDS = '3.0.0'

/**
 * The write that raises the format of a store to that of this version, for the transaction of the first item that an
 * earlier version would damage. Undefined if the store has it already. A conflict means that another server has raised it.
 */
export async function formatWrite(store: Pick<Store, 'get'>): Promise<Write | undefined> {
  const stored = await formatEntity.read(store, formatKey)
  if (stored && stored.format >= FORMAT) return undefined
  const raised = { format: FORMAT, needs: NEEDS, version: (stored?.version ?? 0) + 1 }
  return formatEntity.put(stored, raised)
}

/** The store has items that this version would damage. */
export class StoreTooNew extends Error {
  override readonly name = 'StoreTooNew'
  readonly code = 'store_too_new'
}

/** Throws `StoreTooNew` if a server needs a later version to write to the store. */
export async function checkFormat(store: Pick<Store, 'get'>): Promise<void> {
  const stored = await formatEntity.read(store, formatKey)
  if (stored === undefined || stored.format <= FORMAT) return
  throw new StoreTooNew(
    `The store has format ${stored.format}; this version of Holdfast knows format ${FORMAT}. Start Holdfast ${stored.needs} or later.`,
  )
}
