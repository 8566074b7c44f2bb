import { InvariantViolated } from '@holdfast/engine'
import { describe, expect, test } from 'vitest'
import { manualRetryPolicy } from '../../../tests/support/retry-policy.ts'
import { type Item, type ItemKey, StoreUnavailable, type Write } from '../../kernel/ports/store.ts'
import { marshall, unmarshall } from './codec.ts'
import { clientRequestToken, createTransact } from './transact.ts'
import { DynamoDbFailure, type Transport } from './transport.ts'
import type { CancellationReason, WireItem } from './wire.ts'

type Answer = 'done' | DynamoDbFailure

const key = { PK: 'PROVIDER#prv_1', SK: 'DAY#2026-04-27' }
const booking = { PK: 'BOOKING#bkg_1', SK: '#METADATA', version: 1, tags: new Set([1, 2]) }
const event = { PK: 'OUTBOX#1', SK: 'evn_1', payload: 'p' }
const claim: Write = { kind: 'ledger-claim', key, firstQuantum: 108, quantumCount: 1 }
const create: Write = { kind: 'put-if-absent', item: booking }
const append: Write = { kind: 'outbox-append', item: event }
const renew: Write = { kind: 'put-if-version', item: { ...booking, version: 2 }, version: 1 }

const refused = (code: string): DynamoDbFailure =>
  new DynamoDbFailure({ code, message: 'm', outcome: 'refused' })
const cancelled = (...reasons: (string | CancellationReason)[]): DynamoDbFailure =>
  new DynamoDbFailure({
    code: 'TransactionCanceledException',
    message: 'm',
    outcome: 'refused',
    reasons: reasons.map((reason) => (typeof reason === 'string' ? { Code: reason } : reason)),
  })
const timeout = () =>
  new DynamoDbFailure({ code: 'UND_ERR_HEADERS_TIMEOUT', message: 'm', outcome: 'unknown' })
const noConnection = () =>
  new DynamoDbFailure({ code: 'ECONNREFUSED', message: 'm', outcome: 'not-sent' })
const conditionFailed = (Item?: Item): CancellationReason => ({
  Code: 'ConditionalCheckFailed',
  ...(Item && { Item: marshall(Item) }),
})

/** A `transact` with scripted answers, in order, on a table with the given items. */
const alreadyStored = (item: Item): DynamoDbFailure =>
  new DynamoDbFailure({
    code: 'ConditionalCheckFailedException',
    message: 'm',
    outcome: 'refused',
    item: marshall(item),
  })

function scripted(answers: readonly Answer[], stored: readonly Item[] | 'unreadable' = []) {
  const sent: { readonly operation: string; readonly token: string | undefined }[] = []
  const read: ItemKey[] = []
  const fences: Item[] = []
  const script = [...answers]
  const putFence = (wire: WireItem) => {
    if (stored === 'unreadable') throw refused('AccessDeniedException')
    const fence = unmarshall(wire)
    const there = stored.find((item) => item.PK === fence.PK && item.SK === fence.SK)
    if (there === undefined) fences.push(fence)
    else throw alreadyStored(there)
    return {}
  }
  const transport = {
    async send(
      operation: string,
      input: { readonly ClientRequestToken?: string; readonly Item?: WireItem },
    ) {
      if (operation === 'PutItem' && input.Item?.fence) return putFence(input.Item)
      sent.push({ operation, token: input.ClientRequestToken })
      const answer = script.shift()
      if (answer === undefined) throw new Error('the script has no answer left')
      if (answer !== 'done') throw answer
      return {}
    },
    close: async () => undefined,
  } as Transport
  const transact = createTransact({
    transport,
    tableName: 'holdfast',
    retry: manualRetryPolicy(),
    nowEpochSeconds: () => 1_777_000_000,
    async readStored({ PK, SK }) {
      read.push({ PK, SK })
      if (stored === 'unreadable') throw new StoreUnavailable('no answer', 'not-applied')
      const found = stored.find((item) => item.PK === PK && item.SK === SK)
      return found && marshall(found)
    },
  })
  return { transact, sent, read, fences }
}

const count: Write = {
  kind: 'counter-add',
  key,
  counts: [{ name: 'day', amount: 1, max: 1 }],
  ttl: 1_777_100_000,
}

