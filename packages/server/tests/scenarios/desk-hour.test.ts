import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Booking, Contact } from '@holdfast/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectStatus, makeEventType, makeProvider, readBooking } from '../support/fixtures.ts'
import { createAgent, createHttpClient, type HttpClient } from '../support/http-client.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { until } from '../support/until.ts'

const API_KEY = 'hf_test_desk-hour-0123456789abcdef'
const PHONE = '+41443334455'

/** An order, as far as the books need it. */
interface Order {
  readonly due: number
  readonly entries: readonly { readonly method: string; readonly amount: number }[]
  readonly charges: readonly { readonly amountCaptured: number; readonly amountRefunded: number }[]
}

let dataDir: string
let server: ServerProcess
let api: HttpClient
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'holdfast-desk-'))
  server = await startServerProcess({ engine: 'sqlite', dataDir, apiKey: API_KEY, sweeper: true })
  api = createHttpClient(createAgent(), () => server.url, { authorization: `Bearer ${API_KEY}` })
  await clock('09:00')
  expectStatus(await api.put('/v1/payment-connection', { kind: 'simulated' }), 200)
  expectStatus(await api.patch('/v1/account', { country: 'CH' }), 200)
})
afterAll(async () => {
  await server?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Moves the clock of the server to a time of the Monday that the script plays. */
const clock = async (time: string) =>
  expectStatus(await api.put('/v1/test/clock', { now: `2035-04-23T${time}:00Z` }), 200)

const at = (time: string) => `2035-04-23T${time}:00Z`

const book = async (eventTypeId: string, start: string, person: object): Promise<Booking> => {
  const answer = await api.post<Booking>('/v1/bookings', { eventTypeId, start, ...person })
  expect([201, 202], answer.text).toContain(answer.status)
  return answer.body
}
const orderOf = async ({ orderId }: Pick<Booking, 'orderId'>): Promise<Order> =>
  expectStatus(await api.get<Order>(`/v1/orders/${orderId}`), 200)
const receive = async ({ orderId }: Pick<Booking, 'orderId'>, method: string, amount: number) =>
  expectStatus(await api.post<Order>(`/v1/orders/${orderId}/payments`, { method, amount }), 201)
const step = async (booking: Booking, action: 'check-in' | 'check-out') =>
  expectStatus(await api.post<Booking>(`/v1/bookings/${booking.id}/${action}`, {}), 200)
const contacts = async (query: string) =>
  expectStatus(await api.get<{ data: Contact[] }>(`/v1/contacts?${query}`), 200).data

/** Pays a charge on the page of the simulated vendor, as the payer does. */
async function payOnline(checkoutUrl: string | null): Promise<void> {
  const path = `/v1/public/payments/${checkoutUrl?.split('/pay/')[1]}`
  const { url } = expectStatus(await api.post<{ url: string }>(`${path}/checkout`, {}), 200)
  const paid = await fetch(`${server.url}${new URL(url).pathname}`, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'pay' }),
    redirect: 'manual',
  })
  expect(paid.status).toBe(303)
}

/** What the till has of some orders: by staff in each way, and online. */
async function till(bookings: readonly Booking[]) {
  const ids = new Set(bookings.map(({ orderId }) => orderId))
  const sums: Record<string, number> = { online: 0, due: 0 }
  for (const orderId of ids) {
    const { entries, charges, due } = await orderOf({ orderId })
    sums.due = (sums.due ?? 0) + due
    for (const { method, amount } of entries) sums[method] = (sums[method] ?? 0) + amount
    for (const { amountCaptured, amountRefunded } of charges) {
      sums.online = (sums.online ?? 0) + amountCaptured - amountRefunded
    }
  }
  return sums
}

