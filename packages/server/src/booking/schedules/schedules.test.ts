import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { everyDayOf } from '../../../tests/support/slot-starts.ts'
import { storeInterruptedBefore } from '../../../tests/support/store-with.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { deleteEventType } from '../bookings/event-type-deletion.ts'
import { updateEventType } from '../event-types/event-types.ts'
import { createProvider, updateProvider } from '../provider-changes/save-provider.ts'
import { deleteProvider } from '../providers/provider-deletion.ts'
import { scheduleUsersEntity } from './schedule.ts'
import { SCHEDULE_USERS_MAX } from './schedule-users.ts'
import { createSchedule, deleteSchedule, getSchedule, updateSchedule } from './schedules.ts'

let world: BookingWorld
beforeEach(async () => {
  world = await openBookingWorld()
})
afterEach(() => world.close())

const HOURS = { name: 'Office', timeZone: 'UTC', availabilityRules: everyDayOf('09:00', '17:00') }
const make = async () => unwrap(await createSchedule(world.deps, world.caller, HOURS))
const remove = (id: string, deps = world.deps) => deleteSchedule(deps, world.caller, id)
const inUse = (scheduleId: string, userIds: readonly string[]) => ({
  ok: false,
  refusal: { code: 'schedule_in_use', scheduleId, userIds },
})
const DELETED = { ok: true, value: undefined }
const notFound = (id: string) => ({
  ok: false,
  refusal: { code: 'not_found', resource: 'schedule', id },
})
const usersOf = async (id: string) => {
  const items = await world.items(`SCHEDULE#${id}`)
  return items.find(({ SK }) => SK === 'USERS')?.userIds
}

describe('the users of a schedule', () => {
  test('are recorded as they begin and stop to use it', async () => {
    const [one, two] = [await make(), await make()]
    const provider = await world.provider({ scheduleId: one.id })
    const type = await world.eventType({ availabilityRules: null, scheduleId: one.id })
    expect(await usersOf(one.id)).toEqual([provider.id, type.id])
    const change = { scheduleId: two.id }
    unwrap(await updateProvider(world.deps, world.caller, provider.id, change))
    unwrap(await updateEventType(world.deps, world.caller, type.id, change))
    expect([await usersOf(one.id), await usersOf(two.id)]).toEqual([[], [provider.id, type.id]])
    unwrap(await updateProvider(world.deps, world.caller, provider.id, { scheduleId: null }))
    unwrap(await deleteEventType(world.deps, world.caller, type.id))
    expect(await usersOf(two.id)).toEqual([])
  })

  test('are left alone by a change that keeps the schedule', async () => {
    const { id: scheduleId } = await make()
    const provider = await world.provider({ scheduleId })
    unwrap(await updateProvider(world.deps, world.caller, provider.id, { name: 'Ada', scheduleId }))
    const [, users] = await world.items(`SCHEDULE#${scheduleId}`)
    expect(users).toMatchObject({ version: 2, userIds: [provider.id] })
  })

  test('do not include a provider that was deleted', async () => {
    const { id: scheduleId } = await make()
    const provider = await world.provider({ scheduleId })
    unwrap(await deleteProvider(world.deps, world.caller, provider.id))
    expect(await usersOf(scheduleId)).toEqual([])
  })

  test('are bounded in number', async () => {
    const { id: scheduleId, accountId } = await make()
    const users = { scheduleId, accountId, version: 1, userIds: [] }
    const userIds = Array.from({ length: SCHEDULE_USERS_MAX - 1 }, (_, n) => `prv_${n}`)
    const filled = { ...users, version: 2, userIds }
    await world.store.transact([scheduleUsersEntity.replace(users, filled)], 'fill')
    await world.provider({ scheduleId })
    const more = { name: 'One more', timeZone: 'UTC', scheduleId }
    expect(await createProvider(world.deps, world.caller, more)).toMatchObject({
      ok: false,
      refusal: { code: 'validation_failed', errors: [{ pointer: '/scheduleId' }] },
    })
  })
})