describe('a failed condition', () => {
  test('is reported with the index of its write and the stored item; other reasons are ignored', async () => {
    const current = { ...key, rev: 4, taken: new Set([108]) }
    const { transact } = scripted([
      cancelled('None', 'TransactionConflict', conditionFailed(current), conditionFailed()),
    ])
    const writes: Write[] = [create, append, claim, { ...renew, item: { ...event, SK: 'x' } }]
    expect(await transact(writes, 't')).toEqual({
      committed: false,
      failed: [{ index: 2, current }, { index: 3 }],
    })
  })
  test('is also reported for a lone write, whose failure has no list of reasons', async () => {
    const failure = new DynamoDbFailure({
      code: 'ConditionalCheckFailedException',
      message: 'm',
      outcome: 'refused',
      item: marshall({ ...booking, version: 9 }),
    })
    const { transact, sent } = scripted([failure])
    expect(await transact([renew], 't')).toEqual({
      committed: false,
      failed: [{ index: 0, current: { ...booking, version: 9 } }],
    })
    expect(sent).toEqual([{ operation: 'PutItem', token: undefined }])
  })
})

describe('a lone write', () => {
  const item = booking
  const removal = { key: { PK: item.PK, SK: item.SK }, version: 1 }
  test.each<[Write['kind'], string, Write]>([
    ['put-if-absent', 'PutItem', create],
    ['put-if-version', 'PutItem', renew],
    ['put-if-present', 'TransactWriteItems', { kind: 'put-if-present', item }],
    ['outbox-append', 'TransactWriteItems', append],
    ['delete-if-version', 'DeleteItem', { kind: 'delete-if-version', ...removal }],
    ['delete', 'TransactWriteItems', { kind: 'delete', key }],
    ['check-version', 'TransactWriteItems', { kind: 'check-version', key, version: 1 }],
    ['ledger-claim', 'TransactWriteItems', claim],
    ['ledger-confirm', 'TransactWriteItems', { kind: 'ledger-confirm', key, bookingId: 'b' }],
    ['counter-add', 'UpdateItem', count],
  ])('of kind %s is sent as %s', async (_, operation, write) => {
    const { transact, sent } = scripted(['done'])
    expect(await transact([write], 't')).toEqual({ committed: true })
    expect(sent.map((request) => request.operation)).toEqual([operation])
  })
})

test('a lone addition to a counter that finds no room after a doubt is rejected', async () => {
  const full = new DynamoDbFailure({
    code: 'ConditionalCheckFailedException',
    message: 'm',
    outcome: 'refused',
    item: marshall({ ...key, day: 1 }),
  })
  const { transact } = scripted([timeout(), full])
  expect(await transact([count], 't')).toEqual({
    committed: false,
    failed: [{ index: 0, current: { ...key, day: 1 } }],
  })
})

describe('load and conflicts', () => {
  test.each([
    ['a conflict', cancelled('None', 'TransactionConflict')],
    ['a throttled transaction', cancelled('ThrottlingError', 'None')],
    ['exceeded throughput', cancelled('ProvisionedThroughputExceeded', 'TransactionConflict')],
    ['a throttled request', refused('ThrottlingException')],
    ['a request limit', refused('RequestLimitExceeded')],
    ['no connection', noConnection()],
  ])('%s is retried under the same token until it succeeds', async (_, failure) => {
    const { transact, sent } = scripted([failure, failure, 'done'])
    expect(await transact([claim, create], 't')).toEqual({ committed: true })
    expect(sent.map((request) => request.token)).toEqual(['t', 't', 't'])
  })
  test('after six retries the store is unavailable, and nothing was applied', async () => {
    const { transact, sent } = scripted(Array(7).fill(noConnection()))
    await expect(transact([claim, create], 't')).rejects.toMatchObject({
      name: 'StoreUnavailable',
      outcome: 'not-applied',
    })
    expect(sent).toHaveLength(7)
  })
  test('a rejection after a conflict counts: no attempt of ours was in progress', async () => {
    const { transact, read } = scripted([
      cancelled('TransactionConflict', 'None'),
      cancelled(conditionFailed(), 'None'),
    ])
    expect(await transact([claim, append], 't')).toEqual({
      committed: false,
      failed: [{ index: 0 }],
    })
    expect(read).toEqual([])
  })
})

