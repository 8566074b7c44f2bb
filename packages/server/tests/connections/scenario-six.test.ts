import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { doctorFindings } from '../support/doctor.ts'
import {
  act,
  book,
  everyDay,
  expectStatus,
  hold,
  makeEventType,
  makeProvider,
  offeredStarts,
  outcomeOf,
  SUNDAY,
} from '../support/fixtures.ts'
import { SOME_ENGINES } from '../support/stores.ts'
import {
  calendarEvents,
  connectionsOf,
  reasonsAgainst,
  setBusy,
  setOutage,
  times,
} from './support.ts'

const DATE = '2035-04-23'
const DAY = [`${DATE}T00:00:00Z`, '2035-04-24T00:00:00Z'] as const
const at = (time: string) => `${DATE}T${time}:00Z`
const later = (minutes: number) => new Date(Date.parse(SUNDAY) + minutes * 60_000).toISOString()

describe.each(SOME_ENGINES)('busy times of an external calendar on %s', (engine) => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster({ engine, servers: 1, sweeper: true })
    await cluster.setClock(SUNDAY)
  }, 60_000)
  afterAll(() => cluster.stop())

  /** A provider with half-hour slots in the morning. */
  async function morning(given: Readonly<Record<string, unknown>> = {}) {
    const { api } = cluster
    const provider = await makeProvider(api)
    const eventType = await makeEventType(api, provider.id, {
      availabilityRules: everyDay({ start: '09:00', end: '12:00' }),
      ...given,
    })
    const offered = async () =>
      (await offeredStarts(api, eventType.id, ...DAY)).map((start) => start.slice(11, 16))
    return { api, provider, eventType, offered }
  }

  test('scenario six: busy times are not offered, all other times are', async () => {
    const { api, provider, eventType, offered } = await morning()
    expect(await offered()).toEqual(['09:00', '09:30', '10:00', '10:30', '11:00', '11:30'])
    const connection = await setBusy(api, provider.id, times(DATE, '11:00-11:30', '09:15-10:10'))
    expect(connection).toMatchObject({ kind: 'simulated', status: 'active', failure: null })
    expect(await offered()).toEqual(['10:30', '11:30'])
    expect(await reasonsAgainst(api, eventType.id, at('10:00'))).toEqual([
      {
        code: 'calendar_busy',
        source: 'simulated',
        claim: { start: at('10:00'), end: at('10:30') },
        busy: { start: at('09:15'), end: at('10:10') },
      },
    ])
    expect(await reasonsAgainst(api, eventType.id, at('10:30'))).toEqual([])
    const busy = await api.get<{ readonly data: unknown }>(
      `/v1/providers/${provider.id}/busy?from=${DAY[0]}&to=${DAY[1]}`,
    )
    expect(expectStatus(busy, 200).data).toEqual([
      { start: at('09:15'), end: at('10:10'), source: 'simulated' },
      { start: at('11:00'), end: at('11:30'), source: 'simulated' },
    ])
    await expect
      .poll(() => calendarEvents(api, connection.id))
      .toEqual(['calendar.connected active'])
  })

  test('busy time cannot be held, booked, moved to or opened, but an earlier hold stays', async () => {
    const { api, provider, eventType, offered } = await morning()
    const instant = await makeEventType(api, provider.id, {
      availabilityRules: everyDay({ start: '09:00', end: '12:00' }),
      confirmation: 'instant',
      bufferBeforeMinutes: 10,
    })
    const held = await hold(api, eventType.id, at('09:00'))
    await setBusy(api, provider.id, times(DATE, '09:00-10:00', '11:00-11:30'))
    expect(await offered()).toEqual(['10:00', '10:30', '11:30'])
    expect(outcomeOf(await book(api, { eventTypeId: eventType.id }, at('11:00')))).toBe(
      '409 slot_taken',
    )
    expect(outcomeOf(await book(api, { eventTypeId: instant.id }, at('10:00')))).toBe(
      '409 slot_taken',
    )
    expect(outcomeOf(await act(api, held, 'reschedule', { start: at('11:00') }))).toBe(
      '409 slot_taken',
    )
    expect(outcomeOf(await act(api, held, 'confirm'))).toBe('200')
    expect(outcomeOf(await act(api, held, 'reschedule', { start: at('10:30') }))).toBe('200')
    expect(await offered()).toEqual(['10:00', '11:30'])
    await api.post(`/v1/providers/${provider.id}/availability`, {
      date: DATE,
      startTime: '11:00',
      endTime: '12:00',
      slotDurationMinutes: 30,
    })
    const opened = await api.get<{ readonly data: readonly unknown[] }>(
      `/v1/providers/${provider.id}/slots?date=${DATE}`,
    )
    const noBooking = { bookingId: null, holdExpiresAt: null }
    expect(opened.body.data).toEqual([
      { start: at('11:00'), end: at('11:30'), status: 'blocked', ...noBooking },
      { start: at('11:30'), end: at('12:00'), status: 'available', ...noBooking },
    ])
    expect(outcomeOf(await book(api, { providerId: provider.id }, at('11:00')))).toBe(
      '409 slot_taken',
    )
    expect(outcomeOf(await book(api, { providerId: provider.id }, at('11:30')))).toBe('202')
  })

  test('a calendar fails, becomes stale and recovers: slots, explanations and claims at each step', async () => {
    const { api, provider, eventType, offered } = await morning()
    const { id } = await setBusy(api, provider.id, times(DATE, '09:00-11:00'))
    const claim = async (start: string) =>
      outcomeOf(await book(api, { eventTypeId: eventType.id }, at(start)))
    const state = async () => (await connectionsOf(api, provider.id))[0]?.status

    // It fails: the last read still decides about slots, but a claim needs a check and is refused.
    await setOutage(api, provider.id, 'unreachable')
    expect(await offered()).toEqual(['11:00', '11:30'])
    expect(await reasonsAgainst(api, eventType.id, at('11:00'))).toEqual([])
    expect(await claim('11:00')).toBe('409 calendar_unavailable')
    await cluster.setClock(later(11))
    await expect.poll(state).toBe('failing')
    expect(await offered()).toEqual(['11:00', '11:30'])

    // With another policy, the last read decides about claims as well.
    const path = `/v1/providers/${provider.id}/calendar-connections/simulated`
    expectStatus(await api.patch(path, { policy: { whenCheckFails: 'use_cache' } }), 200)
    expect(await claim('11:00')).toBe('202')
    expect(await claim('09:00')).toBe('409 slot_taken')

    // The last read is too old: nothing is offered, and the explanation says why.
    await cluster.setClock(later(61))
    expect(await offered()).toEqual([])
    expect(await reasonsAgainst(api, eventType.id, at('11:30'))).toEqual([
      { code: 'calendar_unknown', source: 'simulated', because: 'stale' },
    ])
    expect(await claim('11:30')).toBe('409 calendar_unavailable')
    await expect.poll(state).toBe('unreadable')

    // It recovers: the next read counts.
    await setOutage(api, provider.id, null)
    await cluster.setClock(later(130))
    expect(await offered()).toEqual(['11:00', '11:30'])
    expect(await state()).toBe('active')
    await setBusy(api, provider.id, [])
    expect(await offered()).toEqual(['09:00', '09:30', '10:00', '10:30', '11:00', '11:30'])
    expect(await claim('09:00')).toBe('202')
    await expect
      .poll(() => calendarEvents(api, id))
      .toEqual([
        'calendar.connected active',
        'calendar.sync_failed failing',
        'calendar.sync_failed unreadable',
      ])
    await cluster.setClock(SUNDAY)
  })

  test('the doctor finds nothing to repair', async () => {
    expect(await doctorFindings(cluster, SUNDAY)).toEqual([])
  })
})
