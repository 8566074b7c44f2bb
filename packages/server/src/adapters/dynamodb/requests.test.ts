import { InvariantViolated } from '@holdfast/engine'
import { describe, expect, test } from 'vitest'
import { STORE_LIMITS, type Write } from '../../kernel/ports/store.ts'
import { EXPRESSION_BYTES } from './conditions.ts'
import { keyOf, transactEntry } from './requests.ts'
import type { UpdateInput } from './wire.ts'

const key = { PK: 'PROVIDER#prv_1', SK: 'DAY#2026-04-27' }
const wireKey = { PK: { S: 'PROVIDER#prv_1' }, SK: { S: 'DAY#2026-04-27' } }
const item = { PK: 'BOOKING#bkg_1', SK: '#METADATA', version: 3, name: undefined }
const wireItem = { PK: { S: 'BOOKING#bkg_1' }, SK: { S: '#METADATA' }, version: { N: '3' } }
const ALL_OLD = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }
const built = (write: Write) => transactEntry('holdfast', write)

describe('items', () => {
  test('put-if-absent writes an item if its key is free', () => {
    expect(built({ kind: 'put-if-absent', item })).toEqual({
      Put: {
        TableName: 'holdfast',
        Item: wireItem,
        ConditionExpression: 'attribute_not_exists(PK)',
        ...ALL_OLD,
      },
    })
  })
  test('put-if-absent can replace an item from the second at which it expires', () => {
    expect(built({ kind: 'put-if-absent', item, orIfExpiredAtEpochSeconds: 1000 })).toEqual({
      Put: {
        TableName: 'holdfast',
        Item: wireItem,
        ConditionExpression: 'attribute_not_exists(PK) OR #expires <= :at',
        ExpressionAttributeNames: { '#expires': 'expiresAtEpochSeconds' },
        ExpressionAttributeValues: { ':at': { N: '1000' } },
        ...ALL_OLD,
      },
    })
  })
  test('outbox-append writes an item if its key is free', () => {
    expect(built({ kind: 'outbox-append', item })).toEqual(built({ kind: 'put-if-absent', item }))
  })
  test('put-if-present replaces the item if it exists', () => {
    expect(built({ kind: 'put-if-present', item })).toEqual({
      Put: {
        TableName: 'holdfast',
        Item: wireItem,
        ConditionExpression: 'attribute_exists(PK)',
        ...ALL_OLD,
      },
    })
  })
  test('put-if-version replaces the item if the stored version matches', () => {
    expect(built({ kind: 'put-if-version', item, version: 2 })).toEqual({
      Put: {
        TableName: 'holdfast',
        Item: wireItem,
        ConditionExpression: '#version = :version',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':version': { N: '2' } },
        ...ALL_OLD,
      },
    })
  })
  test('delete-if-version and check-version have the same condition', () => {
    const condition = {
      TableName: 'holdfast',
      Key: wireKey,
      ConditionExpression: '#version = :version',
      ExpressionAttributeNames: { '#version': 'version' },
      ExpressionAttributeValues: { ':version': { N: '2' } },
      ...ALL_OLD,
    }
    expect(built({ kind: 'delete-if-version', key, version: 2 })).toEqual({ Delete: condition })
    expect(built({ kind: 'check-version', key, version: 2 })).toEqual({ ConditionCheck: condition })
  })
  test('delete has no condition', () => {
    expect(built({ kind: 'delete', key })).toEqual({
      Delete: { TableName: 'holdfast', Key: wireKey, ...ALL_OLD },
    })
  })
})