test("a desk's hour leaves books in which everybody is where they are, and every cent has a place", async () => {
  const { id: providerId } = await makeProvider(api)
  const price = { currency: 'EUR', kind: 'full', payWithinMinutes: 60, refunds: [] }
  const cut = await makeEventType(api, providerId, {
    title: 'Cut',
    confirmation: 'instant',
    payment: { ...price, amount: 5000 },
    limits: { perBooker: 2 },
  })
  const teacher = await makeProvider(api)
  const lesson = await makeEventType(api, teacher.id, {
    title: 'Lesson',
    confirmation: 'instant',
    payment: { ...price, amount: 4000 },
  })

  // 09:00: somebody walks in, says no name, and pays in cash.
  const walkIn = await book(cut.id, at('09:00'), { anonymous: true })
  expect(walkIn).toMatchObject({ status: 'pending', booker: { name: '', email: null } })
  expect(await receive(walkIn, 'cash', 5000)).toMatchObject({ paid: 5000, due: 0 })
  expect((await step(walkIn, 'check-in')).visit?.arrivedAt).toBe(at('09:00'))

  // 09:05: Nora calls. She has a phone and no email address.
  await clock('09:05')
  const called = await book(cut.id, at('09:30'), {
    booker: { name: 'Nora Berg', phone: '044 333 44 55' },
  })
  expect(called.booker).toMatchObject({ name: 'Nora Berg', email: null, phone: PHONE })
  const deskId = called.booker?.contactId ?? ''

  // 09:10: a course of three lessons is sold, as one order that is paid at once.
  await clock('09:10')
  const course = expectStatus(
    await api.post<{ bookings: Booking[]; orderId: string; checkoutUrl: string }>(
      '/v1/booking-groups',
      {
        items: [23, 24, 25].map((day) => ({
          eventTypeId: lesson.id,
          start: `2035-04-${day}T18:00:00Z`,
        })),
        booker: { name: 'Otto Lang', email: 'otto@example.com' },
      },
    ),
    202,
  )
  expect(await orderOf(course)).toMatchObject({ total: 12_000, paid: 0, due: 12_000 })
  await payOnline(course.checkoutUrl)
  await until('the course is paid', async () => (await orderOf(course)).due === 0)
  for (const booking of course.bookings) {
    expect(await readBooking(api, booking)).toMatchObject({ status: 'confirmed' })
  }

  // 09:20: he cannot come to the last lesson. It is cancelled, and he has its price back.
  await clock('09:20')
  const [, , last] = course.bookings
  expectStatus(await api.post(`/v1/bookings/${last?.id}/cancel`, {}), 200)
  await until(
    'the price of the lesson is given back',
    async () => (await orderOf(course)).charges[0]?.amountRefunded === 4000,
  )
  expect(await orderOf(course)).toMatchObject({ total: 8000, paid: 8000, due: 0 })

  // 09:30: the walk-in leaves, Nora comes and pays a part in cash and the rest by card.
  await clock('09:30')
  expect((await step(walkIn, 'check-out')).status).toBe('completed')
  await receive(called, 'cash', 3000)
  expect(await till([walkIn, called])).toEqual({ online: 0, due: 2000, cash: 8000 })
  await receive(called, 'card_reader', 2000)
  expect((await step(called, 'check-in')).status).toBe('confirmed')

  // 09:40: she books again, now with an email address, and turns out to be two contacts. They are merged.
  await clock('09:40')
  const again = await book(cut.id, at('11:00'), {
    booker: { name: 'Nora Berg', email: 'nora@example.com' },
  })
  expect(await till([again])).toEqual({ online: 0, due: 5000 })
  await receive(again, 'cash', 5000)
  await until(
    'she is a contact with an email address',
    async () => (await contacts('email=nora@example.com')).length === 1,
  )
  const [mailed] = await contacts('email=nora@example.com')
  await until('both contacts are merged', async () => {
    const { status } = await api.post(`/v1/contacts/${deskId}/merge`, { into: mailed?.id })
    return status === 200
  })
  const both = await api.get<{ data: Booking[] }>(`/v1/bookings?contactId=${mailed?.id}`)
  expect(both.body.data.map(({ id }) => id).sort()).toEqual([called.id, again.id].sort())
  expect(await contacts(`phone=${encodeURIComponent(PHONE)}`)).toMatchObject([
    { id: mailed?.id, email: 'nora@example.com', bookingCount: 2 },
  ])
  const third = { eventTypeId: cut.id, start: at('12:00'), contactId: deskId }
  expect((await api.post('/v1/bookings', third)).body).toMatchObject({
    code: 'limit_reached',
    limit: 'perBooker',
    count: 2,
  })

  // 10:00: she leaves, and the books are closed.
  await clock('10:00')
  await step(called, 'check-out')
  const day = `from=${at('00:00')}&to=2035-04-24T00:00:00Z`
  const seen = await api.get<{ data: Booking[] }>(`/v1/bookings?providerId=${providerId}&${day}`)
  expect(
    seen.body.data
      .map(({ start, status, visit }) => [
        start,
        status,
        visit?.arrivedAt ?? null,
        visit?.endedAt ?? null,
      ])
      .sort(),
  ).toEqual([
    [at('09:00'), 'completed', at('09:00'), at('09:30')],
    [at('09:30'), 'completed', at('09:30'), at('10:00')],
    [at('11:00'), 'confirmed', null, null],
  ])
  expect(
    await till([
      walkIn,
      called,
      again,
      ...course.bookings.map((one) => ({ ...one, orderId: course.orderId })),
    ]),
  ).toEqual({
    online: 8000,
    cash: 13_000,
    card_reader: 2000,
    due: 0,
  })
}, 120_000)

