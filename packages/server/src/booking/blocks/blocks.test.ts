import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  NOW,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import { listAudit } from '../../identity/audit/audit-log.ts'
import type { Page } from '../../kernel/paging.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { createBlock, deleteBlock, listBlocks } from './blocks.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
beforeEach(() => world.moveTo(NOW))
afterAll(() => world.close())

const times = (start: string, end: string) => ({
  startEpochSeconds: secondsOf(start),
  endEpochSeconds: secondsOf(end),
})
const block = (providerId: string, start: string, end: string, caller: object = {}) =>
  createBlock(world.deps, { ...world.caller, ...caller }, providerId, times(start, end))
const remove = (providerId: string, blockId: string, caller: object = {}) =>
  deleteBlock(world.deps, { ...world.caller, ...caller }, providerId, blockId)
const list = (providerId: string, page: Page = { limit: 100 }) =>
  listBlocks(world.deps, world.caller, providerId, page)

const taken = (start: string) => ({
  ok: false,
  refusal: expect.objectContaining({
    code: 'slot_taken',
    startEpochSeconds: secondsOf(start),
  }),
})
const intent = (scopeHash: string) => ({
  idempotency: { scopeHash, fingerprint: 'body', seal: () => new Uint8Array([1]) },
})
const SEEN = { refusal: { code: 'idempotency_key_seen', record: { fingerprint: 'body' } } }
const quanta = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n)
const EMPTY = { taken: [], holds: [], blocks: [] }

/** The dependencies on a store that records the ledger writes of each transaction, by kind. */
function recording() {
  const transactions: (readonly Write['kind'][])[] = []
  const store = storeWith(world.store, {
    transact(writes, token) {
      transactions.push(writes.map(({ kind }) => kind).filter((kind) => kind.startsWith('ledger')))
      return world.store.transact(writes, token)
    },
  })
  return { transactions, deps: { ...world.deps, store } }
}

describe('blocking time', () => {
  test('stores the block and takes its time under its mark', async () => {
    const { id } = await world.provider()
    const input = { ...times('2026-04-27T09:00:00Z', '2026-04-27T10:30:00Z'), reason: 'Vacation' }
    const made = unwrap(await createBlock(world.deps, world.caller, id, input))
    expect(made).toEqual({
      id: made.id,
      accountId: world.accountId,
      providerId: id,
      version: 1,
      actor: { kind: 'system' },
      startEpochSeconds: secondsOf('2026-04-27T09:00:00Z'),
      endEpochSeconds: secondsOf('2026-04-27T10:30:00Z'),
      reason: 'Vacation',
      createdAtEpochSeconds: secondsOf(NOW),
      updatedAtEpochSeconds: secondsOf(NOW),
    })
    expect(made.id).toMatch(/^blk_[0-9a-z]{26}$/)
    expect(await world.ledger(id, '2026-04-27')).toEqual({
      taken: quanta(108, 18),
      holds: [],
      blocks: [{ blockId: made.id, firstQuantum: 108, quantumCount: 18 }],
    })
    expect(unwrap(await list(id))).toEqual({ data: [made] })
  })

  test('of odd minutes takes the five minutes around them', async () => {
    const { id } = await world.provider()
    const made = unwrap(await block(id, '2026-04-27T09:03:00Z', '2026-04-27T09:31:00Z'))
    expect(made).not.toHaveProperty('reason')
    expect((await world.ledger(id, '2026-04-27')).taken).toEqual(quanta(108, 7))
  })

  test('over several days takes the time of each under a mark of its own', async () => {
    const { id } = await world.provider()
    const made = unwrap(await block(id, '2026-04-27T22:00:00Z', '2026-04-30T02:00:00Z'))
    const day = (firstQuantum: number, quantumCount: number) => ({
      taken: quanta(firstQuantum, quantumCount),
      holds: [],
      blocks: [{ blockId: made.id, firstQuantum, quantumCount }],
    })
    expect(await world.ledger(id, '2026-04-26')).toEqual(EMPTY)
    expect(await world.ledger(id, '2026-04-27')).toEqual(day(264, 24))
    expect(await world.ledger(id, '2026-04-28')).toEqual(day(0, 288))
    expect(await world.ledger(id, '2026-04-29')).toEqual(day(0, 288))
    expect(await world.ledger(id, '2026-04-30')).toEqual(day(0, 24))
    expect(await world.ledger(id, '2026-05-01')).toEqual(EMPTY)
  })

  test('twice under one idempotency key is refused the second time', async () => {
    const { id } = await world.provider()
    unwrap(await block(id, '2026-04-27T09:00:00Z', '2026-04-27T10:00:00Z', intent('blocks')))
    expect(
      await block(id, '2026-04-27T12:00:00Z', '2026-04-27T13:00:00Z', intent('blocks')),
    ).toMatchObject(SEEN)
    expect((await world.ledger(id, '2026-04-27')).taken).toEqual(quanta(108, 12))
  })

  test('of a provider of another account is refused', async () => {
    const { id } = await world.provider()
    const input = times('2026-04-27T09:00:00Z', '2026-04-27T10:00:00Z')
    expect(await createBlock(world.deps, world.stranger, id, input)).toEqual({
      ok: false,
      refusal: { code: 'not_found', resource: 'provider', id },
    })
  })
})

