import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { doctorFindings } from '../support/doctor.ts'
import {
  act,
  book,
  type CreatedBooking,
  expectStatus,
  hold,
  makeEventType,
  makeProvider,
  offeredStarts,
  outcomeOf,
  readBooking,
  SUNDAY,
} from '../support/fixtures.ts'
import { checkLedger } from '../support/ledger-check.ts'
import { SOME_ENGINES } from '../support/stores.ts'
import { until } from '../support/until.ts'

const SLOT = '2035-04-23T09:00:00Z'
const SLOT_RANGE = [SLOT, '2035-04-23T09:30:00Z'] as const
const BEFORE_EXPIRY = '2035-04-22T08:04:59Z'
const EXPIRY = '2035-04-22T08:05:00Z'
const SWEEP_MS = 60_000

describe.each(SOME_ENGINES)('a hold on %s', (engine) => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster({ engine, servers: 1, env: { HOLDFAST_RELAY: 'off' } })
  })
  afterAll(() => cluster?.stop())
  beforeEach(() => cluster.setClock(SUNDAY))

  async function makeHold(given: Readonly<Record<string, unknown>> = {}) {
    const provider = await makeProvider(cluster.api)
    const { id: eventTypeId } = await makeEventType(cluster.api, provider.id, given)
    const booking = await hold(cluster.api, eventTypeId, SLOT, 'ada')
    return { provider, eventTypeId, booking }
  }

  test('can be confirmed until the second at which it expires', async () => {
    const { api } = cluster
    const { provider, eventTypeId, booking } = await makeHold()
    expect(booking.holdExpiresAt).toBe(EXPIRY)
    await cluster.setClock(BEFORE_EXPIRY)
    expect(await offeredStarts(api, eventTypeId, ...SLOT_RANGE)).toEqual([])
    expect(outcomeOf(await book(api, { eventTypeId }, SLOT))).toBe('409 slot_taken')
    expectStatus(await act(api, booking, 'confirm'), 200)
    await cluster.setClock(EXPIRY)
    expect(outcomeOf(await book(api, { eventTypeId }, SLOT))).toBe('409 slot_taken')
    expect(await checkLedger(api, provider.id, '2035-04-23')).toEqual([booking.id])
  })

  test('does not block others after its expiry, even without a sweeper', async () => {
    const { api } = cluster
    const { provider, eventTypeId, booking: lapsed } = await makeHold()
    await cluster.setClock(EXPIRY)
    expect(await offeredStarts(api, eventTypeId, ...SLOT_RANGE)).toEqual([SLOT])
    expect(outcomeOf(await act(api, lapsed, 'confirm'))).toBe('409 hold_expired')
    expect((await readBooking(api, lapsed)).status).toBe('pending')

    const next = await hold(api, eventTypeId, SLOT, 'grace')
    expect(outcomeOf(await act(api, lapsed, 'confirm'))).toBe('409 hold_expired')
    expectStatus(await act(api, next, 'confirm'), 200)
    expect(await checkLedger(api, provider.id, '2035-04-23')).toEqual([next.id])
  })

  test('that lapsed and was taken over can be cancelled without affecting its successor', async () => {
    const { api } = cluster
    const { provider, eventTypeId, booking: lapsed } = await makeHold()
    await cluster.setClock(EXPIRY)
    const next = await hold(api, eventTypeId, SLOT, 'grace')
    expectStatus(await act(api, lapsed, 'cancel'), 200)
    expect(outcomeOf(await book(api, { eventTypeId }, SLOT))).toBe('409 slot_taken')
    expect(await checkLedger(api, provider.id, '2035-04-23')).toEqual([next.id])
  })

  test('that has lapsed cannot be rescheduled', async () => {
    const { api } = cluster
    const { provider, booking } = await makeHold()
    await cluster.setClock(EXPIRY)
    const moved = await act(api, booking, 'reschedule', { start: '2035-04-23T12:00:00Z' })
    expect(outcomeOf(moved)).toBe('409 hold_expired')
    expect(await checkLedger(api, provider.id, '2035-04-23')).toEqual([])
  })

  test('keeps its expiry when it is rescheduled', async () => {
    const { api } = cluster
    const { provider, eventTypeId, booking } = await makeHold()
    await cluster.setClock('2035-04-22T08:03:00Z')
    const moved = await act(api, booking, 'reschedule', { start: '2035-04-23T12:00:00Z' })
    expect(expectStatus(moved, 200)).toMatchObject({ status: 'pending', holdExpiresAt: EXPIRY })
    await cluster.setClock(EXPIRY)
    const next = await hold(api, eventTypeId, '2035-04-23T12:00:00Z', 'grace')
    expect(await checkLedger(api, provider.id, '2035-04-23')).toEqual([next.id])
  })

  test('across midnight that is half taken over frees the other half', async () => {
    const { api } = cluster
    const provider = await makeProvider(api)
    const long = await makeEventType(api, provider.id, {
      durationMinutes: 120,
      slotStepMinutes: 60,
    })
    const short = await makeEventType(api, provider.id)
    const lapsed = await hold(api, long.id, '2035-04-23T23:00:00Z', 'ada')
    await cluster.setClock(EXPIRY)
    const next = await hold(api, short.id, '2035-04-24T00:30:00Z', 'grace')
    expect(await checkLedger(api, provider.id, '2035-04-23')).toEqual([next.id])
    expect(outcomeOf(await act(api, lapsed, 'confirm'))).toBe('409 hold_expired')
    expectStatus(await act(api, lapsed, 'cancel'), 200)
    expect(await checkLedger(api, provider.id, '2035-04-23')).toEqual([next.id])
  })

  test('is expired by the sweeper, and its successor stays', async () => {
    const { api } = cluster
    const first = await makeHold()
    const second = await makeHold()
    const longer = await makeHold({ holdMinutes: 10 })
    await cluster.setClock(EXPIRY)
    const successor = await hold(api, second.eventTypeId, SLOT, 'grace')

    const sweeping = await cluster.add({ sweeper: true })
    const isSwept = async ({ booking }: { booking: CreatedBooking }) =>
      (await readBooking(api, booking)).status === 'expired'
    await until(
      'both lapsed holds are expired',
      async () => (await isSwept(first)) && (await isSwept(second)),
      SWEEP_MS,
    )
    for (const { booking } of [first, second]) {
      expect(await readBooking(api, booking)).toMatchObject({
        status: 'expired',
        expiredAt: EXPIRY,
        holdExpiresAt: null,
        version: 2,
      })
      expect(outcomeOf(await act(api, booking, 'confirm'))).toBe('409 hold_expired')
      expect(outcomeOf(await act(api, booking, 'cancel'))).toBe('409 invalid_transition')
    }
    expect(await checkLedger(api, first.provider.id, '2035-04-23')).toEqual([])
    expect(await checkLedger(api, second.provider.id, '2035-04-23')).toEqual([successor.id])
    // A booking that was confirmed in time is not swept: the confirmation deleted its trigger.
    expectStatus(await act(api, successor, 'confirm'), 200)
    expect((await readBooking(api, longer.booking)).status).toBe('pending')
    await cluster.setClock('2035-04-22T08:10:00Z')
    await until('the longer hold is expired', () => isSwept(longer), SWEEP_MS)
    expect((await readBooking(api, longer.booking)).status).toBe('expired')
    expect((await readBooking(api, successor)).status).toBe('confirmed')
    await cluster.kill(sweeping)
  })

  test('that was not swept for days is expired by the next sweep', async () => {
    const { api } = cluster
    const provider = await makeProvider(api)
    const { id: eventTypeId } = await makeEventType(api, provider.id)
    const held = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        hold(api, eventTypeId, new Date(Date.parse(SLOT) + index * 30 * 60_000).toISOString()),
      ),
    )
    await cluster.setClock('2035-04-30T08:00:00Z')
    const sweeping = await cluster.add({ sweeper: true })
    const settled = () => Promise.all(held.map((booking) => readBooking(api, booking)))
    await until(
      'all holds are expired',
      async () => (await settled()).every(({ status }) => status === 'expired'),
      SWEEP_MS,
    )
    await cluster.kill(sweeping)
    expect(new Set((await settled()).map(({ status }) => status))).toEqual(new Set(['expired']))
    expect(await doctorFindings(cluster, '2035-04-30T08:00:00Z')).toEqual([])
  })
})
