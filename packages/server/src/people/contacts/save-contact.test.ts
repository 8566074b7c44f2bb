import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { updateAccount } from '../../identity/accounts/accounts.ts'
import { checkFormat, FORMAT, formatEntity } from '../../kernel/format.ts'
import { formatKey } from '../../kernel/keys.ts'
import { getContact, listContacts } from './contacts.ts'
import { createContact, updateContact } from './save-contact.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld('sqlite')
})
afterAll(() => world.close())

const add = (input: Parameters<typeof createContact>[2]) =>
  createContact(world.deps, world.caller, input)
const change = (id: string, to: Parameters<typeof updateContact>[3]) =>
  updateContact(world.deps, world.caller, id, to)
const listed = async (filter: Parameters<typeof listContacts>[2] = {}) =>
  (await listContacts(world.deps, world.caller, filter, { limit: 100 })).data
const read = async (id: string) => unwrap(await getContact(world.deps, world.caller, id))
const format = () => formatEntity.read(world.store, formatKey)

test('an email address belongs to one contact', async () => {
  const ada = unwrap(await add({ name: 'Ada', email: 'ada@example.com' }))
  expect(ada).toMatchObject({ version: 1, name: 'Ada', email: 'ada@example.com', bookingCount: 0 })
  expect(await add({ name: 'Somebody else', email: 'ada@example.com' })).toEqual({
    ok: false,
    refusal: { code: 'contact_exists', email: 'ada@example.com', contactId: ada.id },
  })
  const joan = unwrap(await add({ name: 'Joan', email: 'joan@example.com' }))
  expect(await change(joan.id, { email: 'ada@example.com' })).toEqual({
    ok: false,
    refusal: { code: 'contact_exists', email: 'ada@example.com', contactId: ada.id },
  })
  expect(await read(joan.id)).toEqual(joan)
})

test('of many contacts that are added at once with one address, one is added', async () => {
  const all = await Promise.all(
    ['A', 'B', 'C', 'D'].map((name) => add({ name, email: 'race@example.com' })),
  )
  expect(all.filter(({ ok }) => ok)).toHaveLength(1)
  expect((await listed({ email: 'race@example.com' })).map(({ version }) => version)).toEqual([1])
})

test('two people with one phone number are two people, and both are found by it', async () => {
  const phone = '+41 44 333 44 55'
  const one = unwrap(await add({ name: 'Vera', phone, email: 'vera@example.com' }))
  const other = unwrap(await add({ name: 'Vera', phone }))
  expect([one.phone, other.phone]).toEqual(['+41443334455', '+41443334455'])
  const found = await listed({ phone: '+41443334455' })
  expect(found.map(({ id }) => id).toSorted()).toEqual([one.id, other.id].toSorted())
  expect(await listed({ phone: '+4144333445' })).toEqual([])
})

test('a contact that gets another number is found by that one alone', async () => {
  const { id } = unwrap(await add({ name: 'Max', phone: '+41443334466' }))
  unwrap(await change(id, { phone: '+41443334477' }))
  expect(await listed({ phone: '+41443334466' })).toEqual([])
  expect(await listed({ phone: '+41443334477' })).toMatchObject([{ id, name: 'Max' }])
  unwrap(await change(id, { phone: null }))
  expect(await listed({ phone: '+41443334477' })).toEqual([])
})

test('a number without a country code is one of the country of the account', async () => {
  expect(await add({ name: 'Eve', phone: '030 901820' })).toEqual({
    ok: false,
    refusal: {
      code: 'validation_failed',
      errors: [
        {
          pointer: '/phone',
          message:
            'must be a phone number with its country code, such as +41443334455; got "030 901820"',
        },
      ],
    },
  })
  unwrap(await updateAccount(world.deps, world.caller, { country: 'DE' }))
  expect(unwrap(await add({ name: 'Eve', phone: '030 901820' })).phone).toBe('+4930901820')
  expect(unwrap(await add({ name: 'Eve', phone: '+44 20 7946 0000' })).phone).toBe('+442079460000')
})

test('people with the same name and nothing else are not merged, and come last in the list', async () => {
  const ids = [await add({ name: 'Walk-in' }), await add({ name: 'Walk-in' })].map(
    (added) => unwrap(added).id,
  )
  const all = await listed()
  expect(new Set(ids).size).toBe(2)
  expect(
    all
      .slice(-2)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(ids.toSorted())
  expect(all.findIndex(({ email }) => email === undefined)).toBe(
    all.filter(({ email }) => email !== undefined).length,
  )
})

test('the first contact without an address raises the format of the store, and no other does', async () => {
  const own = await openBookingWorld('sqlite')
  const stored = () => formatEntity.read(own.store, formatKey)
  unwrap(await createContact(own.deps, own.caller, { name: 'Ada', email: 'ada@example.com' }))
  expect(await stored()).toBeUndefined()
  const { id } = unwrap(
    await createContact(own.deps, own.caller, { name: 'Ed', email: 'ed@example.com' }),
  )
  unwrap(await updateContact(own.deps, own.caller, id, { email: null }))
  expect(await stored()).toEqual({ format: 2, needs: '3.0.0', version: 1 })
  await Promise.all(['A', 'B'].map((name) => createContact(own.deps, own.caller, { name })))
  expect(await stored()).toEqual({ format: 2, needs: '3.0.0', version: 1 })
  expect(FORMAT).toBe(2)
  await checkFormat(own.store)
  await own.close()
})

test('a contact keeps its id when it gets, changes and loses its address', async () => {
  const { id } = unwrap(await add({ name: 'Ida' }))
  unwrap(await change(id, { email: 'ida@example.com' }))
  expect(await listed({ email: 'ida@example.com' })).toMatchObject([{ id, version: 2 }])
  unwrap(await change(id, { email: 'ida@new.example.com', name: 'Ida B.' }))
  expect(await listed({ email: 'ida@example.com' })).toEqual([])
  expect(await read(id)).toMatchObject({
    id,
    version: 3,
    name: 'Ida B.',
    email: 'ida@new.example.com',
    earlierAddresses: [id, 'ida@example.com'],
  })
  // Somebody else may have the address that it gave up.
  unwrap(await add({ name: 'Heir', email: 'ida@example.com' }))
  const last = unwrap(await change(id, { email: null }))
  expect(last.email).toBeUndefined()
  expect(await read(id)).toEqual(last)
  expect((await format())?.format).toBe(2)
})

test('a change of a contact that moved meanwhile decides again', async () => {
  const { id } = unwrap(await add({ name: 'Two', email: 'two@example.com' }))
  await Promise.all([
    change(id, { email: 'two@new.example.com' }),
    change(id, { name: 'Two Hands' }),
    change(id, { phone: '+41443334488' }),
  ])
  expect(await read(id)).toMatchObject({
    version: 4,
    name: 'Two Hands',
    email: 'two@new.example.com',
    phone: '+41443334488',
  })
})