describe('the ledger', () => {
  const hold = {
    bookingId: 'bkg_1',
    firstQuantum: 108,
    quantumCount: 3,
    expiresAtEpochSeconds: 1_777_280_400,
  }
  test('a claim adds its quanta and its mark and increments rev, if none of the quanta is taken', () => {
    expect(built({ kind: 'ledger-claim', key, firstQuantum: 108, quantumCount: 3, hold })).toEqual({
      Update: {
        TableName: 'holdfast',
        Key: wireKey,
        UpdateExpression: 'ADD #taken :quanta, #rev :one SET #hold = :hold',
        ConditionExpression:
          'NOT (contains(#taken,:108) OR contains(#taken,:109) OR contains(#taken,:110))',
        ExpressionAttributeNames: { '#taken': 'taken', '#rev': 'rev', '#hold': 'hold:bkg_1' },
        ExpressionAttributeValues: {
          ':108': { N: '108' },
          ':109': { N: '109' },
          ':110': { N: '110' },
          ':quanta': { NS: ['108', '109', '110'] },
          ':one': { N: '1' },
          ':hold': { L: [{ N: '108' }, { N: '3' }, { N: '1777280400' }] },
        },
        ...ALL_OLD,
      },
    })
  })
  test('a block has its own mark, and a claim may have no mark', () => {
    const block = { blockId: 'blk_1', firstQuantum: 0, quantumCount: 1 }
    const claim = { kind: 'ledger-claim', key, firstQuantum: 0, quantumCount: 1 } as const
    expect(built({ ...claim, block })).toMatchObject({
      Update: {
        UpdateExpression: 'ADD #taken :quanta, #rev :one SET #block = :block',
        ExpressionAttributeNames: { '#block': 'block:blk_1' },
        ExpressionAttributeValues: { ':block': { L: [{ N: '0' }, { N: '1' }] } },
      },
    })
    expect(built(claim)).toMatchObject({
      Update: {
        UpdateExpression: 'ADD #taken :quanta, #rev :one',
        ExpressionAttributeNames: { '#taken': 'taken', '#rev': 'rev' },
      },
    })
  })
  test('the longest claim is within 300 operators and 4 KB of expression', () => {
    const quantumCount = STORE_LIMITS.quantaPerLedgerClaim
    const entry = built({ kind: 'ledger-claim', key, firstQuantum: 144, quantumCount, hold })
    const { ConditionExpression = '' } = (entry as { readonly Update: UpdateInput }).Update
    const operators = ConditionExpression.match(/contains|OR|NOT/g)?.length
    expect(operators).toBe(288)
    expect(ConditionExpression.length).toBeLessThanOrEqual(EXPRESSION_BYTES)
    expect(ConditionExpression.length).toBe(3602)
  })
  test('a longer claim and an empty claim throw InvariantViolated', () => {
    const claim = { kind: 'ledger-claim', key, firstQuantum: 0 } as const
    expect(() => built({ ...claim, quantumCount: 145 })).toThrow(InvariantViolated)
    expect(() => built({ ...claim, quantumCount: 0 })).toThrow(InvariantViolated)
  })
  test('confirm removes the hold mark, which must exist', () => {
    expect(built({ kind: 'ledger-confirm', key, bookingId: 'bkg_1' })).toEqual({
      Update: {
        TableName: 'holdfast',
        Key: wireKey,
        UpdateExpression: 'REMOVE #mark ADD #rev :one',
        ConditionExpression: 'attribute_exists(#mark)',
        ExpressionAttributeNames: { '#mark': 'hold:bkg_1', '#rev': 'rev' },
        ExpressionAttributeValues: { ':one': { N: '1' } },
        ...ALL_OLD,
      },
    })
  })
  test('release removes the quanta, and a given mark, which must exist', () => {
    const release = { kind: 'ledger-release', key, firstQuantum: 108, quantumCount: 2 } as const
    const values = { ':quanta': { NS: ['108', '109'] }, ':one': { N: '1' } }
    expect(built(release)).toEqual({
      Update: {
        TableName: 'holdfast',
        Key: wireKey,
        UpdateExpression: 'DELETE #taken :quanta ADD #rev :one',
        ExpressionAttributeNames: { '#taken': 'taken', '#rev': 'rev' },
        ExpressionAttributeValues: values,
        ...ALL_OLD,
      },
    })
    for (const [mark, name] of [
      [{ holdOf: 'bkg_1' }, 'hold:bkg_1'],
      [{ blockId: 'blk_1' }, 'block:blk_1'],
    ] as const) {
      expect(built({ ...release, mark })).toEqual({
        Update: {
          TableName: 'holdfast',
          Key: wireKey,
          UpdateExpression: 'DELETE #taken :quanta ADD #rev :one REMOVE #mark',
          ConditionExpression: 'attribute_exists(#mark)',
          ExpressionAttributeNames: { '#taken': 'taken', '#rev': 'rev', '#mark': name },
          ExpressionAttributeValues: values,
          ...ALL_OLD,
        },
      })
    }
  })
  test('replace writes the whole day, which removes all other marks', () => {
    const next = { taken: new Set([108]), holds: [hold], blocks: [] }
    const Item = {
      ...wireKey,
      taken: { NS: ['108'] },
      'hold:bkg_1': { L: [{ N: '108' }, { N: '3' }, { N: '1777280400' }] },
    }
    expect(built({ kind: 'ledger-replace', key, ifRev: 7, next })).toEqual({
      Put: {
        TableName: 'holdfast',
        Item: { ...Item, rev: { N: '8' } },
        ConditionExpression: '#rev = :rev',
        ExpressionAttributeNames: { '#rev': 'rev' },
        ExpressionAttributeValues: { ':rev': { N: '7' } },
        ...ALL_OLD,
      },
    })
    expect(built({ kind: 'ledger-replace', key, ifRev: 0, next })).toEqual({
      Put: {
        TableName: 'holdfast',
        Item: { ...Item, rev: { N: '1' } },
        ConditionExpression: 'attribute_not_exists(PK)',
        ...ALL_OLD,
      },
    })
  })
  test('a day without taken quanta has no set, since DynamoDB rejects empty sets', () => {
    const next = { taken: new Set<number>(), holds: [], blocks: [] }
    expect(built({ kind: 'ledger-replace', key, ifRev: 1, next })).toMatchObject({
      Put: { Item: { ...wireKey, rev: { N: '2' } } },
    })
    const entry = built({ kind: 'ledger-replace', key, ifRev: 1, next })
    expect('Put' in entry && Object.keys(entry.Put.Item)).toEqual(['PK', 'SK', 'rev'])
  })
})

test('keyOf returns the key of the item or of the write itself', () => {
  expect(keyOf({ kind: 'outbox-append', item })).toMatchObject({
    PK: 'BOOKING#bkg_1',
    SK: '#METADATA',
  })
  expect(keyOf({ kind: 'delete', key })).toEqual(key)
})
