import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PUBLIC_CAPS } from '../../src/identity/limits/cap-sizes.ts'
import { formatEntity } from '../../src/kernel/format.ts'
import { formatKey } from '../../src/kernel/keys.ts'
import { runErasures } from '../../src/ops/privacy/run-erasures.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { makeEventType } from './support/fixtures.ts'
import { newAddress } from './support/people.ts'
import { workOnce } from './support/work.ts'

const NORA = { name: 'Nora Berg', phone: '044 333 44 55' }

/** Six bookings for one address or number; of everything else as many as these tests make. */
const CAPS = { ...PUBLIC_CAPS, bookings: { tenMinutes: 999, day: 999 }, dayShare: 100 }

let server: TestApp
let eventTypeId: string
let heldId: string
beforeAll(async () => {
  server = await openTestApp({ settings: { publicCaps: CAPS } })
  eventTypeId = (await makeEventType(server.call, { confirmation: 'instant' })).id
  heldId = (await makeEventType(server.call, { confirmation: 'hold' })).id
})
afterAll(() => server.close())

let hour = 0
const nextStart = () => {
  const day = 27 + Math.floor(hour / 8)
  const start = `2026-04-${day}T${String(7 + (hour % 8)).padStart(2, '0')}:00:00Z`
  hour += 1
  return start
}
const post = (path: string, body: object, from = newAddress()) =>
  server.call('POST', path, { key: null, from, body })
const book = (booker: object, more: object = {}) =>
  post('/v1/public/bookings', { eventTypeId, start: nextStart(), booker, ...more })
const format = async () => (await formatEntity.read(server.deps.store, formatKey))?.format
const contactOf = async (bookingId: string) => {
  const { body } = await server.call('GET', `/v1/bookings/${bookingId}`)
  return (await server.call('GET', `/v1/contacts/${body.booker.contactId}`)).body
}

describe('an account that takes no phone numbers', () => {
  test('refuses a public booking without an email address, and one with neither', async () => {
    const phone = await book(NORA)
    expect([phone.status, phone.body.errors]).toEqual([
      422,
      [
        {
          pointer: '/booker/email',
          message: 'is required: this account takes no bookings by phone alone',
        },
      ],
    ])
    const neither = await book({ name: 'Nora Berg' })
    expect([neither.status, neither.body.errors]).toEqual([
      422,
      [
        {
          pointer: '/booker/email',
          message: 'is required, or `phone` where the account takes bookings by phone',
        },
      ],
    ])
    expect(await format()).toBeUndefined()
  })
})

