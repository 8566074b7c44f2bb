import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { withCalendars } from '../../../tests/support/dependencies.ts'
import { createMemoryVault } from '../../../tests/support/memory-vault.ts'
import { createBlock } from '../../booking/blocks/blocks.ts'
import { createCalendar } from '../../stays/calendars/calendars.ts'
import { createCalendarEvent } from '../../stays/calendars/events.ts'
import { readAgenda } from './agenda.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
afterAll(() => world.close())

const deps = () => withCalendars(world.deps, { freeBusy: {}, vault: createMemoryVault() })
const range = (from: string, to: string) => ({
  fromEpochSeconds: secondsOf(`2026-04-21T${from}:00Z`),
  toEpochSeconds: secondsOf(`2026-04-21T${to}:00Z`),
})
async function starts(providerIds: readonly string[], from: string, to: string) {
  const agenda = await readAgenda(deps(), world.caller, { ...range(from, to), providerIds })
  if (!agenda.ok) throw new Error(agenda.refusal.code)
  expect(agenda.value.isComplete).toBe(true)
  return agenda.value.bookings.map(({ startEpochSeconds: at }) => (at % 86_400) / 3600)
}

test('an agenda has the bookings of its providers that overlap the range, half open', async () => {
  const [ada, bob] = [await world.provider(), await world.provider()]
  const own = await world.eventType({ providerId: ada.id })
  const other = await world.eventType({ providerId: bob.id })
  await world.book(own.id, '2026-04-21T09:00:00Z')
  await world.book(own.id, '2026-04-21T11:00:00Z')
  await world.book(other.id, '2026-04-21T10:00:00Z')
  expect(await starts([ada.id], '09:00', '12:00')).toEqual([9, 11])
  expect(await starts([ada.id], '09:30', '11:00')).toEqual([9])
  expect(await starts([ada.id], '10:00', '11:00')).toEqual([])
  expect(await starts([ada.id, bob.id], '09:00', '12:00')).toEqual([9, 10, 11])
  expect(await starts([], '09:00', '12:00')).toEqual([])
})

test('an agenda has the blocks that overlap the range, half open', async () => {
  const { id } = await world.provider()
  const { fromEpochSeconds: startEpochSeconds, toEpochSeconds: endEpochSeconds } = range(
    '09:00',
    '10:00',
  )
  const time = { startEpochSeconds, endEpochSeconds }
  const block = unwrap(await createBlock(world.deps, world.caller, id, time))
  const read = async (from: string, to: string) => {
    const query = { ...range(from, to), providerIds: [id] }
    return unwrap(await readAgenda(deps(), world.caller, query)).blocks.map((each) => each.id)
  }
  expect(await read('08:00', '09:30')).toEqual([block.id])
  expect(await read('09:30', '12:00')).toEqual([block.id])
  expect(await read('08:00', '09:00')).toEqual([])
  expect(await read('10:00', '12:00')).toEqual([])
})

test('an agenda of an unknown provider is refused', async () => {
  const query = { ...range('09:00', '12:00'), providerIds: ['prv_unknown'] }
  expect(await readAgenda(deps(), world.caller, query)).toMatchObject({
    ok: false,
    refusal: { code: 'not_found' },
  })
})

test('an agenda has the events of the calendars of the account', async () => {
  const made = await createCalendar(world.deps, world.caller, {
    name: 'Diary',
    timeZone: 'UTC',
    exclusive: 'none',
  })
  if (!made.ok) throw new Error(made.refusal.code)
  const startEpochSeconds = secondsOf('2026-04-21T18:00:00Z')
  const time = { startEpochSeconds, endEpochSeconds: startEpochSeconds + 3600 }
  await createCalendarEvent(world.deps, world.caller, made.value.id, {
    title: 'Choir',
    time,
  } as never)
  const read = async (from: string, to: string) => {
    const agenda = await readAgenda(deps(), world.caller, { ...range(from, to), providerIds: [] })
    return agenda.ok && agenda.value.events.map(({ title }) => title)
  }
  expect(await read('17:00', '18:30')).toEqual(['Choir'])
  expect(await read('19:00', '20:00')).toEqual([])
})
