import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  secondsOf,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import {
  createProperty,
  deleteProperty,
  getProperty,
  listProperties,
  updateProperty,
} from './properties.ts'
import { type Property, propertyProblems, propertyRepresentation } from './property.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
afterAll(() => world.close())

const BERLIN = { name: 'House', timeZone: 'Europe/Berlin' } as const

const create = async (more: object = {}): Promise<Property> =>
  unwrap(await createProperty(world.deps, world.caller, { ...BERLIN, ...more }))
const update = (id: string, change: Parameters<typeof updateProperty>[3], more: object = {}) =>
  updateProperty(world.deps, { ...world.caller, ...more }, id, change)
const remove = (id: string, more: object = {}) =>
  deleteProperty(world.deps, { ...world.caller, ...more }, id)
const withUnit = async () => {
  const { id } = await create()
  const unit = await world.provider({ kind: 'unit', propertyId: id, timeZone: 'Europe/Berlin' })
  return { id, unitId: unit.id }
}
const invalidZone = (timeZone: string) => ({
  ok: false,
  refusal: {
    code: 'validation_failed',
    errors: [
      {
        pointer: '/timeZone',
        message: `"${timeZone}" is not an IANA time zone; use a name such as "Europe/Berlin"`,
      },
    ],
  },
})
const notFound = (id: string) => ({
  ok: false,
  refusal: { code: 'not_found', resource: 'property', id },
})

test('guests arrive from three and leave until eleven, if a property does not say otherwise', async () => {
  const plain = await create()
  expect(plain).toMatchObject({
    ...BERLIN,
    version: 1,
    checkInMinute: 900,
    checkOutMinute: 660,
    unitIds: [],
    actor: { kind: 'system' },
    createdAtEpochSeconds: secondsOf('2026-04-20T08:00:00Z'),
    updatedAtEpochSeconds: secondsOf('2026-04-20T08:00:00Z'),
  })
  expect(plain).not.toHaveProperty('address')
  const own = await create({ checkInMinute: 0, checkOutMinute: 720, address: 'Seestr. 1' })
  expect(own).toMatchObject({ checkInMinute: 0, checkOutMinute: 720, address: 'Seestr. 1' })
  expect(unwrap(await getProperty(world.deps, world.caller, own.id))).toEqual(own)
})

test('a property has a time zone that exists', async () => {
  const zone = { ...BERLIN, timeZone: 'Europe/Bonn' }
  expect(await createProperty(world.deps, world.caller, zone)).toEqual(invalidZone('Europe/Bonn'))
  const { id } = await create()
  expect(await update(id, { timeZone: '' })).toEqual(invalidZone(''))
})

test('a change has what it names, and keeps the rest', async () => {
  const before = await create({ address: 'Seestr. 1' })
  world.moveTo('2026-04-20T09:00:00Z')
  const renewed = { version: 2, updatedAtEpochSeconds: secondsOf('2026-04-20T09:00:00Z') }
  const named = unwrap(await update(before.id, { name: 'Barn' }))
  expect(named).toEqual({ ...before, ...renewed, name: 'Barn' })
  const change = { timeZone: 'UTC', address: 'Seestr. 2', checkInMinute: 1, checkOutMinute: 0 }
  const changed = unwrap(await update(before.id, change))
  expect(changed).toEqual({ ...named, version: 3, ...change })
  const bare = unwrap(await update(before.id, { address: null }))
  expect(bare).not.toHaveProperty('address')
  expect(unwrap(await getProperty(world.deps, world.caller, before.id))).toEqual(bare)
})

test('the time zone stays while there are units, whose nights depend on it', async () => {
  const { id, unitId } = await withUnit()
  expect(await update(id, { timeZone: 'UTC' })).toEqual({
    ok: false,
    refusal: {
      code: 'validation_failed',
      errors: [
        {
          pointer: '/timeZone',
          message: 'cannot change while the property has units: nights depend on it',
        },
      ],
    },
  })
  const same = unwrap(await update(id, { timeZone: 'Europe/Berlin', name: 'Barn' }))
  expect(same).toMatchObject({ name: 'Barn', unitIds: [unitId] })
})

test('a property with units is not deleted, one without is gone', async () => {
  const { id, unitId } = await withUnit()
  expect(await remove(id)).toEqual({
    ok: false,
    refusal: { code: 'property_in_use', propertyId: id, unitIds: [unitId] },
  })
  const empty = await create()
  expect(await remove(empty.id)).toEqual({ ok: true, value: undefined })
  expect(await getProperty(world.deps, world.caller, empty.id)).toMatchObject(notFound(empty.id))
  expect(await remove(empty.id)).toMatchObject(notFound(empty.id))
})

test('a caller that expects an older version changes and deletes nothing', async () => {
  const { id } = await create()
  unwrap(await update(id, { name: 'Barn' }, { ifVersion: 1 }))
  const mismatch = { ok: false, refusal: { code: 'version_mismatch', expected: 1, actual: 2 } }
  expect(await update(id, { name: 'Hut' }, { ifVersion: 1 })).toEqual(mismatch)
  expect(await remove(id, { ifVersion: 1 })).toEqual(mismatch)
  expect(unwrap(await getProperty(world.deps, world.caller, id)).name).toBe('Barn')
})

test('nobody reads, changes or deletes the property of another account', async () => {
  const { id } = await create()
  expect(await getProperty(world.deps, world.stranger, id)).toMatchObject(notFound(id))
  expect(await update(id, { name: 'Mine' }, world.stranger)).toMatchObject(notFound(id))
  expect(await remove(id, world.stranger)).toMatchObject(notFound(id))
  const page = { limit: 100 }
  expect((await listProperties(world.deps, world.stranger, page)).data).toEqual([])
  const own = (await listProperties(world.deps, world.caller, page)).data.map((each) => each.id)
  expect(own).toContain(id)
  expect(own).toEqual(own.toSorted())
})

test('is shown with its times of day', async () => {
  const property = await create({ checkInMinute: 61 })
  expect(propertyRepresentation(property)).toMatchObject({
    id: property.id,
    ...BERLIN,
    address: null,
    checkInTime: '01:01',
    checkOutTime: '11:00',
    unitIds: [],
  })
})

test('a stored property has a known time zone, and each unit once', async () => {
  const property = await create()
  expect(propertyProblems({ ...property, unitIds: ['prv_1', 'prv_2'] })).toEqual([])
  expect(
    propertyProblems({ ...property, timeZone: 'Europe/Bonn', unitIds: ['prv_1', 'prv_1'] }),
  ).toEqual(['The time zone "Europe/Bonn" is unknown.', 'A unit is listed twice.'])
})
