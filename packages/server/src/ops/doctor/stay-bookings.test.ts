import { expect, test } from 'vitest'
import { openTestApp } from '../../../tests/http/support/app.ts'
import { BOOKER, makeStayType } from '../../../tests/http/support/fixtures.ts'
import { bookingKey } from '../../booking/keys.ts'
import type { AttributeValue, Item } from '../../kernel/ports/store.ts'
import { nightsKey } from '../../ledger/keys.ts'
import { inspect } from './inspect.ts'
import { repair } from './repair.ts'

test('a store with held, confirmed, moved, cancelled and lapsed bookings of nights has no findings', async () => {
  const server = await openTestApp()
  const { call, clock, deps } = server
  const type = await makeStayType(call, { holdMinutes: 1 })
  const post = async (path: string, body: object = {}) => (await call('POST', path, { body })).body
  const book = (arrival: string, departure: string) =>
    post('/v1/bookings', { eventTypeId: type.id, arrival, departure, booker: BOOKER })
  const held = await book('2026-05-01', '2026-05-04')
  const confirmed = await book('2026-05-30', '2026-06-02')
  await post(`/v1/bookings/${confirmed.id}/confirm`)
  await post(`/v1/bookings/${confirmed.id}/reschedule`, {
    arrival: '2026-06-01',
    departure: '2026-06-05',
  })
  const cancelled = await book('2026-06-10', '2026-06-12')
  await post(`/v1/bookings/${cancelled.id}/cancel`)
  expect((await inspect(deps)).findings).toEqual([])
  clock.moveTo(clock.nowEpochMilliseconds() + 61_000)
  await book('2026-05-03', '2026-05-06')
  expect((await inspect(deps)).findings).toEqual([])
  expect((await call('GET', `/v1/bookings/${held.id}`)).body.status).toBe('pending')
  await server.close()
})

test('damaged marks and nights of bookings are found, and repaired unless two have one night', async () => {
  const server = await openTestApp()
  const { call, deps } = server
  const type = await makeStayType(call)
  const unit = await call('GET', `/v1/providers/${type.providerId}`)
  const june = nightsKey(String(unit.body.calendarId), '2026-06')
  const book = async (arrival: string, departure: string) => {
    const body = { eventTypeId: type.id, arrival, departure, booker: BOOKER }
    return String((await call('POST', '/v1/bookings', { body })).body.id)
  }
  const confirmed = await book('2026-06-01', '2026-06-04')
  await call('POST', `/v1/bookings/${confirmed}/confirm`, { body: {} })
  const held = await book('2026-06-10', '2026-06-12')
  const [final, hold] = [`bkg:${confirmed}`, `hold:${held}`]
  const read = async () => {
    const item = await deps.store.get(june, { consistent: true })
    if (item === undefined) throw new Error('the month is missing')
    const { rev: _, ...rest } = item
    return rest
  }
  const whole = await read()
  const plant = async (change: (month: Item) => Item) => {
    const item = change(await read())
    const current = await deps.store.get(june, { consistent: true })
    await deps.store.transact([{ kind: 'delete', key: june }], `gone-${deps.ids.next('event', 0)}`)
    const write = {
      kind: 'put-if-absent',
      item: { ...item, rev: Number(current?.rev) + 1 },
    } as const
    await deps.store.transact([write], `planted-${deps.ids.next('event', 0)}`)
  }
  const without = (name: string) => (month: Item) =>
    Object.fromEntries(Object.entries(month).filter(([key]) => key !== name)) as Item
  const faults: readonly (readonly [string, (month: Item) => Item, readonly string[]])[] = [
    ['a confirmed booking without its mark', without(final), ['nights_mark_missing']],
    ['a hold without its mark', without(hold), ['nights_mark_missing']],
    ['a mark of other nights', (month) => ({ ...month, [final]: [0, 2] }), ['nights_mark_wrong']],
    [
      'a mark of nobody',
      (month) => ({ ...month, taken: new Set([0, 1, 2, 9, 10, 20]), 'bkg:bkg_gone': [20, 1] }),
      ['nights_mark_stray'],
    ],
    [
      'a night of nobody',
      (month) => ({ ...month, taken: new Set([0, 1, 2, 9, 10, 25]) }),
      ['nights_orphaned'],
    ],
    [
      'nights of a booking that are free',
      (month) => ({ ...month, taken: new Set([0, 9, 10]) }),
      ['nights_missing'],
    ],
  ]
  for (const [name, change, codes] of faults) {
    await plant(change)
    const { findings } = await inspect(deps)
    expect(
      findings.map(({ code }) => code),
      name,
    ).toEqual(codes)
    expect((await repair(deps, findings)).left, name).toEqual([])
    expect((await inspect(deps)).findings, name).toEqual([])
    expect(await read(), name).toEqual(whole)
  }
  const booking = await deps.store.get(bookingKey(held), { consistent: true })
  const stay = booking?.stay as Record<string, AttributeValue>
  const days = { arrivalDay: 20_605, departureDay: 20_607 }
  expect(days.arrivalDay).toBe(Date.parse('2026-06-01') / 86_400_000)
  await deps.store.transact([{ kind: 'delete', key: bookingKey(held) }], 'booking-gone')
  const item = { ...booking, stay: { ...stay, ...days } } as Item
  await deps.store.transact([{ kind: 'put-if-absent', item }], 'booking-planted')
  const { findings } = await inspect(deps)
  expect(findings.map(({ code }) => code).sort()).toEqual(['nights_double', 'nights_mark_wrong'])
  expect((await repair(deps, findings)).left).toHaveLength(2)
  expect(await read()).toEqual(whole)
  await server.close()
})