describe('the deletion of a schedule', () => {
  test('is refused with everybody who uses it, until nobody does', async () => {
    const { id: scheduleId } = await make()
    const provider = await world.provider({ scheduleId })
    const type = await world.eventType({ availabilityRules: null, scheduleId })
    expect(await remove(scheduleId)).toEqual(inUse(scheduleId, [provider.id, type.id]))
    unwrap(await updateProvider(world.deps, world.caller, provider.id, { scheduleId: null }))
    expect(await remove(scheduleId)).toEqual(inUse(scheduleId, [type.id]))
    unwrap(await deleteEventType(world.deps, world.caller, type.id))
    expect(await remove(scheduleId)).toEqual(DELETED)
    expect(await world.items(`SCHEDULE#${scheduleId}`)).toEqual([])
  })

  test('is refused to a provider that takes it at the same moment', async () => {
    const { id: scheduleId } = await make()
    const isDeletion = (write: Write) =>
      write.kind === 'delete-if-version' && write.key.PK.startsWith('SCHEDULE#')
    const taken: string[] = []
    const store = storeInterruptedBefore(world.store, isDeletion, async () => {
      taken.push((await world.provider({ scheduleId })).id)
    })
    expect(await remove(scheduleId, { ...world.deps, store })).toEqual(inUse(scheduleId, taken))
    expect(await getSchedule(world.deps, world.caller, scheduleId)).toMatchObject({ ok: true })
  })

  test('wins over a provider and an event type that take it a moment later', async () => {
    const isUse = (write: Write) => write.kind === 'put-if-version' && write.item.SK === 'USERS'
    const interrupted = (scheduleId: string) => ({
      ...world.deps,
      store: storeInterruptedBefore(world.store, isUse, () => remove(scheduleId)),
    })
    const [one, two] = [await make(), await make()]
    const provider = await world.provider()
    const change = { scheduleId: one.id }
    expect(await updateProvider(interrupted(one.id), world.caller, provider.id, change)).toEqual(
      notFound(one.id),
    )
    const type = await world.eventType()
    const hours = { availabilityRules: null, scheduleId: two.id }
    expect(await updateEventType(interrupted(two.id), world.caller, type.id, hours)).toEqual(
      notFound(two.id),
    )
    const kept = [
      ...(await world.items(`PROVIDER#${provider.id}`)),
      ...(await world.items(`EVENTTYPE#${type.id}`)),
    ]
    expect(kept.some((item) => 'scheduleId' in item)).toBe(false)
  })

  test('under an outdated version is refused with both versions', async () => {
    const { id } = await make()
    unwrap(await updateSchedule(world.deps, world.caller, id, { name: 'Summer' }))
    const caller = { ...world.caller, ifVersion: 1 }
    expect(await deleteSchedule(world.deps, caller, id)).toEqual({
      ok: false,
      refusal: { code: 'version_mismatch', expected: 1, actual: 2 },
    })
  })
})

test('a schedule of another account is neither found nor used', async () => {
  const { id } = unwrap(await createSchedule(world.deps, world.stranger, HOURS))
  expect(await getSchedule(world.deps, world.caller, id)).toEqual(notFound(id))
  expect(await updateSchedule(world.deps, world.caller, id, { name: 'Mine' })).toEqual(notFound(id))
  expect(await remove(id)).toEqual(notFound(id))
  const input = { name: 'Ada', timeZone: 'UTC', scheduleId: id }
  expect(await createProvider(world.deps, world.caller, input)).toEqual(notFound(id))
})

test('two changes of a schedule at once are both applied', async () => {
  const { id } = await make()
  const isChange = (write: Write) => write.kind === 'put-if-version'
  const store = storeInterruptedBefore(world.store, isChange, () =>
    updateSchedule(world.deps, world.caller, id, { timeZone: 'Europe/Berlin' }),
  )
  const changed = await updateSchedule({ ...world.deps, store }, world.caller, id, { name: 'Both' })
  expect(changed).toMatchObject({
    value: { version: 3, name: 'Both', timeZone: 'Europe/Berlin' },
  })
})
