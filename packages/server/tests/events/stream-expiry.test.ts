import type { Booking } from '@holdfast/engine'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createStreamHandler, type WireStreamRecord } from '../../src/adapters/dynamodb/stream.ts'
import type { TestClock } from '../../src/adapters/system/clock.ts'
import {
  cancelBooking,
  closeBooking,
  confirmBooking,
  getBooking,
} from '../../src/booking/bookings/change-booking.ts'
import { expireDue } from '../../src/booking/bookings/expire-due.ts'
import { rescheduleBooking } from '../../src/booking/bookings/reschedule-booking.ts'
import { expirationTriggerKey } from '../../src/booking/keys.ts'
import type { AppDependencies } from '../../src/composition/http/app.ts'
import { listEvents } from '../../src/delivery/events/event-log.ts'
import type { StreamReport } from '../../src/delivery/events/handle-stream.ts'
import type { Item } from '../../src/kernel/ports/store.ts'
import { bookable } from '../support/bookable.ts'
import { testDependencies } from '../support/dependencies.ts'
import { startTestEngine, type TestEngine } from '../support/dynamodb.ts'
import { asByTtl, openStreamTable, partitionOf, type StreamTable } from '../support/stream-table.ts'

// A Monday, 08:00 UTC. A hold created now expires at 08:05.
const NOW = '2026-04-20T08:00:00Z'
const LAPSED = '2026-04-20T08:05:00Z'
const START = '2026-04-21T09:00:00Z'
const OTHER_START = '2026-04-22T09:00:00Z'

let engine: TestEngine
let table: StreamTable
let deps: AppDependencies
let clock: TestClock
let on: Awaited<ReturnType<typeof bookable>>

beforeAll(async () => {
  engine = await startTestEngine()
})
beforeEach(async () => {
  table = await openStreamTable(engine)
  const made = testDependencies(table.store, NOW)
  deps = made.deps
  clock = made.clock
  on = await bookable(deps)
})
afterEach(() => table.close())
afterAll(() => engine.stop())

/** Invokes the function with records, as Lambda does, and returns its report. */
async function handle(records: readonly WireStreamRecord[]): Promise<StreamReport> {
  const reports: StreamReport[] = []
  await createStreamHandler(deps, {}, (report) => reports.push(report))({ Records: records })
  return reports[0] as StreamReport
}

const NOTHING = { published: 0, expired: 0, failed: [] }

const isTriggerRemoval = (record: WireStreamRecord): boolean =>
  record.eventName === 'REMOVE' && partitionOf(record).startsWith('EXPIRATION_TRIGGER#')

/** The stream's new records of removed triggers. */
const triggerRemovals = async () => (await table.records()).filter(isTriggerRemoval)

/** Removes the trigger of a pending booking as TTL does, and returns the record of the removal. */
async function removeByTtl(booking: Booking): Promise<readonly WireStreamRecord[]> {
  await table.records()
  const expiresAt = booking.holdExpiresAtEpochSeconds as number
  await table.remove(expirationTriggerKey(booking.id, expiresAt))
  const removals = await triggerRemovals()
  expect(removals).toHaveLength(1)
  return removals.map(asByTtl)
}

const stored = async (id: string): Promise<Booking> => {
  const found = await getBooking(deps, on.caller, id)
  if (!found.ok) throw new Error(found.refusal.code)
  return found.value
}

/** Every item of the table, by its key. */
async function snapshot(): Promise<ReadonlyMap<string, Item>> {
  const items = new Map<string, Item>()
  for await (const page of table.store.scan()) {
    for (const item of page) items.set(`${item.PK} ${item.SK}`, item)
  }
  return items
}

const at = (instant: string): number => Date.parse(instant)
const secondsAt = (instant: string): number => at(instant) / 1000

