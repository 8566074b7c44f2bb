import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { createProperty } from '../properties/properties.ts'
import { createEventType, setEventTypeStatus } from './event-types.ts'
import { listEventTypes } from './list-event-types.ts'

let world: BookingWorld
let ids: Record<'own' | 'other' | 'inactive' | 'room', string>
let providerIds: Record<'own' | 'room', string>
beforeAll(async () => {
  world = await openBookingWorld()
  const { deps, caller } = world
  const own = await world.provider()
  const house = { name: 'House', timeZone: 'UTC' }
  const property = unwrap(await createProperty(deps, caller, house))
  const unit = await world.provider({ kind: 'unit', propertyId: property.id })
  const room = { providerId: unit.id, grain: 'nights', slug: 'room', title: 'Room' } as const
  ids = {
    own: (await world.eventType({ providerId: own.id })).id,
    other: (await world.eventType()).id,
    inactive: (await world.eventType({ providerId: own.id })).id,
    room: unwrap(await createEventType(deps, caller, room as never)).id,
  }
  providerIds = { own: own.id, room: unit.id }
  unwrap(await setEventTypeStatus(deps, caller, ids.inactive, 'inactive'))
})
afterAll(() => world.close())

const list = async (filter: Parameters<typeof listEventTypes>[2], limit = 10) =>
  unwrap(await listEventTypes(world.deps, world.caller, filter, { limit }))
const names = async (filter: Parameters<typeof listEventTypes>[2], limit?: number) => {
  const { data } = await list(filter, limit)
  return data.map(({ id }) => Object.entries(ids).find(([, each]) => each === id)?.[0]).sort()
}

test('the event types of an account are those of time, if nights are not asked for', async () => {
  expect(await names({})).toEqual(['inactive', 'other', 'own'])
  expect(await names({ grain: 'nights' })).toEqual(['room'])
  expect(await names({ grain: 'any' })).toEqual(['inactive', 'other', 'own', 'room'])
})

test('those of one provider are found, of any grain', async () => {
  expect(await names({ providerId: providerIds.own })).toEqual(['inactive', 'own'])
  expect(await names({ providerId: providerIds.room })).toEqual([])
  expect(await names({ providerId: providerIds.room, grain: 'nights' })).toEqual(['room'])
  expect(await names({ providerId: providerIds.own, grain: 'any' })).toEqual(['inactive', 'own'])
})

test('those of a status are found, of the account and of one provider', async () => {
  expect(await names({ status: 'active' })).toEqual(['other', 'own'])
  expect(await names({ status: 'inactive' })).toEqual(['inactive'])
  expect(await names({ status: 'active', providerId: providerIds.own })).toEqual(['own'])
  expect(await names({ status: 'active', grain: 'any' })).toEqual(['other', 'own', 'room'])
})

test('a list of both grains goes on after a page', async () => {
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = { limit: 1, ...(cursor !== undefined && { cursor }) }
    const found = unwrap(await listEventTypes(world.deps, world.caller, { grain: 'any' }, page))
    expect(found.data.length).toBeLessThanOrEqual(1)
    seen.push(...found.data.map(({ id }) => id))
    cursor = found.cursor
  } while (cursor !== undefined)
  expect(seen.toSorted()).toEqual(Object.values(ids).toSorted())
})

test('nothing of another account is listed', async () => {
  const { deps, stranger } = world
  const found = await listEventTypes(deps, stranger, { grain: 'any' }, { limit: 10 })
  expect(unwrap(found).data).toEqual([])
  const { own: providerId } = providerIds
  expect(await listEventTypes(deps, stranger, { providerId }, { limit: 10 })).toMatchObject({
    ok: false,
    refusal: { code: 'not_found', resource: 'provider' },
  })
})
