import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { createSchedule } from '../../booking/schedules/schedules.ts'
import { createApiKey } from '../../identity/api-keys/api-keys.ts'
import { identityFinding } from '../../identity/findings.ts'
import type { Item } from '../../kernel/ports/store.ts'
import { createCalendar, deleteCalendar } from '../../stays/calendars/calendars.ts'
import { createCalendarEvent } from '../../stays/calendars/events.ts'
import { inspect } from './inspect.ts'
import { repair } from './repair.ts'

let world: BookingWorld
beforeEach(async () => {
  world = await openBookingWorld()
})
afterEach(() => world.close())

/** Deletes an item as a mistake would, past all rules. */
const lose = async ({ PK, SK }: Item) => {
  const outcome = await world.store.transact(
    [{ kind: 'delete', key: { PK, SK } }],
    [PK, SK].join(' '),
  )
  expect(outcome.committed).toBe(true)
}
const codes = async () =>
  (await inspect({ store: world.store, clock: world.clock })).findings.map(({ code }) => code)

/** Repairs until nothing more can be; answers the codes that were repaired. */
async function repairAll(): Promise<readonly string[]> {
  const { findings } = await inspect({ store: world.store, clock: world.clock })
  const { repaired } = await repair(world.deps, findings)
  return repaired.map(({ code }) => code)
}

async function diary() {
  const calendar = { name: 'Diary', timeZone: 'UTC', exclusive: 'none' } as const
  const { id } = unwrap(await createCalendar(world.deps, world.caller, calendar))
  const startEpochSeconds = Date.parse('2026-05-04T09:00:00Z') / 1000
  const time = { startEpochSeconds, endEpochSeconds: startEpochSeconds + 3600 }
  unwrap(await createCalendarEvent(world.deps, world.caller, id, { title: 'Choir', time } as never))
  return id
}

test('what a lost calendar left is removed', async () => {
  const id = await diary()
  await lose(await metadataOf(`CALENDAR#${id}`))
  expect(await codes()).toContain('calendar_contents_orphaned')
  expect(await repairAll()).toContain('calendar_contents_orphaned')
  expect(await codes()).not.toContain('calendar_contents_orphaned')
})

const metadataOf = async (partition: string): Promise<Item> => {
  const found = (await world.items(partition)).find(({ SK }) => SK === '#METADATA')
  if (found === undefined) throw new Error(`no ${partition}`)
  return found
}

test('the copy of an event by time is made again from the event, and a removal that was lost', async () => {
  const id = await diary()
  const copy = (await world.items(`CALENDAR#${id}`)).find(({ SK }) => SK.startsWith('EVENT#'))
  await lose(copy as Item)
  expect(await codes()).toEqual(['calendar_event_copy_missing'])
  expect(await repairAll()).toEqual(['calendar_event_copy_missing'])
  expect(await codes()).toEqual([])
  unwrap(await deleteCalendar(world.deps, world.caller, id))
  const removal = (await world.items('CALENDARREMOVAL')).at(0)
  if (removal === undefined) throw new Error('no removal')
  await lose(removal)
  expect(await codes()).toEqual(['calendar_removal_missing'])
  expect(await repairAll()).toEqual(['calendar_removal_missing'])
  expect(await codes()).toEqual([])
})

test('a schedule knows who uses it again after its record was lost, and forgets who is gone', async () => {
  const made = await createSchedule(world.deps, world.caller, {
    name: 'Mornings',
    timeZone: 'UTC',
    availabilityRules: [{ weekday: 'monday', windows: [{ start: '09:00', end: '12:00' }] }],
  })
  const { id: scheduleId } = unwrap(made)
  const provider = await world.provider({ scheduleId })
  expect(await codes()).toEqual([])
  const record = async () =>
    (await world.items(`SCHEDULE#${scheduleId}`)).find(({ userIds }) => userIds !== undefined)
  await lose((await record()) as Item)
  expect(await codes()).toContain('schedule_users_missing')
  await repairAll()
  await repairAll()
  expect((await record())?.userIds).toEqual([provider.id])
  expect(await codes()).toEqual([])
  for (const item of await world.items(`PROVIDER#${provider.id}`)) await lose(item)
  for (const item of await world.items('PROVIDERSLUG#')) await lose(item)
  expect(await codes()).toContain('schedule_user_stale')
  expect(await repairAll()).toContain('schedule_user_stale')
  expect((await record())?.userIds).toEqual([])
})

test('a finding that is no longer true repairs nothing: the key of an account stays valid', async () => {
  unwrap(
    await createApiKey({ deps: world.deps, isProvider: async () => true }, world.caller, {
      name: 'till',
    }),
  )
  const hashes = async () => (await world.items('APIKEY#')).map(({ PK }) => PK)
  const before = await hashes()
  expect(before).toHaveLength(1)
  for (const PK of before) {
    const untrue = identityFinding('api_key_hash_stale', [{ PK, SK: '#METADATA' }], 'It is not so.')
    await repair(world.deps, [untrue])
  }
  expect(await hashes()).toEqual(before)
})