describe('the times of a block', () => {
  test.each([
    ['2026-04-27T09:00:30Z', '2026-04-27T10:00:00Z', '/start', 'a block starts on a whole minute'],
    ['2026-04-27T09:00:00Z', '2026-04-27T10:00:01Z', '/end', 'a block ends on a whole minute'],
    ['2026-04-27T09:00:00Z', '2026-04-27T09:00:00Z', '/end', 'the end must be after the start'],
    ['2026-04-27T09:00:00Z', '2026-04-27T08:59:00Z', '/end', 'the end must be after the start'],
    ['2026-04-27T09:00:00Z', '2029-04-27T09:01:00Z', '/end', 'a block lasts at most 1096 days'],
  ])(
    'from %s to %s are refused before the provider is read',
    async (start, end, pointer, message) => {
      expect(await block('prv_none', start, end)).toEqual({
        ok: false,
        refusal: { code: 'validation_failed', errors: [{ pointer, message }] },
      })
    },
  )

  test('may span 92 days that begin in the middle of one, under an idempotency key', async () => {
    const { id } = await world.provider()
    const whole = intent('blocks 92 days')
    const made = unwrap(await block(id, '2026-04-27T12:00:00Z', '2026-07-28T12:00:00Z', whole))
    const days = await Promise.all(
      ['2026-04-27', '2026-04-28', '2026-07-27', '2026-07-28'].map((date) =>
        world.ledger(id, date),
      ),
    )
    expect(days.map(({ taken: of }) => of.length)).toEqual([144, 288, 288, 144])
    expect(await world.ledger(id, '2026-07-29')).toEqual(EMPTY)
    expect(await remove(id, made.id, intent('unblocks 92 days'))).toMatchObject({ ok: true })
    expect(await world.items(`PROVIDER#${id}`)).toSatisfy((items: readonly object[]) =>
      items.every((item) => !('taken' in item)),
    )
  })
})

describe('time that is taken refuses a block', () => {
  test('by a booking, and names the first taken five minutes', async () => {
    const type = await world.eventType({ confirmation: 'instant' })
    await world.book(type.id, '2026-04-27T10:00:00Z')
    const before = await world.ledger(type.providerId, '2026-04-27')
    expect(await block(type.providerId, '2026-04-27T09:30:00Z', '2026-04-27T10:05:00Z')).toEqual(
      taken('2026-04-27T10:00:00Z'),
    )
    expect(await block(type.providerId, '2026-04-27T10:55:00Z', '2026-04-27T12:00:00Z')).toEqual(
      taken('2026-04-27T10:55:00Z'),
    )
    expect(await world.ledger(type.providerId, '2026-04-27')).toEqual(before)
    expect(unwrap(await list(type.providerId)).data).toEqual([])
  })

  test('on any of its days, and nothing of the others is taken', async () => {
    const type = await world.eventType({ confirmation: 'instant' })
    const { providerId } = type
    await world.book(type.id, '2026-04-28T10:00:00Z')
    expect(await block(providerId, '2026-04-27T00:00:00Z', '2026-04-30T00:00:00Z')).toEqual(
      taken('2026-04-28T10:00:00Z'),
    )
    expect(await world.ledger(providerId, '2026-04-27')).toEqual(EMPTY)
    expect((await world.ledger(providerId, '2026-04-28')).taken).toEqual(quanta(120, 12))
  })

  test('by another block', async () => {
    const { id } = await world.provider()
    unwrap(await block(id, '2026-04-27T09:00:00Z', '2026-04-27T10:00:00Z'))
    expect(await block(id, '2026-04-27T08:00:00Z', '2026-04-27T12:00:00Z')).toEqual(
      taken('2026-04-27T09:00:00Z'),
    )
    expect(await block(id, '2026-04-27T10:00:00Z', '2026-04-27T12:00:00Z')).toMatchObject({
      ok: true,
    })
  })

  test('by a hold until the second at which it lapses, and the block then takes its time over', async () => {
    const type = await world.eventType()
    const { providerId } = type
    const held = await world.book(type.id, '2026-04-27T10:00:00Z')
    world.moveTo('2026-04-20T08:04:59Z')
    const around = ['2026-04-27T10:30:00Z', '2026-04-27T11:30:00Z'] as const
    expect(await block(providerId, ...around)).toEqual(taken('2026-04-27T10:30:00Z'))
    expect((await world.ledger(providerId, '2026-04-27')).holds.length).toBe(1)
    world.moveTo('2026-04-20T08:05:00Z')
    const made = unwrap(await block(providerId, ...around))
    expect(await world.ledger(providerId, '2026-04-27')).toEqual({
      taken: quanta(126, 12),
      holds: [],
      blocks: [{ blockId: made.id, firstQuantum: 126, quantumCount: 12 }],
    })
    expect(held.status).toBe('pending')
  })

  test('from one of two simultaneous blocks', async () => {
    const { id } = await world.provider()
    const both = await Promise.all([
      block(id, '2026-04-27T00:00:00Z', '2026-04-29T00:00:00Z'),
      block(id, '2026-04-28T12:00:00Z', '2026-04-30T00:00:00Z'),
    ])
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(unwrap(await list(id)).data.length).toBe(1)
  })
})

