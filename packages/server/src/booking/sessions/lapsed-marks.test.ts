import { sessionOwnerId } from '@holdfast/engine'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { classParties } from '../../../tests/support/class-parties.ts'
import { countFromItem } from '../../kernel/items/count-item.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { counterKey } from '../../ledger/keys.ts'
import { inspect } from '../../ops/doctor/inspect.ts'
import { repair } from '../../ops/doctor/repair.ts'
import { cancelBooking } from '../bookings/change-booking.ts'
import type { EventType } from '../event-types/event-type.ts'
import { cancelSession } from './cancel-session.ts'
import { rescheduleSession } from './reschedule-session.ts'

let world: BookingWorld
let classes: ReturnType<typeof classParties>
beforeEach(async () => {
  world = await openBookingWorld()
  classes = classParties(world)
})
afterEach(() => world.close())

const NINE = '2026-04-27T09:00:00Z'
const ELEVEN = '2026-04-27T11:00:00Z'
const THIRTEEN = '2026-04-27T13:00:00Z'

const at = (type: EventType, start: string) => ({
  eventTypeId: type.id,
  startEpochSeconds: secondsOf(start),
})
const move = (type: EventType, start: string, to: string) =>
  rescheduleSession(world.deps, world.caller, at(type, start), secondsOf(to))

/** The stored count of classes on 27 April. */
async function classesOfDay(type: EventType) {
  const key = counterKey(`${type.id}:day:2026-04-27`)
  const [item] = await readItems(world.store, [key])
  return { key, count: countFromItem(item) }
}

const findings = async () =>
  (await inspect({ store: world.store, clock: world.clock })).findings.map(({ code }) => code)

/** A class at nine whose only seat was held and has lapsed, before anything has cleaned up. */
async function lapsedAtNine(type: EventType) {
  await classes.party(type, NINE, { isHeld: true })
  world.moveTo('2026-04-20T09:00:00Z')
}

test('a class that moves to where the holds of another one lapsed leaves none of its marks', async () => {
  const type = await classes.type({ limits: { perDay: 3 } })
  await lapsedAtNine(type)
  const party = await classes.party(type, ELEVEN)
  unwrap(await move(type, ELEVEN, NINE))
  expect((await classesOfDay(type)).count).toMatchObject({ used: 1, holds: [] })
  unwrap(await move(type, NINE, THIRTEEN))
  expect((await classesOfDay(type)).count).toMatchObject({ used: 1, holds: [] })
  await classes.follow()
  unwrap(await cancelBooking(world.deps, world.caller, party.id, {}))
  expect((await classesOfDay(type)).count).toMatchObject({ used: 0, holds: [] })
  expect(await findings()).toEqual([])
})

test('a held class that moves to where another one lapsed has one mark of its own', async () => {
  const type = await classes.type({ limits: { perDay: 2 } })
  await lapsedAtNine(type)
  const { holdExpiresAtEpochSeconds } = await classes.party(type, ELEVEN, { isHeld: true })
  unwrap(await move(type, ELEVEN, NINE))
  const ownerId = sessionOwnerId(type.id, secondsOf(NINE))
  const mark = { ownerId, amount: 1, expiresAtEpochSeconds: holdExpiresAtEpochSeconds }
  expect((await classesOfDay(type)).count).toMatchObject({ used: 1, holds: [mark] })
  expect(await findings()).toEqual([])
})

test('a class that is cancelled after its holds lapsed gives back what it counted', async () => {
  const type = await classes.type({ limits: { perDay: 3 } })
  await lapsedAtNine(type)
  unwrap(await cancelSession(world.deps, world.caller, at(type, NINE), undefined))
  expect((await classesOfDay(type)).count).toMatchObject({ used: 0, holds: [] })
  await classes.follow()
  expect(await findings()).toEqual([])
})

test('the doctor removes the lapsed mark of a class that an earlier version left in a limit', async () => {
  const type = await classes.type({ limits: { perDay: 3 } })
  await classes.party(type, NINE)
  const { key, count } = await classesOfDay(type)
  const ownerId = sessionOwnerId(type.id, secondsOf(NINE))
  const mark = { ownerId, amount: 1, expiresAtEpochSeconds: secondsOf('2026-04-20T07:00:00Z') }
  const next = { used: 2, holds: [mark] }
  await world.store.transact([{ kind: 'count-replace', key, ifRev: count.rev, next }], 'left')
  expect(await findings()).toEqual(['count_mark_without_owner'])
  await repair(world.deps, (await inspect(world.deps)).findings)
  expect((await classesOfDay(type)).count).toMatchObject({ used: 1, holds: [] })
  expect(await findings()).toEqual([])
})