describe('an unknown outcome', () => {
  const rejected = () => cancelled(conditionFailed({ ...key, rev: 1 }), 'None')

  test.each([
    ['no response', timeout()],
    ['a server error', new DynamoDbFailure({ code: 'HTTP 500', message: '', outcome: 'unknown' })],
    ['an earlier attempt in progress', refused('TransactionInProgressException')],
    ['an internal error in a reason', cancelled('InternalServerError', 'None')],
  ])('(%s) is retried, and the success of the retry counts', async (_, failure) => {
    const { transact, sent, read } = scripted([failure, 'done'])
    expect(await transact([claim, append], 't')).toEqual({ committed: true })
    expect(sent.map((request) => request.token)).toEqual(['t', 't'])
    expect(read).toEqual([])
  })
  test('then a rejection: the event of this transaction is stored, so it committed', async () => {
    // The relay may have marked the event as published by now. Only its existence matters.
    const { transact, read, fences } = scripted(
      [timeout(), rejected()],
      [{ ...event, published: true }],
    )
    expect(await transact([claim, append], 't')).toEqual({ committed: true })
    expect([read, fences]).toEqual([[], []])
  })
  test('then a rejection that returns the event itself: it committed, and no read is needed', async () => {
    const { transact, read } = scripted([
      timeout(),
      cancelled(conditionFailed({ ...key, rev: 1 }), conditionFailed(event)),
    ])
    expect(await transact([claim, append], 't')).toEqual({ committed: true })
    expect(read).toEqual([])
  })
  const notCommitted = { committed: false, failed: [{ index: 0, current: { ...key, rev: 1 } }] }
  test.each([
    [
      'the created item does not exist, so it did not commit',
      [claim, create, append],
      [],
      notCommitted,
    ],
    [
      'the replaced version is still stored, so it did not commit',
      [claim, renew, append],
      [{ ...booking, version: renew.version }],
      notCommitted,
    ],
    [
      'the created item is stored, so it committed, and its event is published',
      [claim, create, append],
      [{ ...booking, '~w': 'evn_1' }],
      { committed: true },
    ],
    [
      'the new version is stored, so it committed, and its event is published',
      [claim, renew, append],
      [{ ...renew.item, '~w': 'evn_1' }],
      { committed: true },
    ],
    [
      'the equal version that is stored is of another writer, so it did not commit',
      [claim, renew, append],
      [{ ...renew.item, '~w': 'evn_other' }],
      notCommitted,
    ],
  ] as const)(
    'then a rejection, and its event is not stored: %s',
    async (_, writes, stored, outcome) => {
      const { transact } = scripted([timeout(), rejected()], stored)
      expect(await transact(writes, 't')).toEqual(outcome)
    },
  )
  test.each([
    ['a later version is stored', [claim, renew, append], [{ ...booking, version: 9 }]],
    ['the transaction put no other item', [claim, append], []],
    ['the created item has changed since', [claim, create, append], [{ ...booking, version: 5 }]],
  ] as const)(
    'then a rejection, and its event is not stored: %s, so the outcome stays unknown',
    async (_, writes, stored) => {
      const { transact } = scripted([timeout(), rejected()], stored)
      await expect(transact(writes, 't')).rejects.toMatchObject({ outcome: 'unknown' })
    },
  )
  test('then a rejection is final only once the event is fenced off for a day', async () => {
    const { transact, fences } = scripted([timeout(), rejected()])
    expect(await transact([claim, create, append], 't')).toEqual(notCommitted)
    expect(fences).toEqual([{ PK: 'OUTBOX#1', SK: 'evn_1', fence: true, ttl: 1_777_086_400 }])
  })
  test('then a rejection that returns a fence is final', async () => {
    const fence = { PK: 'OUTBOX#1', SK: 'evn_1', fence: true, ttl: 1 }
    const { transact } = scripted([timeout(), cancelled('None', conditionFailed(fence))])
    expect(await transact([claim, append], 't')).toEqual({
      committed: false,
      failed: [{ index: 1, current: fence }],
    })
  })
  test('without any doubt puts no fence', async () => {
    const { transact, fences } = scripted([rejected()])
    expect(await transact([claim, append], 't')).toEqual(notCommitted)
    expect(fences).toEqual([])
  })
  test('then a rejection: without an event, an item stored as written proves the commit', async () => {
    const { transact } = scripted([timeout(), rejected()], [booking])
    expect(await transact([claim, create], 't')).toEqual({ committed: true })
  })
  test.each([
    ['the created item is not as it was written', [claim, create], [{ ...booking, version: 2 }]],
    ['the created item does not exist', [claim, create], []],
    ['nothing was created', [claim, renew], []],
    [
      'the item may have replaced an expired one',
      [claim, { ...create, orIfExpiredAtEpochSeconds: 5 }],
      [booking],
    ],
  ])('then a rejection stays unknown if %s', async (_, writes, stored) => {
    const { transact } = scripted([timeout(), rejected()], stored)
    await expect(transact(writes as Write[], 't')).rejects.toMatchObject({
      name: 'StoreUnavailable',
      outcome: 'unknown',
    })
  })
  test('of a lone put is decided by the item in the rejection', async () => {
    const taken = (item: Item) =>
      new DynamoDbFailure({
        code: 'ConditionalCheckFailedException',
        message: 'm',
        outcome: 'refused',
        item: marshall(item),
      })
    const ours = scripted([timeout(), taken(booking)])
    expect(await ours.transact([create], 't')).toEqual({ committed: true })
    const theirs = scripted([timeout(), taken({ ...booking, version: 7 })])
    await expect(theirs.transact([create], 't')).rejects.toThrow(StoreUnavailable)
    // Another writer may have written the same version.
    const version = scripted([timeout(), taken({ ...booking, version: 2 })])
    await expect(version.transact([renew], 't')).rejects.toMatchObject({ outcome: 'unknown' })
  })
  test('is remembered, so that a repeated call checks for its own earlier commit', async () => {
    const { transact } = scripted([...Array(7).fill(timeout()), rejected()], [event])
    await expect(transact([claim, append], 't')).rejects.toMatchObject({ outcome: 'unknown' })
    expect(await transact([claim, append], 't')).toEqual({ committed: true })
  })
  test('stays unknown if the event cannot be read', async () => {
    const { transact } = scripted([timeout(), rejected()], 'unreadable')
    await expect(transact([claim, append], 't')).rejects.toMatchObject({ outcome: 'unknown' })
  })
  test('stays unknown if the credentials expire before the retry', async () => {
    const { transact } = scripted([timeout(), refused('ExpiredTokenException')])
    await expect(transact([claim, append], 't')).rejects.toMatchObject({ outcome: 'unknown' })
  })
  test('does not affect a call with another token', async () => {
    const { transact } = scripted([...Array(7).fill(timeout()), rejected()], [event])
    await expect(transact([claim, append], 't')).rejects.toMatchObject({ outcome: 'unknown' })
    expect(await transact([claim, append], 'another')).toMatchObject({ committed: false })
  })
  test('stays unknown if only conflicts follow', async () => {
    const conflict = cancelled('TransactionConflict', 'None')
    const { transact } = scripted([timeout(), ...Array(17).fill(conflict)])
    await expect(transact([claim, append], 't')).rejects.toMatchObject({ outcome: 'unknown' })
  })
})