describe('a day with other bookings', () => {
  const booked = async () => {
    const type = await world.eventType({ confirmation: 'instant' })
    await world.book(type.id, '2026-04-27T16:00:00Z')
    return type.providerId
  }

  test('needs no second attempt for a block of up to twelve hours', async () => {
    const id = await booked()
    const { deps, transactions } = recording()
    const input = times('2026-04-27T00:00:00Z', '2026-04-27T12:00:00Z')
    unwrap(await createBlock(deps, world.caller, id, input))
    expect(transactions).toEqual([['ledger-claim']])
    expect((await world.ledger(id, '2026-04-27')).taken).toEqual([
      ...quanta(0, 144),
      ...quanta(192, 12),
    ])
  })

  test('is rewritten by a longer block, which keeps the bookings', async () => {
    const id = await booked()
    const { deps, transactions } = recording()
    const input = times('2026-04-27T00:00:00Z', '2026-04-27T12:05:00Z')
    const made = unwrap(await createBlock(deps, world.caller, id, input))
    expect(transactions).toEqual([['ledger-replace'], ['ledger-replace']])
    expect(await world.ledger(id, '2026-04-27')).toEqual({
      taken: [...quanta(0, 145), ...quanta(192, 12)],
      holds: [],
      blocks: [{ blockId: made.id, firstQuantum: 0, quantumCount: 145 }],
    })
  })

  test('is read again for the block, and its other days are not', async () => {
    const id = await booked()
    const { deps, transactions } = recording()
    const input = times('2026-04-27T17:00:00Z', '2026-04-29T00:00:00Z')
    const made = unwrap(await createBlock(deps, world.caller, id, input))
    expect(transactions).toEqual([['ledger-claim', 'ledger-replace']])
    expect((await world.ledger(id, '2026-04-28')).blocks).toEqual([
      { blockId: made.id, firstQuantum: 0, quantumCount: 288 },
    ])
  })
})