describe('a trigger removed by TTL', () => {
  test('expires the booking once, however often its record arrives, and frees its time', async () => {
    const held = await on.hold(START)
    const records = await removeByTtl(held)
    clock.moveTo(at(LAPSED))
    expect(await handle([...records, ...records])).toMatchObject({ expired: 1, failed: [] })
    expect(await handle(records)).toEqual(NOTHING)
    expect(await stored(held.id)).toMatchObject({
      status: 'expired',
      version: 2,
      expiredAtEpochSeconds: secondsAt(LAPSED),
    })
    const again = await on.book(START, 'grace@example.com')
    expect(again.status).toBe('confirmed')
  })

  test('leads to the event of the expiry, which the stream then delivers', async () => {
    const held = await on.hold(START)
    const records = await removeByTtl(held)
    clock.moveTo(at(LAPSED))
    await handle(records)
    await handle(await table.records())
    const { data } = await listEvents(deps, on.caller, {
      afterPosition: 0,
      limit: 10,
      type: 'booking.expired',
    })
    expect(data).toMatchObject([{ event: { resourceId: held.id, resourceVersion: 2 } }])
  })

  test('expires a rescheduled hold and frees its new time', async () => {
    const held = await on.hold(START)
    const to = { startEpochSeconds: secondsAt(OTHER_START) }
    expect((await rescheduleBooking(deps, on.caller, held.id, to)).ok).toBe(true)
    const records = await removeByTtl(held)
    clock.moveTo(at(LAPSED))
    expect(await handle(records)).toMatchObject({ expired: 1, failed: [] })
    expect((await on.hold(START, 'b@example.com')).status).toBe('pending')
    expect((await on.hold(OTHER_START, 'c@example.com')).status).toBe('pending')
  })

  test('does not free a time that another booking has taken over from the lapsed hold', async () => {
    const lapsed = await on.hold(START)
    const records = await removeByTtl(lapsed)
    clock.moveTo(at(LAPSED))
    const taker = await on.book(START, 'grace@example.com')
    expect(await handle(records)).toMatchObject({ expired: 1, failed: [] })
    expect(await stored(lapsed.id)).toMatchObject({ status: 'expired' })
    expect(await stored(taker.id)).toMatchObject({ status: 'confirmed' })
    await expect(on.hold(START, 'third@example.com')).rejects.toThrow('slot_taken')
  })

  test('is restored if the hold is still live by the server’s clock, and the sweeper expires it later', async () => {
    const held = await on.hold(START)
    const before = await snapshot()
    const records = await removeByTtl(held)
    clock.moveTo(at(LAPSED) - 1)
    expect(await handle(records)).toEqual(NOTHING)
    expect(await handle(records)).toEqual(NOTHING)
    expect(await snapshot()).toEqual(before)
    clock.moveTo(at(LAPSED))
    expect(await expireDue(deps, 10)).toEqual({ expired: 1, dropped: 0, more: false })
    expect(await stored(held.id)).toMatchObject({ status: 'expired' })
  })

  test('changes nothing if the sweeper expired the hold first', async () => {
    const held = await on.hold(START)
    await table.records()
    clock.moveTo(at(LAPSED))
    await expireDue(deps, 10)
    const removals = (await triggerRemovals()).map(asByTtl)
    const before = await snapshot()
    expect(removals).toHaveLength(1)
    expect(await handle(removals)).toEqual(NOTHING)
    expect(await snapshot()).toEqual(before)
    expect(await stored(held.id)).toMatchObject({ status: 'expired', version: 2 })
  })

  // Each of these changes removes the trigger. The record of that stands for a removal by TTL.
  const CHANGES: readonly (readonly [string, (booking: Booking) => Promise<unknown>])[] = [
    ['confirmed', ({ id }) => confirmBooking(deps, on.caller, id)],
    ['cancelled', ({ id }) => cancelBooking(deps, on.caller, id, {})],
    [
      'confirmed and moved',
      async ({ id }) => {
        await confirmBooking(deps, on.caller, id)
        await rescheduleBooking(deps, on.caller, id, { startEpochSeconds: secondsAt(OTHER_START) })
      },
    ],
    [
      'completed',
      async ({ id }) => {
        await confirmBooking(deps, on.caller, id)
        clock.moveTo(at(START))
        await closeBooking(deps, on.caller, id, 'complete')
      },
    ],
    [
      'marked as no-show',
      async ({ id }) => {
        await confirmBooking(deps, on.caller, id)
        clock.moveTo(at(START))
        await closeBooking(deps, on.caller, id, 'no_show')
      },
    ],
  ]
  test.each(CHANGES)('changes nothing if the booking was %s', async (_, change) => {
    const held = await on.hold(START)
    await table.records()
    await change(held)
    expect((await stored(held.id)).holdExpiresAtEpochSeconds).toBeUndefined()
    const removals = (await triggerRemovals()).map(asByTtl)
    expect(removals).toHaveLength(1)
    clock.moveTo(Math.max(at(LAPSED), deps.clock.nowEpochMilliseconds()))
    const before = await snapshot()
    expect(await handle([...removals, ...removals])).toEqual(NOTHING)
    expect(await snapshot()).toEqual(before)
  })

  test('changes nothing if it names a booking of another account, or none', async () => {
    const held = await on.hold(START)
    const [record] = (await removeByTtl(held)) as [WireStreamRecord]
    clock.moveTo(at(LAPSED))
    const renamed = (name: string, value: string): WireStreamRecord => ({
      ...record,
      dynamodb: {
        ...record.dynamodb,
        OldImage: { ...record.dynamodb?.OldImage, [name]: { S: value } },
      },
    })
    const before = await snapshot()
    expect(await handle([renamed('accountId', 'acc_other')])).toEqual(NOTHING)
    expect(await handle([renamed('bookingId', 'bkg_none')])).toEqual(NOTHING)
    expect(await snapshot()).toEqual(before)
  })
})