describe('an account that takes phone numbers', () => {
  beforeAll(async () => {
    const body = { bookerContact: 'emailOrPhone', country: 'CH' }
    const got = await server.call('PATCH', '/v1/account', { body })
    expect([got.status, got.body.bookerContact]).toEqual([200, 'emailOrPhone'])
  })

  test('has raised the format of the store with the setting', async () => {
    expect(await format()).toBe(2)
  })

  test('books a local number as one of its country, and shows nobody without a key the contact', async () => {
    const got = await book(NORA)
    expect(got.status).toBe(201)
    expect(got.body.booker).toEqual({
      name: 'Nora Berg',
      email: null,
      timeZone: null,
      locale: null,
      phone: '+41443334455',
    })
    await workOnce(server.deps)
    expect(await contactOf(got.body.id)).toMatchObject({
      name: 'Nora Berg',
      email: null,
      phone: '+41443334455',
      bookingCount: 1,
    })
  })

  test('makes one person of one number and name, also of two bookings at once, and two of two names', async () => {
    const lena = { name: 'Lena Vogt', phone: '+41 44 333 44 66' }
    const both = await Promise.all([book(lena), book({ ...lena, name: 'LENA Vogt' })])
    const other = await book({ name: 'Lars Vogt', phone: lena.phone })
    await workOnce(server.deps)
    const people = await server.call('GET', '/v1/contacts?phone=%2B41443334466')
    const counts = people.body.data.map(({ name, bookingCount }) => [
      String(name).toLowerCase(),
      bookingCount,
    ])
    expect(counts.toSorted()).toEqual([
      ['lars vogt', 1],
      ['lena vogt', 2],
    ])
    expect([both[0]?.status, both[1]?.status, other.status]).toEqual([201, 201, 201])
  })

  test('joins the contact that the desk made with that number and name, and renames nobody', async () => {
    const made = await server.call('POST', '/v1/contacts', {
      body: { name: 'Déa Desk', phone: '044 333 44 77' },
    })
    const got = await book({ name: 'Dea desk', phone: '+41443334477' })
    await workOnce(server.deps)
    expect(await contactOf(got.body.id)).toMatchObject({
      id: made.body.id,
      name: 'Déa Desk',
      bookingCount: 1,
    })
  })

  test('confirms a hold with a phone number, and again the same, but for nobody else', async () => {
    const held = await post('/v1/public/bookings', { eventTypeId: heldId, start: nextStart() })
    expect(held.status).toBe(202)
    const confirm = (booker: object) =>
      server.call('POST', `/v1/bookings/${held.body.id}/confirm`, {
        key: null,
        from: newAddress(),
        headers: { authorization: `Bearer ${held.body.manageToken}` },
        body: { booker },
      })
    const confirmed = await confirm(NORA)
    expect([confirmed.status, confirmed.body.booker?.phone]).toEqual([200, '+41443334455'])
    expect((await confirm(NORA)).status).toBe(200)
    expect((await confirm({ ...NORA, phone: '044 333 44 99' })).status).toBe(409)
    const read = await server.call('GET', `/v1/bookings/${held.body.id}`, {
      key: null,
      headers: { authorization: `Bearer ${held.body.manageToken}` },
    })
    expect([read.body.status, read.body.booker.email]).toEqual(['confirmed', null])
  })

  test('books a group with a phone number', async () => {
    const items = [nextStart(), nextStart()].map((start) => ({ eventTypeId, start }))
    const got = await post('/v1/public/booking-groups', { items, booker: NORA })
    expect(got.status).toBe(201)
    const bookings = got.body.bookings as readonly Body[]
    const phones = bookings.map(({ booker }) => booker.phone)
    expect(phones).toEqual(['+41443334455', '+41443334455'])
    expect(JSON.stringify(got.body)).not.toContain('cnt_')
  })

  test('refuses a number that is none, and a number of no country', async () => {
    const got = await book({ name: 'Nora Berg', phone: '12' })
    expect([got.status, got.body.errors[0].pointer]).toEqual([422, '/booker/phone'])
  })

  test('limits how many bookings one number has, under any name', async () => {
    const limited = await makeEventType(server.call, {
      confirmation: 'instant',
      limits: { perBooker: 1 },
    })
    const mine = (name: string) =>
      book({ name, phone: '+41443334488' }, { eventTypeId: limited.id })
    const both = await Promise.all([mine('Ann'), mine('Bob')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const third = await mine('Cid')
    expect([third.status, third.body.code, third.body.limit]).toEqual([
      409,
      'limit_reached',
      'perBooker',
    ])
  })

  test('gives one start to one of two phones at once', async () => {
    const start = nextStart()
    const both = await Promise.all(
      ['+41443334411', '+41443334412'].map((phone) =>
        post('/v1/public/bookings', { eventTypeId, start, booker: { name: 'Race', phone } }),
      ),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  test('counts the bookings of one address for one number', async () => {
    const from = newAddress()
    const statuses: number[] = []
    for (let time = 0; time < 7; time += 1) {
      const body = {
        eventTypeId,
        start: nextStart(),
        booker: { name: `Cap ${time}`, phone: '+41443334422' },
      }
      statuses.push((await post('/v1/public/bookings', body, from)).status)
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 429])
  })

  test('erases the person with all bookings of the number and name, and exports them before', async () => {
    const got = await book({ name: 'Era Sed', phone: '+41443334433' })
    await workOnce(server.deps)
    const { id } = await contactOf(got.body.id)
    const exported = await server.call('POST', `/v1/contacts/${id}/export`)
    expect(exported.body.bookings).toHaveLength(1)
    expect(JSON.stringify(exported.body)).toContain('+41443334433')
    const erased = await server.call('POST', `/v1/contacts/${id}/erase`, { body: { cancel: true } })
    expect(erased.status).toBe(202)
    await workOnce(server.deps)
    for (let round = 0; round < 3; round += 1) {
      while ((await runErasures(server.deps, 20)).more);
      server.clock.moveTo(server.clock.nowEpochMilliseconds() + 121_000)
    }
    const left = await server.call('GET', `/v1/bookings/${got.body.id}`)
    expect(left.body).toMatchObject({
      status: 'cancelled',
      booker: { name: 'Erased', phone: null },
    })
    expect((await server.call('GET', `/v1/contacts/${id}`)).status).toBe(404)
  })

  test('asks for an email address on a wait list, since offers are sent by email', async () => {
    const line = await makeEventType(server.call, { waitlist: { offerMinutes: 30 } })
    const got = await post('/v1/public/waitlist', {
      eventTypeId: line.id,
      from: '2026-04-27',
      to: '2026-04-29',
      booker: NORA,
    })
    expect([got.status, got.body.errors[0].pointer]).toEqual([422, '/booker/email'])
  })
})

test('a server that confirms bookings by email takes none by phone alone', async () => {
  const guarded = await openTestApp({ settings: { publicGuard: 'email' } })
  await guarded.call('PATCH', '/v1/account', {
    body: { bookerContact: 'emailOrPhone', country: 'CH' },
  })
  const type = await makeEventType(guarded.call, { confirmation: 'instant' })
  const got = await guarded.call('POST', '/v1/public/bookings', {
    key: null,
    body: { eventTypeId: type.id, start: '2026-04-27T07:00:00Z', booker: NORA },
  })
  expect([got.status, got.body.errors]).toEqual([
    422,
    [{ pointer: '/booker/email', message: 'is required: bookings here are confirmed by email' }],
  ])
  await guarded.close()
})