describe('deleting a block', () => {
  test('frees exactly its time', async () => {
    const type = await world.eventType()
    const { providerId } = type
    unwrap(await block(providerId, '2026-04-27T09:00:00Z', '2026-04-27T10:00:00Z'))
    await world.book(type.id, '2026-04-27T12:00:00Z')
    const before = await world.ledger(providerId, '2026-04-27')
    const made = unwrap(await block(providerId, '2026-04-27T13:00:00Z', '2026-04-28T13:00:00Z'))
    expect((await world.ledger(providerId, '2026-04-27')).taken).toEqual([
      ...before.taken,
      ...quanta(156, 132),
    ])
    expect((await world.ledger(providerId, '2026-04-28')).taken).toEqual(quanta(0, 156))
    expect(await remove(providerId, made.id)).toEqual({ ok: true, value: undefined })
    expect(await world.ledger(providerId, '2026-04-27')).toEqual(before)
    expect(await world.ledger(providerId, '2026-04-28')).toEqual(EMPTY)
    expect(unwrap(await list(providerId)).data.map(({ id }) => id)).not.toContain(made.id)
  })

  test('that does not exist is refused, also the second time', async () => {
    const { id } = await world.provider()
    const made = unwrap(await block(id, '2026-04-27T09:00:00Z', '2026-04-27T10:00:00Z'))
    const refusal = { code: 'not_found', resource: 'block', id: made.id }
    const other = await world.provider()
    expect(await remove(other.id, made.id)).toEqual({ ok: false, refusal })
    expect(await remove(id, made.id)).toMatchObject({ ok: true })
    expect(await remove(id, made.id)).toEqual({ ok: false, refusal })
  })

  test('at the same time succeeds once', async () => {
    const { id } = await world.provider()
    const made = unwrap(await block(id, '2026-04-27T09:00:00Z', '2026-04-27T10:00:00Z'))
    const both = await Promise.all([remove(id, made.id), remove(id, made.id)])
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(both.find(({ ok }) => !ok)).toEqual({
      ok: false,
      refusal: { code: 'not_found', resource: 'block', id: made.id },
    })
  })

  test('of a provider of another account, or under an outdated version, is refused', async () => {
    const { id } = await world.provider()
    const made = unwrap(await block(id, '2026-04-27T09:00:00Z', '2026-04-27T10:00:00Z'))
    expect(await remove(id, made.id, world.stranger)).toMatchObject({
      refusal: { code: 'not_found', resource: 'provider' },
    })
    expect(await remove(id, made.id, { ifVersion: 2 })).toEqual({
      ok: false,
      refusal: { code: 'version_mismatch', expected: 2, actual: 1 },
    })
    expect(await remove(id, made.id, { ifVersion: 1 })).toMatchObject({ ok: true })
  })

  test('under an idempotency key that was used is refused', async () => {
    const { id } = await world.provider()
    const first = unwrap(await block(id, '2026-04-27T09:00:00Z', '2026-04-27T10:00:00Z'))
    const second = unwrap(await block(id, '2026-04-27T10:00:00Z', '2026-04-27T11:00:00Z'))
    expect(await remove(id, first.id, intent('unblocks'))).toMatchObject({ ok: true })
    expect(await remove(id, second.id, intent('unblocks'))).toMatchObject(SEEN)
    expect((await world.ledger(id, '2026-04-27')).taken).toEqual(quanta(120, 12))
  })

  test('of more than 90 days under an idempotency key that was used is refused, and keeps all of its time', async () => {
    const { id } = await world.provider()
    const short = unwrap(await block(id, '2026-04-26T09:00:00Z', '2026-04-26T10:00:00Z'))
    const long = unwrap(await block(id, '2026-04-27T12:00:00Z', '2026-07-28T12:00:00Z'))
    expect(await remove(id, short.id, intent('unblocks one of two'))).toMatchObject({ ok: true })
    expect(await remove(id, long.id, intent('unblocks one of two'))).toMatchObject(SEEN)
    expect((await world.ledger(id, '2026-04-27')).taken).toEqual(quanta(144, 144))
    expect((await world.ledger(id, '2026-07-28')).taken).toEqual(quanta(0, 144))
    expect(unwrap(await list(id)).data).toEqual([long])
  })

  test.each([
    ['one day', '2026-04-28T09:00:00Z'],
    ['more than 90 days', '2026-08-27T09:00:00Z'],
  ])('of %s leaves one entry in the audit log', async (_, end) => {
    const { id } = await world.provider()
    const made = unwrap(await block(id, '2026-04-27T09:00:00Z', end))
    const { accountId, actor } = world.caller
    const entry = {
      accountId,
      actor,
      operation: 'deleteBlock',
      resourceId: made.id,
      requestId: 'r',
    }
    unwrap(await remove(id, made.id, { audit: { ...entry, keptDays: 30 } }))
    const { data } = await listAudit(
      world.deps,
      world.caller,
      { resourceId: made.id },
      { limit: 9 },
    )
    expect(data).toMatchObject([entry])
  })
})

describe('a list of blocks', () => {
  test('comes in the order they were made, page by page', async () => {
    const { id } = await world.provider()
    const made: string[] = []
    for (const hour of ['12', '09', '10']) {
      const start = `2026-04-27T${hour}:00:00Z`
      made.push(unwrap(await block(id, start, `2026-04-27T${hour}:30:00Z`)).id)
      world.moveTo(`2026-04-20T08:00:0${made.length}Z`)
    }
    const first = unwrap(await list(id, { limit: 2 }))
    expect(first.data.map((one) => one.id)).toEqual(made.slice(0, 2))
    const { cursor = '' } = first
    const second = unwrap(await list(id, { limit: 2, cursor }))
    expect(second.data.map((one) => one.id)).toEqual(made.slice(2))
    expect(second).not.toHaveProperty('cursor')
  })

  test('of a provider of another account is refused', async () => {
    const { id } = await world.provider()
    expect(await listBlocks(world.deps, world.stranger, id, { limit: 1 })).toMatchObject({
      refusal: { code: 'not_found', resource: 'provider' },
    })
  })
})
