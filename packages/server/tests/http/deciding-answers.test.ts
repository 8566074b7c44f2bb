import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SOME_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { BOOKER, eventTypeBody, makeProvider } from './support/fixtures.ts'

const HOURS = [{ weekday: 'monday', windows: [{ start: '09:00', end: '12:00' }] }]
const MONDAY = '2026-04-27'
const PAYMENT = { amount: 5000, currency: 'EUR', kind: 'full' }

const HAIR = {
  id: 'hair',
  label: 'Hair',
  kind: 'select',
  required: true,
  options: ['Short', 'Long', 'toString'],
  optionRules: { Long: { addMinutes: 15, addAmount: 1000 } },
  optionTexts: { de: ['Kurz', 'Lang', 'toString'] },
}
const NOTE = { id: 'note', label: 'Note', kind: 'text', required: true }
const EXTRAS = {
  id: 'extras',
  label: 'Extras',
  kind: 'multi_select',
  options: ['Mask', 'Massage'],
  optionRules: { Mask: { addMinutes: 10 }, Massage: { addMinutes: 20, addAmount: 2000 } },
}

describe.each(SOME_ENGINES)('on %s', (engine) => {
  let server: TestApp
  let made = 0
  beforeAll(async () => {
    server = await openTestApp({ engine })
    await server.call('PUT', '/v1/payment-connection', { body: { kind: 'simulated' } })
  })
  afterAll(() => server.close())

  const person = async (name: string, more: object = {}) => {
    made += 1
    const body = { name, slug: `${name.toLowerCase()}-${made}`, timeZone: 'UTC', ...more }
    return await makeProvider(server.call, body)
  }
  const eventType = async (providerId: string, more: object = {}) => {
    const body = eventTypeBody(providerId, {
      durationMinutes: 30,
      slotStepMinutes: 30,
      availabilityRules: HOURS,
      questions: [HAIR, EXTRAS],
      payment: PAYMENT,
      ...more,
    })
    return await server.call('POST', '/v1/event-types', { body })
  }
  const salon = async (more: object = {}) => {
    const provider = await person('Ann')
    const { status, body } = await eventType(provider.id, more)
    expect([status, body.errors]).toEqual([201, undefined])
    return { provider, id: body.id as string, body }
  }
  const slotsOf = (id: string, query = '') =>
    server.call(
      'GET',
      `/v1/event-types/${id}/slots?from=${MONDAY}T00:00:00Z&to=${MONDAY}T23:59:00Z${query}`,
    )
  const endsOf = async (id: string, query: string) => {
    const { status, body } = await slotsOf(id, query)
    expect(status).toBe(200)
    return body.data.map(({ start, end, price }) => [
      `${start}`.slice(11, 16),
      `${end}`.slice(11, 16),
      (price as unknown as { amount: number }).amount,
    ])
  }
  const book = (eventTypeId: string, time: string, more: object = {}) =>
    server.call('POST', '/v1/bookings', {
      body: { eventTypeId, start: `${MONDAY}T${time}:00Z`, booker: BOOKER, ...more },
    })
  const errorsOf = async (call: ReturnType<typeof slotsOf>) => {
    const { status, body } = await call
    return [status, body.errors]
  }

  test('slots and bookings have the duration and the price of the answers', async () => {
    const { id } = await salon()
    const plain = await endsOf(id, '')
    expect([plain[0], plain.at(-1)]).toEqual([
      ['09:00', '09:30', 5000],
      ['11:30', '12:00', 5000],
    ])
    const query = '&answer=hair:Long&answer=extras:Mask&answer=extras:Massage'
    const long = await endsOf(id, query)
    // 75 minutes from 11:00 would end after 12:00.
    expect([long[0], long.at(-1)]).toEqual([
      ['09:00', '10:15', 8000],
      ['10:30', '11:45', 8000],
    ])
    const answers = { hair: 'Long', extras: ['Mask', 'Massage'] }
    const booked = await book(id, '10:30', { answers, expectedAmount: 8000 })
    expect([booked.status, booked.body.end]).toEqual([202, `${MONDAY}T11:45:00Z`])
    expect(booked.body.price).toEqual({
      amount: 8000,
      currency: 'EUR',
      lines: [
        { kind: 'base', amount: 5000 },
        { kind: 'options', amount: 3000 },
      ],
    })
    expect((booked.body.payment as unknown as { amount: number }).amount).toBe(8000)
    // All of its 75 minutes are taken.
    expect((await endsOf(id, '')).map(([start]) => start)).toEqual(['09:00', '09:30', '10:00'])
    expect((await book(id, '10:00', { answers })).status).toBe(409)
    const cheap = await book(id, '09:00', { answers, expectedAmount: 5000 })
    expect([cheap.status, cheap.body.code]).toEqual([409, 'price_changed'])
  })

  test('an option without a rule, also with the name of a member of objects, adds nothing', async () => {
    const { id } = await salon()
    expect((await endsOf(id, '&answer=hair:toString'))[0]).toEqual(['09:00', '09:30', 5000])
    const booked = await book(id, '09:00', { answers: { hair: 'toString' } })
    expect(booked.body.end).toBe(`${MONDAY}T09:30:00Z`)
  })

  test('one of several durations is sent with what the answers add', async () => {
    const { id } = await salon({
      durationOptionsMinutes: [30, 60],
      payment: { ...PAYMENT, amountByDurationMinutes: { 60: 9000 } },
    })
    const long = '&answer=hair:Long&durationMinutes='
    expect((await endsOf(id, `${long}75`))[0]).toEqual(['09:00', '10:15', 10_000])
    expect(await errorsOf(slotsOf(id, `${long}60`))).toEqual([
      422,
      [
        {
          pointer: '/query/durationMinutes',
          message: 'must be a duration of the event type: 45, 75; got 60',
        },
      ],
    ])
  })

  test('answers that are unknown, or that decide nothing, are refused in a query', async () => {
    const { id } = await salon({
      questions: [HAIR, { id: 'note', label: 'Note', kind: 'text' }],
    })
    expect(await errorsOf(slotsOf(id, '&answer=hair:Blue&answer=note:x'))).toEqual([
      422,
      [
        {
          pointer: '/query/answer',
          message:
            'The answer to "Hair" is wrong: "Blue". Send one of "Short", "Long", "toString".',
        },
        {
          pointer: '/query/answer',
          message: '"note" decides nothing. The questions with `optionRules` are hair.',
        },
      ],
    ])
    expect(await errorsOf(slotsOf(id, '&answer=hair'))).toEqual([
      422,
      [
        {
          pointer: '/query/answer/0',
          message:
            'must be the id of a question, a colon and one of its options, such as hair:Long; got "hair"',
        },
      ],
    ])
  })

  test('a hold needs the required answers that decide, and they never change', async () => {
    const { provider, body: type } = await salon({
      questions: [{ ...HAIR, optionRules: { Long: { addMinutes: 15 } } }, NOTE],
      payment: null,
    })
    const hold = (more: object) =>
      server.call('POST', '/v1/public/bookings', {
        key: null,
        body: {
          providerSlug: provider.slug,
          eventTypeSlug: type.slug,
          start: `${MONDAY}T09:00:00Z`,
          ...more,
        },
      })
    expect(await errorsOf(hold({}))).toEqual([
      422,
      [{ pointer: '/answers/hair', message: 'The answer to "Hair" is required.' }],
    ])
    const held = await hold({ answers: { hair: 'Long' } })
    expect([held.status, held.body.end]).toEqual([202, `${MONDAY}T09:45:00Z`])
    const confirm = (answers: object) =>
      server.call('POST', `/v1/bookings/${held.body.id}/confirm`, {
        body: { booker: BOOKER, answers },
      })
    const refused = [
      422,
      [
        {
          pointer: '/answers/hair',
          message:
            'The answer to "Hair" decides about the duration, the price or the people of the booking, and cannot change. Leave it out, or book again.',
        },
      ],
    ]
    expect(await errorsOf(confirm({ hair: 'Short', note: 'x' }))).toEqual(refused)
    const confirmed = await confirm({ hair: 'Long', note: 'x' })
    expect([confirmed.status, confirmed.body.answers]).toEqual([200, { hair: 'Long', note: 'x' }])
    const patch = (answers: object) =>
      server.call('PATCH', `/v1/bookings/${held.body.id}`, { body: { answers } })
    expect(await errorsOf(patch({ hair: null }))).toEqual(refused)
    expect(await errorsOf(patch({ hair: 'Short' }))).toEqual(refused)
    expect((await patch({ note: 'y' })).body.answers).toEqual({ hair: 'Long', note: 'y' })
    const moved = await server.call('POST', `/v1/bookings/${held.body.id}/reschedule`, {
      body: { start: `${MONDAY}T11:00:00Z` },
    })
    expect(moved.body.end).toBe(`${MONDAY}T11:45:00Z`)
  })

  test('an answer leads to a candidate or to another event type', async () => {
    const [ann, ben] = [await person('Ann'), await person('Ben')]
    const kids = await salon({ questions: [] })
    const team = await person('Salon', { kind: 'team' })
    const topic = {
      id: 'topic',
      label: 'For whom',
      kind: 'select',
      options: ['Adults', 'Kids', 'With Ben'],
      optionRules: {
        Kids: { leadsTo: { eventTypeId: kids.id } },
        'With Ben': { leadsTo: { providerId: ben.id } },
      },
    }
    const requirements = [{ name: 'stylist', providerIds: [ann.id, ben.id], count: 1 }]
    const { body } = await eventType(team.id, { questions: [topic], requirements })
    const id = body.id as string
    const elsewhere = `"Kids" leads to another event type: use ${kids.id} instead of this one`
    expect(await errorsOf(slotsOf(id, '&answer=topic:Kids'))).toEqual([
      422,
      [{ pointer: '/query/answer', message: elsewhere }],
    ])
    expect(await errorsOf(book(id, '09:00', { answers: { topic: 'Kids' } }))).toEqual([
      422,
      [{ pointer: '/answers/topic', message: elsewhere }],
    ])
    const answers = { topic: 'With Ben' }
    expect(await errorsOf(book(id, '09:00', { answers, providerId: ann.id }))).toEqual([
      422,
      [
        {
          pointer: '/providerId',
          message: `"${ann.id}" is not possible: an answer leads to ${ben.id}. Leave \`providerId\` out.`,
        },
      ],
    ])
    const booked = await book(id, '09:00', { answers })
    expect([booked.status, booked.body.providerId]).toEqual([202, ben.id])
    const slots = await slotsOf(id, '&answer=topic:With%20Ben')
    expect(slots.body.data[0]?.start).toBe(`${MONDAY}T09:30:00Z`)
    expect((await slotsOf(id)).body.data[0]?.start).toBe(`${MONDAY}T09:00:00Z`)
  })

  test('rules and texts that cannot work are refused at their place', async () => {
    const { provider, id, body } = await salon()
    expect(body.questions).toMatchObject([
      {
        optionRules: { Long: { addMinutes: 15, addAmount: 1000, leadsTo: null } },
        optionTexts: { de: ['Kurz', 'Lang', 'toString'] },
      },
      { optionTexts: null },
    ])
    const change = (question: object, more: object = {}) =>
      errorsOf(
        server.call('PATCH', `/v1/event-types/${id}`, {
          body: { questions: [{ ...HAIR, ...question }], ...more },
        }),
      )
    expect(await change({ optionRules: { 'a/b': { addMinutes: 5 } }, private: true })).toEqual([
      422,
      [
        {
          pointer: '/questions/0/optionRules',
          message: 'is not possible with `private`: the answer is part of the query for slots',
        },
        {
          pointer: '/questions/0/optionRules/a~1b',
          message: '"a/b" is no option of the question',
        },
      ],
    ])
    expect(await change({ optionTexts: { de: ['Kurz'] } })).toEqual([
      422,
      [
        {
          pointer: '/questions/0/optionTexts/de',
          message: 'has 1 texts: send one for each of the 3 options, in their order',
        },
      ],
    ])
    expect(await change({}, { payment: null })).toEqual([
      422,
      [
        {
          pointer: '/questions/0/optionRules/Long/addAmount',
          message: 'is only possible with `payment`',
        },
      ],
    ])
    expect(await change({ optionRules: { Long: { addMinutes: 1439 } } })).toEqual([
      422,
      [
        {
          pointer: '/questions/0/optionRules',
          message: 'must make a booking at most 1440 minutes long: these answers make it 1469',
        },
      ],
    ])
    const stranger = await person('Zoe')
    const rules = {
      Short: { leadsTo: { providerId: stranger.id } },
      Long: { leadsTo: { eventTypeId: id } },
    }
    expect(await change({ optionRules: rules })).toEqual([
      422,
      [
        {
          pointer: '/questions/0/optionRules/Short/leadsTo/providerId',
          message: `"${stranger.id}" is no candidate of the event type`,
        },
        {
          pointer: '/questions/0/optionRules/Long/leadsTo/eventTypeId',
          message: 'must be another event type than this one',
        },
      ],
    ])
    expect(
      await change({ optionRules: { Short: { leadsTo: { providerId: provider.id } } } }),
    ).toEqual([200, undefined])
    expect(await change({}, { waitlist: {} })).toEqual([
      422,
      [
        {
          pointer: '/questions/0/optionRules',
          message: 'is not possible with `waitlist`: it offers times without questions',
        },
      ],
    ])
  })
})
