import type { Block, Booking, Provider } from '@holdfast/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../support/cluster.ts'
import {
  act,
  book,
  expectStatus,
  hold,
  makeEventType,
  makeProvider,
  offeredStarts,
  outcomeOf,
  SUNDAY,
} from '../support/fixtures.ts'
import { checkLedger, listAll } from '../support/ledger-check.ts'
import { SOME_ENGINES } from '../support/stores.ts'

interface ProviderSlotList {
  readonly data: readonly { readonly start: string; readonly status: string }[]
}

describe.each(SOME_ENGINES)('a provider on %s', (engine) => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster({ engine, servers: 1 })
  })
  afterAll(() => cluster?.stop())
  beforeEach(() => cluster.setClock(SUNDAY))

  const slotsOf = async (providerId: string, query: string) =>
    expectStatus(
      await cluster.api.get<ProviderSlotList>(`/v1/providers/${providerId}/slots?${query}`),
      200,
    ).data.map(({ start, status }) => `${new Date(start).toISOString().slice(5, 16)} ${status}`)

  const open = (providerId: string, input: Readonly<Record<string, unknown>>) =>
    cluster.api.post<{ slotCount: number } & { code: string }>(
      `/v1/providers/${providerId}/availability`,
      {
        date: '2035-04-23',
        startTime: '09:00',
        endTime: '11:00',
        slotDurationMinutes: 30,
        ...input,
      },
    )

  const block = (providerId: string, start: string, end: string) =>
    cluster.api.post<Block & { code: string }>(`/v1/providers/${providerId}/blocks`, { start, end })

  test('shows the slots of a date as available, held, booked or blocked', async () => {
    const { api } = cluster
    const { id: providerId } = await makeProvider(api, { timeZone: 'Europe/Berlin' })
    expect(expectStatus(await open(providerId, {}), 201).slotCount).toBe(4)
    // 09:00 in Berlin is 07:00 UTC.
    const held = await book(api, { providerId }, '2035-04-23T07:30:00Z', { name: 'ada' })
    expect(expectStatus(held, 202)).toMatchObject({ eventTypeId: null, status: 'pending' })
    const booked = expectStatus(await book(api, { providerId }, '2035-04-23T08:00:00Z'), 202)
    expectStatus(await act(api, booked, 'confirm'), 200)
    expectStatus(await block(providerId, '2035-04-23T08:30:00Z', '2035-04-23T08:45:00Z'), 201)
    expect(await slotsOf(providerId, 'date=2035-04-23')).toEqual([
      '04-23T07:00 available',
      '04-23T07:30 held',
      '04-23T08:00 booked',
      '04-23T08:30 blocked',
    ])
    expect(await slotsOf(providerId, 'date=2035-04-24')).toEqual([])
    expect(outcomeOf(await book(api, { providerId }, '2035-04-23T08:30:00Z'))).toBe(
      '409 slot_taken',
    )
    expect(outcomeOf(await book(api, { providerId }, '2035-04-23T07:15:00Z'))).toBe(
      '422 slot_not_bookable',
    )
    // After the hold lapses, its slot is available without a sweep.
    await cluster.setClock('2035-04-22T08:05:00Z')
    expect((await slotsOf(providerId, 'date=2035-04-23')).slice(0, 2)).toEqual([
      '04-23T07:00 available',
      '04-23T07:30 available',
    ])
  })

  test('can open several windows of a date, but no minute twice', async () => {
    const { id: providerId } = await makeProvider(cluster.api)
    expectStatus(await open(providerId, {}), 201)
    const overlapping = await open(providerId, { startTime: '10:30', endTime: '12:00' })
    expect(outcomeOf(overlapping)).toBe('409 availability_overlaps')
    const later = { startTime: '13:00', endTime: '14:30', slotDurationMinutes: 45 }
    expectStatus(await open(providerId, later), 201)
    expect(await slotsOf(providerId, 'from=2035-04-23&to=2035-04-24')).toEqual([
      '04-23T09:00 available',
      '04-23T09:30 available',
      '04-23T10:00 available',
      '04-23T10:30 available',
      '04-23T13:00 available',
      '04-23T13:45 available',
    ])
  })

  test('shares its time between opened slots and event types', async () => {
    const { api } = cluster
    const { id: providerId } = await makeProvider(api)
    const { id: eventTypeId } = await makeEventType(api, providerId)
    expectStatus(await open(providerId, {}), 201)
    await hold(api, eventTypeId, '2035-04-23T09:00:00Z')
    expect(outcomeOf(await book(api, { providerId }, '2035-04-23T09:00:00Z'))).toBe(
      '409 slot_taken',
    )
    const opened = expectStatus(await book(api, { providerId }, '2035-04-23T10:00:00Z'), 202)
    expect(outcomeOf(await book(api, { eventTypeId }, '2035-04-23T10:00:00Z'))).toBe(
      '409 slot_taken',
    )
    const moved = await act(api, opened, 'reschedule', { start: '2035-04-23T10:30:00Z' })
    expect(outcomeOf(moved)).toBe('200')
    expect(await slotsOf(providerId, 'date=2035-04-23')).toEqual([
      '04-23T09:00 held',
      '04-23T09:30 available',
      '04-23T10:00 available',
      '04-23T10:30 held',
    ])
    expect(await checkLedger(api, providerId, '2035-04-23')).toHaveLength(2)
  })

  test('can block time, never over a live booking, and gets it back when the block is deleted', async () => {
    const { api } = cluster
    const { id: providerId } = await makeProvider(api)
    const { id: eventTypeId } = await makeEventType(api, providerId)
    const booking = await hold(api, eventTypeId, '2035-04-23T12:00:00Z')
    const over = await block(providerId, '2035-04-23T08:00:00Z', '2035-04-24T08:00:00Z')
    expect(outcomeOf(over)).toBe('409 slot_taken')
    expect(await listAll(api, `/v1/providers/${providerId}/blocks`)).toEqual([])

    expectStatus(await act(api, booking, 'cancel'), 200)
    const made = await block(providerId, '2035-04-23T08:00:00Z', '2035-04-24T08:00:00Z')
    const { id: blockId } = expectStatus(made, 201)
    expect(made.headers.location).toBe(`/v1/providers/${providerId}/blocks/${blockId}`)
    expect(outcomeOf(await book(api, { eventTypeId }, '2035-04-23T23:30:00Z'))).toBe(
      '409 slot_taken',
    )
    const range = ['2035-04-23T07:00:00Z', '2035-04-24T09:00:00Z'] as const
    expect(await offeredStarts(api, eventTypeId, ...range)).toEqual([
      '2035-04-23T07:00:00Z',
      '2035-04-23T07:30:00Z',
      '2035-04-24T08:00:00Z',
      '2035-04-24T08:30:00Z',
    ])
    expect(await checkLedger(api, providerId, '2035-04-23')).toEqual([blockId])

    expectStatus(await api.delete(`/v1/providers/${providerId}/blocks/${blockId}`), 204)
    expect(await listAll(api, `/v1/providers/${providerId}/blocks`)).toEqual([])
    expect(outcomeOf(await book(api, { eventTypeId }, '2035-04-23T23:30:00Z'))).toBe('202')
    expect(await checkLedger(api, providerId, '2035-04-23')).toHaveLength(1)
    const gone = await api.delete<{ code: string }>(`/v1/providers/${providerId}/blocks/${blockId}`)
    expect(outcomeOf(gone)).toBe('404 not_found')
  })

  test('can block the time of a lapsed hold', async () => {
    const { api } = cluster
    const { id: providerId } = await makeProvider(api)
    const { id: eventTypeId } = await makeEventType(api, providerId)
    const lapsed = await hold(api, eventTypeId, '2035-04-23T12:00:00Z')
    await cluster.setClock('2035-04-22T08:05:00Z')
    const made = await block(providerId, '2035-04-23T12:10:00Z', '2035-04-23T12:20:00Z')
    const { id: blockId } = expectStatus(made, 201)
    expect(outcomeOf(await act(api, lapsed, 'confirm'))).toBe('409 hold_expired')
    expect(await checkLedger(api, providerId, '2035-04-23')).toEqual([blockId])
  })

  test('is found by its specialty in any case, and by no other', async () => {
    const { api } = cluster
    const dentist = await makeProvider(api, { specialty: 'Dentist' })
    const other = await makeProvider(api, { specialty: 'dentist, children' })
    const none = await makeProvider(api)
    const found = async (specialty: string) =>
      (await listAll<Provider>(api, `/v1/providers?specialty=${specialty}`)).map(({ id }) => id)
    expect(await found('dentist')).toEqual([dentist.id])
    expect(await found('DENTIST')).toEqual([dentist.id])
    expect(await found('surgeon')).toEqual([])
    const all = (await listAll<Provider>(api, '/v1/providers')).map(({ id }) => id)
    expect(all).toEqual(expect.arrayContaining([dentist.id, other.id, none.id]))

    expectStatus(await api.patch(`/v1/providers/${none.id}`, { specialty: 'dentist' }), 200)
    expectStatus(await api.patch(`/v1/providers/${dentist.id}`, { specialty: null }), 200)
    expect(await found('dentist')).toEqual([none.id])
  })

  test('can list its bookings by status and time, by event type, and by booker', async () => {
    const { api } = cluster
    const { id: providerId } = await makeProvider(api)
    const { id: eventTypeId } = await makeEventType(api, providerId, { confirmation: 'instant' })
    const other = await makeEventType(api, providerId, { confirmation: 'instant' })
    const made: string[] = []
    for (const [index, time] of ['15:00', '09:00', '12:00', '10:00'].entries()) {
      const start = `2035-04-23T${time}:00Z`
      const input = {
        eventTypeId: index === 3 ? other.id : eventTypeId,
        start,
        booker: {
          id: `${engine}-${index % 2}`,
          name: 'Ada',
          email: `Ada${index % 2}@${engine}.example`,
        },
      }
      made.push(expectStatus(await api.post<Booking>('/v1/bookings', input), 201).id)
    }
    const [at15, at9, at12, at10] = made
    expectStatus(await act(api, { id: at12 ?? '' }, 'cancel'), 200)
    const list = async (query: string) =>
      (await listAll<Booking>(api, `/v1/bookings?${query}`)).map(({ id }) => id)
    expect(await list(`providerId=${providerId}`)).toEqual([at9, at10, at12, at15])
    expect(await list(`providerId=${providerId}&status=confirmed`)).toEqual([at9, at10, at15])
    expect(await list(`providerId=${providerId}&status=cancelled`)).toEqual([at12])
    const range = 'from=2035-04-23T10:00:00Z&to=2035-04-23T15:00:00Z'
    expect(await list(`providerId=${providerId}&${range}`)).toEqual([at10, at12])
    expect(await list(`eventTypeId=${eventTypeId}`)).toEqual([at9, at12, at15])
    expect(await list(`bookerId=${engine}-0`)).toEqual([at12, at15])
    expect(await list(`bookerEmail=ada1@${engine}.example`)).toEqual([at9, at10])
    expect(await list(`bookerEmail=ADA1@${engine}.example&status=cancelled`)).toEqual([])
    expect(await list('bookerId=nobody')).toEqual([])
  })

  test('with live bookings cannot be deleted, and cannot be booked after its deletion', async () => {
    const { api } = cluster
    const { id: providerId } = await makeProvider(api)
    const { id: eventTypeId } = await makeEventType(api, providerId)
    const booking = await hold(api, eventTypeId, '2035-04-23T12:00:00Z')
    const path = `/v1/providers/${providerId}`
    expect(outcomeOf(await api.delete<{ code: string }>(path))).toBe('409 provider_has_bookings')
    expectStatus(await act(api, booking, 'cancel'), 200)
    expectStatus(await api.delete(path), 204)
    expect(outcomeOf(await api.get<{ code: string }>(path))).toBe('404 not_found')
    expect(outcomeOf(await book(api, { eventTypeId }, '2035-04-23T12:00:00Z'))).toBe(
      '404 not_found',
    )
    expect((await api.get<Booking>(`/v1/bookings/${booking.id}`)).body.status).toBe('cancelled')
  })
})
