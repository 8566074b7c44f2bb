import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { withCalendars } from '../../../tests/support/dependencies.ts'
import { createMemoryVault } from '../../../tests/support/memory-vault.ts'
import { setEventTypeStatus } from '../../booking/event-types/event-types.ts'
import { readOfferedClasses } from './offered-classes.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
afterAll(() => world.close())

const offered = async (providerIds: readonly string[], from: string, to: string) => {
  const deps = withCalendars(world.deps, { freeBusy: {}, vault: createMemoryVault() })
  const range = { fromEpochSeconds: secondsOf(from), toEpochSeconds: secondsOf(to) }
  return unwrap(await readOfferedClasses(deps, world.caller, { ...range, providerIds }))
}
const hoursOf = ({ data }: Awaited<ReturnType<typeof offered>>) =>
  data.map(({ startEpochSeconds }) => (startEpochSeconds % 86_400) / 3600)
const yoga = () => world.eventType({ seats: { capacity: 5 }, confirmation: 'instant' })

test('a class that nobody has booked is offered at each of its starts, with its room for all', async () => {
  const type = await yoga()
  const found = await offered([type.providerId], '2026-04-21T09:00:00Z', '2026-04-21T10:00:00Z')
  expect(found).toEqual({
    isComplete: true,
    data: [
      {
        eventTypeId: type.id,
        providerId: type.providerId,
        startEpochSeconds: secondsOf('2026-04-21T09:00:00Z'),
        endEpochSeconds: secondsOf('2026-04-21T10:00:00Z'),
        capacity: 5,
      },
    ],
  })
})

test('a class is in the range if it starts in it, half open, to the second', async () => {
  const { providerId } = await yoga()
  const at = async (from: string, to: string) =>
    hoursOf(await offered([providerId], `2026-04-21T${from}Z`, `2026-04-21T${to}Z`))
  expect(await at('09:00:00', '12:00:00')).toEqual([9, 10, 11])
  expect(await at('09:00:01', '11:00:01')).toEqual([10, 11])
  expect(await at('09:00:01', '10:00:00')).toEqual([])
})

test('a class with a booking is no longer among those that nobody has booked', async () => {
  const type = await yoga()
  await world.book(type.id, '2026-04-21T10:00:00Z')
  const hours = async () =>
    hoursOf(await offered([type.providerId], '2026-04-21T09:00:00Z', '2026-04-21T12:00:00Z'))
  expect(await hours()).toEqual([9, 11])
})

test('only active classes of the providers that are asked for are offered', async () => {
  const [one, other] = [await yoga(), await yoga()]
  const alone = await world.eventType()
  const ids = async (...providerIds: readonly string[]) => {
    const { data } = await offered(providerIds, '2026-04-21T09:00:00Z', '2026-04-21T10:00:00Z')
    return data.map(({ eventTypeId }) => eventTypeId).toSorted()
  }
  expect(await ids()).toEqual([])
  expect(await ids(one.providerId)).toEqual([one.id])
  expect(await ids(one.providerId, other.providerId)).toEqual([one.id, other.id].toSorted())
  expect(await ids(alone.providerId)).toEqual([])
  unwrap(await setEventTypeStatus(world.deps, world.caller, other.id, 'inactive'))
  expect(await ids(one.providerId, other.providerId)).toEqual([one.id])
})

test('more than 25 classes at once are cut, and the answer says that it is not complete', async () => {
  const own = await openBookingWorld()
  try {
    const provider = await own.provider()
    const deps = withCalendars(own.deps, { freeBusy: {}, vault: createMemoryVault() })
    const read = async () => {
      const query = {
        fromEpochSeconds: secondsOf('2026-04-21T09:00:00Z'),
        toEpochSeconds: secondsOf('2026-04-21T10:00:00Z'),
        providerIds: [provider.id],
      }
      const { data, isComplete } = unwrap(await readOfferedClasses(deps, own.caller, query))
      return [data.length, isComplete]
    }
    const add = () => own.eventType({ providerId: provider.id, seats: { capacity: 2 } })
    for (let made = 0; made < 25; made += 1) await add()
    expect(await read()).toEqual([25, true])
    await add()
    expect(await read()).toEqual([25, false])
  } finally {
    await own.close()
  }
})
