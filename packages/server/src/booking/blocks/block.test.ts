import { describe, expect, test } from 'vitest'
import { type Block, blockEntity } from './block.ts'
import { blockRepresentation } from './block-representation.ts'

const BLOCK: Block = {
  id: 'blk_1',
  accountId: 'acc_1',
  providerId: 'prv_1',
  version: 1,
  startEpochSeconds: 1777284000,
  endEpochSeconds: 1777287600,
  reason: 'Vacation',
  createdAtEpochSeconds: 1776672000,
  updatedAtEpochSeconds: 1776672060,
}

describe('the item of a block', () => {
  test('is stored in the partition of its provider', () => {
    const item = blockEntity.encode(BLOCK)
    expect(item).toEqual({
      PK: 'PROVIDER#prv_1',
      SK: 'BLOCK#blk_1',
      accountId: 'acc_1',
      providerId: 'prv_1',
      version: 1,
      startEpochSeconds: 1777284000,
      endEpochSeconds: 1777287600,
      reason: 'Vacation',
      createdAtEpochSeconds: 1776672000,
      updatedAtEpochSeconds: 1776672060,
    })
    expect(blockEntity.decode(item)).toEqual(BLOCK)
  })

  test('may lack a reason, and nothing else', () => {
    const { reason: _, ...plain } = BLOCK
    expect(blockEntity.decode(blockEntity.encode(plain))).toEqual(plain)
    for (const name of Object.keys(plain)) {
      if (name === 'id') continue
      const item = { ...blockEntity.encode(plain), [name]: undefined }
      expect(() => blockEntity.decode(item)).toThrow(`is not a valid block: ${name}`)
    }
    expect(() => blockEntity.decode({ ...blockEntity.encode(BLOCK), reason: 1 })).toThrow('reason')
  })
})

describe('the representation of a block', () => {
  test('writes its times as instants in UTC', () => {
    expect(blockRepresentation(BLOCK)).toEqual({
      id: 'blk_1',
      version: 1,
      actor: null,
      providerId: 'prv_1',
      start: '2026-04-27T10:00:00Z',
      end: '2026-04-27T11:00:00Z',
      reason: 'Vacation',
      absenceId: null,
      createdAt: '2026-04-20T08:00:00Z',
      updatedAt: '2026-04-20T08:01:00Z',
    })
  })

  test('shows a missing reason as null', () => {
    const { reason: _, ...plain } = BLOCK
    expect(blockRepresentation(plain).reason).toBeNull()
  })
})
