import { z } from 'zod'
import { defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
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
export const blockEntity = defineEntity<Block, 'id'>({
  name: 'block',
  key: ({ providerId, id }) => blockKey(providerId, id),
  inKey: { id: ({ SK }) => keyTail(SK) },
  schema: z.object({
    accountId: z.string(),
    providerId: z.string(),
    version: z.int(),
    startEpochSeconds: z.int(),
    endEpochSeconds: z.int(),
    reason: z.exactOptional(z.string()),
    createdAtEpochSeconds: z.int(),
    updatedAtEpochSeconds: z.int(),
  }),
})