describe('the record of a removed trigger', () => {
  /** A lapsed hold, and the real record of a user removing its trigger. */
  async function removedByUser(): Promise<readonly [Booking, WireStreamRecord]> {
    const held = await on.hold(START)
    await table.records()
    await table.remove(expirationTriggerKey(held.id, held.holdExpiresAtEpochSeconds as number))
    const [record] = await triggerRemovals()
    clock.moveTo(at(LAPSED))
    return [held, record as WireStreamRecord]
  }

  test.each([
    ['no service, because a user removed it', undefined],
    ['another service', { type: 'Service', principalId: 'replication.dynamodb.amazonaws.com' }],
    ['a user of that name', { type: 'User', principalId: 'dynamodb.amazonaws.com' }],
  ])('changes nothing if it names %s', async (_, userIdentity) => {
    const [held, record] = await removedByUser()
    expect(await handle([{ ...record, ...(userIdentity && { userIdentity }) }])).toEqual(NOTHING)
    expect(await stored(held.id)).toMatchObject({ status: 'pending' })
  })

  test.each([
    ['as Lambda writes it', { type: 'Service', principalId: 'dynamodb.amazonaws.com' }],
    ['as GetRecords writes it', { Type: 'Service', PrincipalId: 'dynamodb.amazonaws.com' }],
  ])('expires the booking if it names TTL, %s', async (_, userIdentity) => {
    const [held, record] = await removedByUser()
    expect(await handle([{ ...record, userIdentity }])).toMatchObject({ expired: 1 })
    expect(await stored(held.id)).toMatchObject({ status: 'expired' })
  })

  test('is ignored if TTL removed another kind of item', async () => {
    await on.hold(START)
    const others = (await table.records()).filter(
      (record) => !partitionOf(record).startsWith('EXPIRATION_TRIGGER#'),
    )
    const kinds = others.map((record) => partitionOf(record).split('#')[0])
    expect(kinds).toEqual(expect.arrayContaining(['BOOKING', 'OUTBOX', 'PROVIDER']))
    const removals = others.map((record) => asByTtl({ ...record, eventName: 'REMOVE' }))
    expect(await handle(removals)).toEqual(NOTHING)
  })
})

test('only a failed expiry is returned to the stream; the holds after it expire', async () => {
  const [first, second] = [await on.hold(START), await on.hold(OTHER_START, 'b@example.com')]
  const records = [...(await removeByTtl(first)), ...(await removeByTtl(second))]
  clock.moveTo(at(LAPSED))
  const torn = { ...records[0], dynamodb: { ...records[0]?.dynamodb, OldImage: {} } }
  expect(await handle([torn, records[1] as WireStreamRecord])).toEqual({
    published: 0,
    expired: 1,
    failed: [
      {
        sequenceNumber: records[0]?.dynamodb?.SequenceNumber,
        error: 'The trigger has no booking ID.',
      },
    ],
  })
  expect(await handle(records)).toMatchObject({ expired: 1, failed: [] })
  expect(await stored(first.id)).toMatchObject({ status: 'expired' })
})

test('no expiry is lost while the store is unreachable', async () => {
  const held = await on.hold(START)
  const records = await removeByTtl(held)
  clock.moveTo(at(LAPSED))
  const gone = engine.storeOn(table.tableName, 'http://127.0.0.1:1')
  const reachable = deps
  deps = { ...deps, store: gone }
  expect((await handle(records)).failed).toHaveLength(1)
  deps = reachable
  await gone.close()
  expect(await handle(records)).toMatchObject({ expired: 1, failed: [] })
})