describe('a permanent failure', () => {
  test.each([
    ['a token used for other writes', refused('IdempotentParameterMismatchException')],
    ['a malformed request', refused('ValidationException')],
    ['a malformed write', cancelled('None', 'ValidationError')],
  ])('(%s) throws InvariantViolated without a retry', async (_, failure) => {
    const { transact, sent } = scripted([failure])
    await expect(transact([claim, create], 't')).rejects.toThrow(InvariantViolated)
    expect(sent).toHaveLength(1)
  })
  test.each([
    ['a missing table', 'ResourceNotFoundException'],
    ['a missing permission', 'AccessDeniedException'],
  ])('%s makes the store unavailable at once', async (_, code) => {
    const { transact, sent } = scripted([refused(code)])
    await expect(transact([claim, create], 't')).rejects.toMatchObject({ outcome: 'not-applied' })
    expect(sent).toHaveLength(1)
  })
  test('no writes, 101 writes, and two on one item are never sent', async () => {
    const { transact, sent } = scripted([])
    const many = Array.from(
      { length: 101 },
      (_, i): Write => ({
        kind: 'delete',
        key: { PK: 'P', SK: `${i}` },
      }),
    )
    for (const writes of [[], many, [claim, { kind: 'delete', key } as const]]) {
      await expect(transact(writes, 't')).rejects.toThrow(InvariantViolated)
    }
    await expect(transact([claim], '')).rejects.toThrow(InvariantViolated)
    expect(sent).toEqual([])
  })
})

test('a token of up to 36 characters goes as it is, a longer one as its hash', () => {
  const long = 'x'.repeat(37)
  expect(clientRequestToken('x'.repeat(36))).toBe('x'.repeat(36))
  expect(clientRequestToken(long)).toHaveLength(36)
  expect(clientRequestToken(long)).toBe(clientRequestToken(long))
  expect(clientRequestToken(long)).not.toBe(clientRequestToken(`${long}y`))
})
