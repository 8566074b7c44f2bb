import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SOME_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { BOOKER, eventTypeBody, makeProvider } from './support/fixtures.ts'

/** What the tests read of a slot or a booking. */
interface Seen {
  readonly start: string
  readonly end: string
  readonly available: boolean
  readonly price: {
    readonly amount: number
    readonly lines: readonly { readonly kind: string; readonly amount: number }[]
  }
  readonly payment: { readonly amount: number } | null
  readonly providerIds?: readonly string[]
  readonly assignments: readonly { readonly providerId: string }[]
}

/** A body as the server is said to answer it; what it lacks fails the comparison. */
const seen = (body: Body): Seen => body as unknown as Seen

const HOURS = ['monday', 'saturday'].map((weekday) => ({
  weekday,
  windows: [{ start: '09:00', end: '12:00' }],
}))
const PAYMENT = { amount: 5000, currency: 'EUR', kind: 'full' }
const MONDAY = '2026-04-27'
const SATURDAY = '2026-04-25'

describe.each(SOME_ENGINES)('on %s', (engine) => {
  let server: TestApp
  let made = 0
  beforeAll(async () => {
    server = await openTestApp({ engine })
    await server.call('PUT', '/v1/payment-connection', { body: { kind: 'simulated' } })
  })
  afterAll(() => server.close())

  const person = async (name: string, more: object = {}): Promise<string> => {
    made += 1
    const body = { name, slug: `${name.toLowerCase()}-${made}`, timeZone: 'UTC', ...more }
    return (await makeProvider(server.call, body)).id
  }

  /** A salon: Ann takes 30 minutes for 50.00, Ben 45 for 65.00, Cat 30 for 65.00. */
  const salon = async (more: object = {}) => {
    const [ann, ben, cat] = [await person('Ann'), await person('Ben'), await person('Cat')]
    const team = await person('Salon', { kind: 'team' })
    const body = eventTypeBody(team, {
      title: 'Cut',
      durationMinutes: 30,
      slotStepMinutes: 30,
      availabilityRules: HOURS,
      requirements: [
        { name: 'stylist', providerIds: [ann, ben, cat], count: 1, bookerMayChoose: true },
      ],
      candidateRules: [
        { providerId: ben, durationMinutes: 45, amount: 6500 },
        { providerId: cat, amount: 6500 },
      ],
      payment: PAYMENT,
      ...more,
    })
    const { status, body: type } = await server.call('POST', '/v1/event-types', { body })
    expect([status, type.errors]).toEqual([201, undefined])
    return { ann, ben, cat, team, type: type.id as string, body: type }
  }
  const slotsOf = async (type: string, date: string, query = '') => {
    const range = `from=${date}T00:00:00Z&to=${date}T23:59:00Z${query}`
    const { status, body } = await server.call('GET', `/v1/event-types/${type}/slots?${range}`)
    expect(status).toBe(200)
    return body.data.map(seen)
  }
  const rowsAt = (slots: readonly Seen[], time: string) =>
    slots
      .filter(({ start }) => start.slice(11, 16) === time)
      .map(({ end, price, providerIds }) => [end.slice(11, 16), price.amount, providerIds])
  const book = (eventTypeId: string, start: string, more: object = {}) =>
    server.call('POST', '/v1/bookings', { body: { eventTypeId, start, booker: BOOKER, ...more } })

  test('one event type lists each duration and price of its stylists, with who is free for it', async () => {
    const { ann, ben, cat, type } = await salon()
    const before = await slotsOf(type, MONDAY)
    expect(rowsAt(before, '09:00')).toEqual([
      ['09:30', 5000, [ann]],
      ['09:30', 6500, [cat]],
      ['09:45', 6500, [ben]],
    ])
    // Ben's 45 minutes do not fit before 12:00.
    expect(rowsAt(before, '11:30')).toEqual([
      ['12:00', 5000, [ann]],
      ['12:00', 6500, [cat]],
    ])
    const booked = await book(type, `${MONDAY}T09:00:00Z`, {
      durationMinutes: 45,
      expectedAmount: 6500,
    })
    expect(booked.status).toBe(202)
    expect([booked.body.end, seen(booked.body).assignments[0]?.providerId]).toEqual([
      `${MONDAY}T09:45:00Z`,
      ben,
    ])
    expect(seen(booked.body).payment?.amount).toBe(6500)
    expect(booked.body.price).toEqual({
      amount: 6500,
      currency: 'EUR',
      lines: [{ kind: 'candidate', amount: 6500 }],
    })
    // At 9:30 Ben still works; at 10:00 he is free again.
    const after = await slotsOf(type, MONDAY)
    expect(rowsAt(after, '09:30').map(([end]) => end)).toEqual(['10:00', '10:00'])
    expect(rowsAt(after, '10:00').map(([end]) => end)).toEqual(['10:30', '10:30', '10:45'])
  })

  test('a choice, a duration or unavailable slots narrow or widen the list', async () => {
    const { ann, ben, cat, type } = await salon()
    const chosen = await slotsOf(type, MONDAY, `&providerId=${ben}`)
    expect(rowsAt(chosen, '09:00')).toEqual([['09:45', 6500, [ben]]])
    const short = await slotsOf(type, MONDAY, '&durationMinutes=30')
    expect(rowsAt(short, '09:00')).toEqual([
      ['09:30', 5000, [ann]],
      ['09:30', 6500, [cat]],
    ])
    expect((await book(type, `${MONDAY}T09:00:00Z`, { providerId: ann })).status).toBe(202)
    const all = await slotsOf(type, MONDAY, '&include=unavailable')
    const nine = all.filter(({ start }) => start.slice(11, 16) === '09:00')
    expect(nine.map(({ available, providerIds }) => [available, providerIds])).toEqual([
      [false, []],
      [true, [cat]],
      [true, [ben]],
    ])
  })

  test('whoever chooses a stylist gets their duration and price without sending them', async () => {
    const { ben, type } = await salon()
    const booked = await book(type, `${MONDAY}T10:00:00Z`, { providerId: ben })
    expect([booked.body.end.slice(11, 16), seen(booked.body).price.amount]).toEqual(['10:45', 6500])
  })

  test('only candidates at the expected price are assigned, and when they are gone the slot is taken', async () => {
    const { ann, cat, type } = await salon()
    const at = (expectedAmount: number) =>
      book(type, `${MONDAY}T11:00:00Z`, { durationMinutes: 30, expectedAmount })
    const dear = await at(6500)
    expect(seen(dear.body).assignments[0]?.providerId).toBe(cat)
    const again = await at(6500)
    expect([again.status, again.body.code]).toEqual([409, 'slot_taken'])
    const usual = await at(5000)
    expect(seen(usual.body).assignments[0]?.providerId).toBe(ann)
  })

  test('parallel bookings of one price get its stylists once each, and nobody at another price', async () => {
    const { type } = await salon()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        book(type, `${MONDAY}T10:00:00Z`, { durationMinutes: 30, expectedAmount: 6500 }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409, 409, 409, 409, 409])
  })

  test('another price than expected is refused with the price of today, and nothing is booked', async () => {
    const { ben, type } = await salon()
    const changed = await book(type, `${MONDAY}T09:00:00Z`, {
      durationMinutes: 45,
      expectedAmount: 6000,
    })
    expect([changed.status, changed.body.code, changed.body.price]).toEqual([
      409,
      'price_changed',
      { amount: 6500, currency: 'EUR' },
    ])
    const nobody = await book(type, `${MONDAY}T09:00:00Z`, { durationMinutes: 50 })
    expect([nobody.status, nobody.body.errors[0].pointer]).toEqual([422, '/durationMinutes'])
    const wrong = await book(type, `${MONDAY}T09:00:00Z`, { providerId: ben, durationMinutes: 30 })
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([422, '/durationMinutes'])
    expect(rowsAt(await slotsOf(type, MONDAY), '09:00')).toHaveLength(3)
  })

  test('a rule for Saturdays is in the list, in the hold and in its lines', async () => {
    const priceRules = [{ weekdays: ['saturday'], addPercent: 20 }]
    const { type } = await salon({ priceRules })
    expect(rowsAt(await slotsOf(type, SATURDAY), '09:00').map(([, amount]) => amount)).toEqual([
      6000, 7800, 7800,
    ])
    const old = await book(type, `${SATURDAY}T09:00:00Z`, { expectedAmount: 5000 })
    expect([old.status, old.body.price]).toEqual([409, { amount: 6000, currency: 'EUR' }])
    const booked = await book(type, `${SATURDAY}T09:00:00Z`, {
      durationMinutes: 45,
      expectedAmount: 7800,
    })
    expect(seen(booked.body).price.lines).toEqual([
      { kind: 'candidate', amount: 6500 },
      { kind: 'time', amount: 1300 },
    ])
    expect(seen(booked.body).payment?.amount).toBe(7800)
  })

  test('a confirmed price stays: neither the owner nor a move raises it', async () => {
    const priceRules = [{ weekdays: ['saturday'], addAmount: 1000 }]
    const { ann, type } = await salon({ priceRules })
    const start = `${MONDAY}T09:00:00Z`
    const held = await book(type, start, { durationMinutes: 30, expectedAmount: 5000 })
    await server.call('PATCH', `/v1/event-types/${type}`, {
      body: { payment: { ...PAYMENT, amount: 9900 } },
    })
    const moved = await server.call('POST', `/v1/bookings/${held.body.id}/reschedule`, {
      body: { start: `${SATURDAY}T10:00:00Z` },
    })
    expect([moved.status, seen(moved.body).price.amount, seen(moved.body).payment?.amount]).toEqual(
      [200, 5000, 5000],
    )
    expect(seen(moved.body).assignments[0]?.providerId).toBe(ann)
  })

  test('a move without a name goes to somebody with the same duration and price only', async () => {
    const { ann, cat, type } = await salon()
    const at9 = await book(type, `${MONDAY}T09:00:00Z`, { providerId: ann })
    await book(type, `${MONDAY}T10:00:00Z`, { providerId: ann })
    const move = (more: object = {}) =>
      server.call('POST', `/v1/bookings/${at9.body.id}/reschedule`, {
        body: { start: `${MONDAY}T10:00:00Z`, ...more },
      })
    const refused = await move()
    expect([refused.status, refused.body.code]).toEqual([409, 'slot_taken'])
    const given = await move({ providerId: cat })
    expect([
      given.status,
      seen(given.body).assignments[0]?.providerId,
      seen(given.body).price.amount,
    ]).toEqual([200, cat, 5000])
  })

  test('a booker cannot move a hold of a cheap time to a dear one; a confirmed booking keeps its price', async () => {
    const priceRules = [{ weekdays: ['saturday'], addAmount: 1000 }]
    const { ann, type } = await salon({ priceRules })
    const held = await server.call('POST', '/v1/public/bookings', {
      key: null,
      body: {
        eventTypeId: type,
        start: `${MONDAY}T09:00:00Z`,
        providerId: ann,
        expectedAmount: 5000,
        booker: BOOKER,
      },
    })
    expect(held.status).toBe(202)
    const move = (time: string) =>
      server.call('POST', `/v1/bookings/${held.body.id}/reschedule`, {
        key: held.body.manageToken,
        body: { start: `${time}:00Z` },
      })
    const dear = await move(`${SATURDAY}T09:00`)
    expect([dear.status, dear.body.code, dear.body.price]).toEqual([
      409,
      'price_changed',
      { amount: 6000, currency: 'EUR' },
    ])
    expect((await move(`${MONDAY}T10:00`)).status).toBe(200)
    const done = await server.call('POST', `/v1/bookings/${held.body.id}/confirm`, {
      body: { withoutPayment: true },
    })
    expect(done.body.status).toBe('confirmed')
    const moved = await move(`${SATURDAY}T09:00`)
    expect([moved.status, seen(moved.body).price.amount]).toEqual([200, 5000])
  })

  test('bookers see prices, and whose they are only where they may choose', async () => {
    const shown = async (bookerMayChoose: boolean) => {
      const ann = await person('Ann')
      const ben = await person('Ben')
      const team = await makeProvider(server.call, {
        name: 'Salon',
        slug: `salon-${made}`,
        timeZone: 'UTC',
        kind: 'team',
      })
      const { body } = await server.call('POST', '/v1/event-types', {
        body: eventTypeBody(team.id, {
          slug: 'cut',
          availabilityRules: HOURS,
          requirements: [{ name: 'stylist', providerIds: [ann, ben], count: 1, bookerMayChoose }],
          candidateRules: [{ providerId: ben, amount: 6500 }],
          payment: PAYMENT,
        }),
      })
      expect(body.id).toMatch(/^ety_/)
      const range = `from=${MONDAY}&to=${MONDAY}T09:10:00Z`
      const path = `/v1/public/salon-${made}/cut/slots?${range}`
      const { body: list } = await server.call('GET', path, { key: null })
      return list.data
        .map(seen)
        .map(({ price, providerIds }) => [price.amount, providerIds?.length])
    }
    expect(await shown(true)).toEqual([
      [5000, 1],
      [6500, 1],
    ])
    expect(await shown(false)).toEqual([
      [5000, undefined],
      [6500, undefined],
    ])
  })

  test('a price of 0 is booked at once, without a payment', async () => {
    const { type } = await salon({
      confirmation: 'instant',
      priceRules: [{ weekdays: ['saturday'], addPercent: -100 }],
    })
    const free = await book(type, `${SATURDAY}T09:00:00Z`, { expectedAmount: 0 })
    expect([
      free.status,
      free.body.status,
      free.body.payment,
      seen(free.body).price.amount,
    ]).toEqual([201, 'confirmed', null, 0])
  })

  test('an event type without candidates has its price at each slot', async () => {
    const providerId = await person('Dan')
    const priceRules = [{ windows: [{ start: '11:00', end: '24:00' }], amount: 7000 }]
    const { body: type } = await server.call('POST', '/v1/event-types', {
      body: eventTypeBody(providerId, { availabilityRules: HOURS, payment: PAYMENT }),
    })
    const amounts = async () =>
      (await slotsOf(type.id, MONDAY)).map(({ start, price }) => [
        start.slice(11, 16),
        price.amount,
      ])
    expect((await amounts()).at(-1)).toEqual(['11:30', 5000])
    await server.call('PATCH', `/v1/event-types/${type.id}`, { body: { priceRules } })
    expect((await amounts()).slice(3)).toEqual([
      ['10:30', 5000],
      ['11:00', 7000],
      ['11:30', 7000],
    ])
    const changed = await book(type.id, `${MONDAY}T11:00:00Z`, { expectedAmount: 5000 })
    expect([changed.status, changed.body.code]).toEqual([409, 'price_changed'])
    const booked = await book(type.id, `${MONDAY}T11:00:00Z`, { expectedAmount: 7000 })
    expect(booked.body.price).toEqual({
      amount: 7000,
      currency: 'EUR',
      lines: [
        { kind: 'base', amount: 5000 },
        { kind: 'time', amount: 2000 },
      ],
    })
  })

  test('rules that cannot work are refused at their pointers, and thirteen prices are too many', async () => {
    const { ann, ben, body: type } = await salon()
    const stranger = await person('Eve')
    const errorsOf = async (change: object) => {
      const answer = await server.call('PATCH', `/v1/event-types/${type.id}`, { body: change })
      expect(answer.status).toBe(422)
      return answer.body.errors?.map(({ pointer }) => pointer)
    }
    const rule = (providerId: string, more: object) => ({ providerId, ...more })
    expect(await errorsOf({ candidateRules: [rule(stranger, { amount: 100 })] })).toEqual([
      '/candidateRules/0/providerId',
    ])
    expect(
      await errorsOf({ candidateRules: [rule(ann, { amount: 100 }), rule(ann, { amount: 200 })] }),
    ).toEqual(['/candidateRules/1/providerId'])
    expect(await errorsOf({ candidateRules: [rule(ben, {})] })).toEqual([
      '/candidateRules/0/amount',
    ])
    expect(await errorsOf({ candidateRules: [rule(ben, { amount: 10 })] })).toEqual([
      '/candidateRules/0/amount',
    ])
    expect(await errorsOf({ priceRules: [{ addAmount: -4990 }] })).toEqual(['/priceRules/0'])
    expect(await errorsOf({ priceRules: [{ amount: 100, addAmount: 100 }] })).toEqual([
      '/priceRules/0/amount',
    ])
    expect(await errorsOf({ payment: null })).toEqual([
      '/candidateRules/0/amount',
      '/candidateRules/1/amount',
    ])
    expect(await errorsOf({ requirements: null })).toEqual(['/requirements'])
    expect(await errorsOf({ durationOptionsMinutes: [30, 60] })).toEqual([
      '/candidateRules/0/durationMinutes',
    ])
    expect(await errorsOf({ seats: { capacity: 4 } })).toContain('/candidateRules')
    expect(
      await errorsOf({
        requirements: [{ name: 'stylist', providerIds: [ann, ben], count: 2 }],
        candidateRules: [rule(ben, { amount: 100 })],
      }),
    ).toEqual(['/candidateRules'])
    const ids: string[] = []
    for (let n = 0; n < 12; n += 1) ids.push(await person(`Person${n}`))
    const requirements = [{ name: 'stylist', providerIds: ids, count: 1 }]
    const candidateRules = ids.map((id, index) => rule(id, { amount: 6000 + index }))
    const many = { requirements, candidateRules }
    const answer = await server.call('PATCH', `/v1/event-types/${type.id}`, { body: many })
    expect([answer.status, answer.body.code]).toEqual([422, 'too_many_prices'])
  })
})