test('what a desk types wrong is refused by name, and nobody becomes somebody else', async () => {
  const add = (body: object) => api.post<Contact & { code?: string }>('/v1/contacts', body)
  const mara = expectStatus(await add({ name: 'Mara', phone: '044 333 11 22' }), 201)
  expect(mara.phone).toBe('+41443331122')
  // Two people with one phone, or one name, are two people.
  const twin = expectStatus(await add({ name: 'Mara', phone: '+41 44 333 11 22' }), 201)
  expect(twin.id).not.toBe(mara.id)
  expect(expectStatus(await add({ name: 'Mara' }), 201).id).not.toBe(mara.id)
  const first = expectStatus(await add({ name: 'Mail', email: 'mail@example.com' }), 201)
  expect((await add({ name: 'Other', email: 'MAIL@example.com' })).body).toMatchObject({
    code: 'contact_exists',
    contactId: first.id,
  })
  for (const [body, pointer] of [
    [{ name: 'No number', phone: '12' }, '/phone'],
    [{ name: 'Letters', phone: 'call me' }, '/phone'],
    [{ name: 'No address', email: 'mail@' }, '/email'],
    [{ phone: PHONE }, '/name'],
  ] as const) {
    expect((await add(body)).body).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer }],
    })
  }
  const { id: providerId } = await makeProvider(api)
  const { id: eventTypeId } = await makeEventType(api, providerId, {})
  const wrong = async (person: object) => {
    const start = at('15:00')
    const { status, body } = await api.post<{ code: string; errors?: { pointer: string }[] }>(
      '/v1/bookings',
      { eventTypeId, start, ...person },
    )
    return [status, body.code, body.errors?.[0]?.pointer]
  }
  expect(await wrong({ anonymous: true, contactId: mara.id })).toEqual([
    422,
    'validation_failed',
    '/booker',
  ])
  expect(await wrong({ contactId: 'cnt_01kqs3v7m8e2f4g6h8j0k2m4n6' })).toEqual([
    404,
    'not_found',
    undefined,
  ])
  expect(await wrong({ booker: { name: 'Nobody', phone: '12' } })).toEqual([
    422,
    'validation_failed',
    '/booker/phone',
  ])
  const merged = await api.post<{ code: string }>(`/v1/contacts/${mara.id}/merge`, {
    into: mara.id,
  })
  expect([merged.status, merged.body.code]).toEqual([422, 'validation_failed'])
}, 60_000)
