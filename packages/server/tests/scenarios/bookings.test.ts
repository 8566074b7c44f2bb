import type { Booking } from '@holdfast/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../support/cluster.ts'
import {
  act,
  book,
  type CreatedBooking,
  everyDay,
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

const MONDAY = ['2035-04-23T00:00:00Z', '2035-04-24T00:00:00Z'] as const
const WEEK = ['2035-04-23T00:00:00Z', '2035-04-30T00:00:00Z'] as const

describe.each(SOME_ENGINES)('a booking on %s', (engine) => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster({ engine, servers: 1 })
  })
  afterAll(() => cluster?.stop())
  beforeEach(() => cluster.setClock(SUNDAY))

  /** Half-hour slots from 09:00 to 11:00 UTC: four a day. */
  async function makeMorning(given: Readonly<Record<string, unknown>> = {}) {
    const provider = await makeProvider(cluster.api)
    const rules = everyDay({ start: '09:00', end: '11:00' })
    const eventType = await makeEventType(cluster.api, provider.id, {
      availabilityRules: rules,
      ...given,
    })
    return { provider, eventType, eventTypeId: eventType.id }
  }

  test('works from a new event type through seven days of slots and a hold to its confirmation', async () => {
    const { api } = cluster
    const provider = expectStatus(
      await api.post<{ id: string }>('/v1/providers', {
        name: 'Dr. Ada Weber',
        timeZone: 'Europe/Berlin',
        specialty: 'dentist',
      }),
      201,
    )
    const created = await api.post<{ id: string }>('/v1/event-types', {
      providerId: provider.id,
      slug: 'check-up',
      title: 'Check-up',
      durationMinutes: 60,
      availabilityRules: everyDay({ start: '09:00', end: '12:00' }).slice(0, 5),
    })
    const eventType = expectStatus(created, 201)
    expect(created.headers.location).toBe(`/v1/event-types/${eventType.id}`)
    expect(created.body).toMatchObject({ status: 'active', confirmation: 'hold', version: 1 })

    // Three slots on each of five weekdays; Berlin is two hours ahead of UTC in April.
    const offered = await offeredStarts(api, eventType.id, ...WEEK)
    expect(offered).toHaveLength(15)
    expect(offered.slice(0, 4)).toEqual([
      '2035-04-23T07:00:00Z',
      '2035-04-23T08:00:00Z',
      '2035-04-23T09:00:00Z',
      '2035-04-24T07:00:00Z',
    ])

    const held = await api.post<CreatedBooking>('/v1/bookings', {
      eventTypeId: eventType.id,
      start: '2035-04-23T10:00:00+02:00',
      booker: { name: 'Grace Hopper', email: 'Grace@Example.com', timeZone: 'America/New_York' },
      note: 'The lower left one.',
    })
    const booking = expectStatus(held, 202)
    expect(held.headers.location).toBe(`/v1/bookings/${booking.id}`)
    expect(held.headers.etag).toBe('"1"')
    expect(booking.manageToken).toMatch(/^hm_/)
    expect(booking).toMatchObject({
      status: 'pending',
      providerId: provider.id,
      eventTypeId: eventType.id,
      start: '2035-04-23T08:00:00Z',
      end: '2035-04-23T09:00:00Z',
      timeZone: 'Europe/Berlin',
      localStart: '2035-04-23T10:00',
      holdExpiresAt: '2035-04-22T08:05:00Z',
      note: 'The lower left one.',
      booker: { name: 'Grace Hopper', email: 'grace@example.com', timeZone: 'America/New_York' },
    })
    expect(await offeredStarts(api, eventType.id, ...MONDAY)).toEqual([
      '2035-04-23T07:00:00Z',
      '2035-04-23T09:00:00Z',
    ])

    const confirmed = await act(api, booking, 'confirm')
    expect(confirmed.headers.etag).toBe('"2"')
    expect(expectStatus(confirmed, 200)).toMatchObject({
      id: booking.id,
      status: 'confirmed',
      confirmedAt: '2035-04-22T08:00:00Z',
      holdExpiresAt: null,
      version: 2,
    })
    expect(await readBooking(api, booking)).toEqual(confirmed.body)
    expect(await offeredStarts(api, eventType.id, ...MONDAY)).toEqual([
      '2035-04-23T07:00:00Z',
      '2035-04-23T09:00:00Z',
    ])
    expect(await checkLedger(api, provider.id, '2035-04-23')).toEqual([booking.id])
  })

  test('of a taken time is rejected with slot_taken, and the first booking stays', async () => {
    const { api } = cluster
    const { provider, eventTypeId } = await makeMorning()
    const first = await hold(api, eventTypeId, '2035-04-23T09:30:00Z', 'ada')
    const second = await book(api, { eventTypeId }, '2035-04-23T09:30:00Z', { name: 'grace' })
    expect(outcomeOf(second)).toBe('409 slot_taken')
    expect(second.headers['content-type']).toBe('application/problem+json')
    expectStatus(await act(api, first, 'confirm'), 200)
    expect(outcomeOf(await book(api, { eventTypeId }, '2035-04-23T09:30:00Z'))).toBe(
      '409 slot_taken',
    )
    expect(await checkLedger(api, provider.id, '2035-04-23')).toEqual([first.id])
  })

  test('of a time taken by another event type of the provider is rejected, including buffers', async () => {
    const { api } = cluster
    const { provider, eventTypeId } = await makeMorning({ bufferAfterMinutes: 15 })
    const other = await makeEventType(api, provider.id, { durationMinutes: 15 })
    await hold(api, eventTypeId, '2035-04-23T09:00:00Z')
    const at = async (time: string) =>
      outcomeOf(await book(api, { eventTypeId: other.id }, `2035-04-23T${time}:00Z`))
    expect(await at('09:15')).toBe('409 slot_taken')
    expect(await at('09:30')).toBe('409 slot_taken')
    expect(await at('09:45')).toBe('202')
    expect(await at('08:45')).toBe('202')
    expect(await checkLedger(api, provider.id, '2035-04-23')).toHaveLength(3)
  })

  test('that is rescheduled has the same id, frees its old time and takes the new one', async () => {
    const { api } = cluster
    const { provider, eventTypeId } = await makeMorning()
    const booking = await hold(api, eventTypeId, '2035-04-23T09:00:00Z')
    expectStatus(await act(api, booking, 'confirm'), 200)
    const moved = await act(api, booking, 'reschedule', { start: '2035-04-23T10:00:00Z' })
    expect(expectStatus(moved, 200)).toMatchObject({
      id: booking.id,
      status: 'confirmed',
      start: '2035-04-23T10:00:00Z',
      end: '2035-04-23T10:30:00Z',
      rescheduledFrom: '2035-04-23T09:00:00Z',
      sequence: 1,
      version: 3,
    })
    expect(await offeredStarts(api, eventTypeId, ...MONDAY)).toEqual([
      '2035-04-23T09:00:00Z',
      '2035-04-23T09:30:00Z',
      '2035-04-23T10:30:00Z',
    ])
    expect(outcomeOf(await book(api, { eventTypeId }, '2035-04-23T09:00:00Z'))).toBe('202')
    expect(await checkLedger(api, provider.id, '2035-04-23')).toHaveLength(2)
  })

  test('that is rescheduled to a taken time stays at its time', async () => {
    const { api } = cluster
    const { provider, eventTypeId } = await makeMorning()
    const booking = await hold(api, eventTypeId, '2035-04-23T09:00:00Z')
    const other = await hold(api, eventTypeId, '2035-04-24T10:00:00Z')
    const moved = await act(api, booking, 'reschedule', { start: '2035-04-24T10:00:00Z' })
    expect(outcomeOf(moved)).toBe('409 slot_taken')
    const { manageToken: _, ...before } = booking
    expect(await readBooking(api, booking)).toEqual(before)
    expect(await checkLedger(api, provider.id, '2035-04-23')).toEqual([booking.id, other.id])
  })

  test('that is moved by less than its duration does not conflict with itself', async () => {
    const { api } = cluster
    const { provider, eventTypeId } = await makeMorning({ slotStepMinutes: 15 })
    const booking = await hold(api, eventTypeId, '2035-04-23T09:00:00Z')
    expectStatus(await act(api, booking, 'reschedule', { start: '2035-04-23T09:15:00Z' }), 200)
    expectStatus(await act(api, booking, 'confirm'), 200)
    expect(await offeredStarts(api, eventTypeId, ...MONDAY)).toEqual([
      '2035-04-23T09:45:00Z',
      '2035-04-23T10:00:00Z',
      '2035-04-23T10:15:00Z',
      '2035-04-23T10:30:00Z',
    ])
    expect(await checkLedger(api, provider.id, '2035-04-23')).toEqual([booking.id])
  })

  test('can become a no-show only after its start, and be completed if that was a mistake, permanently', async () => {
    const { api } = cluster
    const { eventTypeId } = await makeMorning()
    const booking = await hold(api, eventTypeId, '2035-04-23T09:00:00Z')
    expectStatus(await act(api, booking, 'confirm'), 200)
    await cluster.setClock('2035-04-23T08:59:59Z')
    expect(outcomeOf(await act(api, booking, 'no-show'))).toBe('409 invalid_transition')
    expect(outcomeOf(await act(api, booking, 'complete'))).toBe('409 invalid_transition')
    await cluster.setClock('2035-04-23T09:00:00Z')
    expect(expectStatus(await act(api, booking, 'no-show'), 200)).toMatchObject({
      status: 'no_show',
      noShowAt: '2035-04-23T09:00:00Z',
    })
    for (const action of ['no-show', 'cancel', 'confirm'] as const) {
      expect(outcomeOf(await act(api, booking, action))).toBe('409 invalid_transition')
    }
    const moved = await act(api, booking, 'reschedule', { start: '2035-04-24T09:00:00Z' })
    expect(outcomeOf(moved)).toBe('409 invalid_transition')
    expect((await readBooking(api, booking)).status).toBe('no_show')
    expect(expectStatus(await act(api, booking, 'complete'), 200)).toMatchObject({
      status: 'completed',
      noShowAt: null,
    })
    for (const action of ['no-show', 'complete'] as const) {
      expect(outcomeOf(await act(api, booking, action))).toBe('409 invalid_transition')
    }
  })

  test('can be completed only after its start', async () => {
    const { api } = cluster
    const { eventTypeId } = await makeMorning({ confirmation: 'instant' })
    const booking = expectStatus(await book(api, { eventTypeId }, '2035-04-23T09:00:00Z'), 201)
    await cluster.setClock('2035-04-23T09:00:00Z')
    expect(expectStatus(await act(api, booking, 'complete'), 200)).toMatchObject({
      status: 'completed',
      completedAt: '2035-04-23T09:00:00Z',
    })
  })

  test.each(['pending', 'confirmed'])(
    'that is cancelled while %s frees its time',
    async (status) => {
      const { api } = cluster
      const { provider, eventTypeId } = await makeMorning()
      const booking = await hold(api, eventTypeId, '2035-04-23T09:00:00Z')
      if (status === 'confirmed') expectStatus(await act(api, booking, 'confirm'), 200)
      const cancelled = await act(api, booking, 'cancel', { reason: 'A cold.' })
      expect(expectStatus(cancelled, 200)).toMatchObject({
        status: 'cancelled',
        cancellationReason: 'A cold.',
        holdExpiresAt: null,
      })
      expect(await checkLedger(api, provider.id, '2035-04-23')).toEqual([])
      expect(await offeredStarts(api, eventTypeId, ...MONDAY)).toHaveLength(4)
      expect(outcomeOf(await act(api, booking, 'confirm'))).toBe('409 invalid_transition')
      const again = await hold(api, eventTypeId, '2035-04-23T09:00:00Z')
      expect(await checkLedger(api, provider.id, '2035-04-23')).toEqual([again.id])
    },
  )

  test('of an instant event type is confirmed at once', async () => {
    const { api } = cluster
    const { eventTypeId } = await makeMorning({ confirmation: 'instant' })
    const booked = await book(api, { eventTypeId }, '2035-04-23T09:00:00Z')
    expect(expectStatus(booked, 201)).toMatchObject({
      status: 'confirmed',
      confirmedAt: '2035-04-22T08:00:00Z',
      holdExpiresAt: null,
    })
    expect((await act(api, booked.body, 'confirm')).status).toBe(200)
  })

  test('that waits for approval keeps its time, and only the provider can confirm it', async () => {
    const { api, anybody } = cluster
    const { provider, eventTypeId } = await makeMorning({
      confirmation: 'approval',
      approvalMinutes: 60,
    })
    const booking = expectStatus(await book(api, { eventTypeId }, '2035-04-23T09:00:00Z'), 202)
    expect(booking).toMatchObject({ status: 'pending', holdExpiresAt: '2035-04-22T09:00:00Z' })
    await cluster.setClock('2035-04-22T08:59:59Z')
    expect(outcomeOf(await book(api, { eventTypeId }, '2035-04-23T09:00:00Z'))).toBe(
      '409 slot_taken',
    )
    const byBooker = anybody.as({ authorization: `Bearer ${booking.manageToken}` })
    expect(outcomeOf(await act(byBooker, booking, 'confirm'))).toBe('409 invalid_transition')
    expect(expectStatus(await act(api, booking, 'confirm'), 200).status).toBe('confirmed')
    expect(await checkLedger(api, provider.id, '2035-04-23')).toEqual([booking.id])
  })

  test('that is not approved in time frees its time', async () => {
    const { api } = cluster
    const { provider, eventTypeId } = await makeMorning({
      confirmation: 'approval',
      approvalMinutes: 60,
    })
    const late = expectStatus(await book(api, { eventTypeId }, '2035-04-23T09:00:00Z'), 202)
    await cluster.setClock('2035-04-22T09:00:00Z')
    expect(outcomeOf(await act(api, late, 'confirm'))).toBe('409 hold_expired')
    const next = await book(api, { eventTypeId }, '2035-04-23T09:00:00Z')
    expect(await checkLedger(api, provider.id, '2035-04-23')).toEqual([expectStatus(next, 202).id])
  })

  test('keeps its policy when the event type changes', async () => {
    const { api } = cluster
    const { provider, eventType, eventTypeId } = await makeMorning({ bufferAfterMinutes: 30 })
    const booking = await hold(api, eventTypeId, '2035-04-23T09:00:00Z')
    const patched = await api.patch<Booking>(`/v1/event-types/${eventType.id}`, {
      bufferAfterMinutes: 0,
      durationMinutes: 15,
      slotStepMinutes: 15,
    })
    expectStatus(patched, 200)
    expectStatus(await act(api, booking, 'confirm'), 200)
    expect(await offeredStarts(api, eventTypeId, ...MONDAY)).toEqual([
      '2035-04-23T10:00:00Z',
      '2035-04-23T10:15:00Z',
      '2035-04-23T10:30:00Z',
      '2035-04-23T10:45:00Z',
    ])
    expectStatus(await act(api, booking, 'cancel'), 200)
    expect(await checkLedger(api, provider.id, '2035-04-23')).toEqual([])
  })

  test('cannot be made for an inactive event type', async () => {
    const { api } = cluster
    const { eventTypeId } = await makeMorning()
    const booking = await hold(api, eventTypeId, '2035-04-23T09:00:00Z')
    expectStatus(await api.post(`/v1/event-types/${eventTypeId}/deactivate`), 200)
    expect(outcomeOf(await book(api, { eventTypeId }, '2035-04-23T10:00:00Z'))).toBe(
      '409 event_type_inactive',
    )
    expect(await offeredStarts(api, eventTypeId, ...MONDAY)).toEqual([])
    // Existing bookings stay valid.
    expectStatus(await act(api, booking, 'confirm'), 200)
    expectStatus(await api.post(`/v1/event-types/${eventTypeId}/activate`), 200)
    expect(outcomeOf(await book(api, { eventTypeId }, '2035-04-23T10:00:00Z'))).toBe('202')
  })
})
