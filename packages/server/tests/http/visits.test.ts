import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { makeBooking, START } from './support/fixtures.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const act = (id: string, action: string, body: unknown = {}) =>
  server.call('POST', `/v1/bookings/${id}/${action}`, { body })

async function at<Answer>(instant: string, work: () => Promise<Answer>): Promise<Answer> {
  server.clock.moveTo(Date.parse(instant))
  try {
    return await work()
  } finally {
    server.clock.moveTo(Date.parse('2026-04-20T08:00:00Z'))
  }
}

test('records when a person arrives, is called, is served and leaves', async () => {
  const booking = await makeBooking(server.call, { confirmation: 'instant' })
  const steps = [
    ['2026-04-27T06:50:00Z', 'check-in', { number: 27 }],
    ['2026-04-27T07:02:00Z', 'call', {}],
    ['2026-04-27T07:03:00Z', 'start-service', {}],
    ['2026-04-27T07:21:00Z', 'check-out', {}],
  ] as const
  for (const [time, action, body] of steps) {
    expect((await at(time, () => act(booking.id, action, body))).status).toBe(200)
  }
  const { body } = await server.call('GET', `/v1/bookings/${booking.id}`)
  expect(body).toMatchObject({
    status: 'completed',
    completedAt: '2026-04-27T07:21:00Z',
    visit: {
      arrivedAt: '2026-04-27T06:50:00Z',
      calledAt: '2026-04-27T07:02:00Z',
      startedAt: '2026-04-27T07:03:00Z',
      endedAt: '2026-04-27T07:21:00Z',
      number: 27,
    },
  })
  const late = await at('2026-04-27T07:30:00Z', () => act(booking.id, 'no-show'))
  expect([late.status, late.body.code]).toEqual([409, 'invalid_transition'])
})

test('to repeat a step keeps the booking and its version', async () => {
  const booking = await makeBooking(server.call, { confirmation: 'instant' })
  const first = await at(START, () => act(booking.id, 'check-in', {}))
  const second = await at('2026-04-27T07:10:00Z', () => act(booking.id, 'check-in', {}))
  expect([second.status, second.body.version]).toEqual([200, first.body.version])
  expect(second.body).toMatchObject({ visit: { arrivedAt: START } })
})

test.each(['check-in', 'call', 'start-service', 'check-out'])(
  '%s of a cancelled booking or two days ahead is refused',
  async (action) => {
    const booking = await makeBooking(server.call, { confirmation: 'instant' })
    const early = await at('2026-04-25T06:59:59Z', () => act(booking.id, action, {}))
    expect([early.status, early.body.code]).toEqual([409, 'invalid_transition'])
    await act(booking.id, 'cancel')
    const after = await at(START, () => act(booking.id, action, {}))
    expect([after.status, after.body.code]).toEqual([409, 'invalid_transition'])
  },
)

test('two desks that check one person in at the same time record one arrival', async () => {
  const booking = await makeBooking(server.call, { confirmation: 'instant' })
  const answers = await at(START, () =>
    Promise.all([1, 2, 3, 4].map(() => act(booking.id, 'check-in', {}))),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set(answers.map(({ body }) => body.version)).size).toBe(1)
})

test('a number that is no whole number from 1 up is refused', async () => {
  const booking = await makeBooking(server.call, { confirmation: 'instant' })
  for (const [number, got] of [
    [0, '0'],
    [1.5, '1.5'],
    [100_000, '100000'],
    ['7', '"7"'],
  ]) {
    const { status, body } = await act(booking.id, 'check-in', { number })
    const message = `must be a whole number from 1 to 99999; got ${got}`
    expect([status, body.errors]).toEqual([422, [{ pointer: '/number', message }]])
  }
})

test('every documented answer of these calls was seen', async () => {
  for (const action of ['check-in', 'call', 'start-service', 'check-out']) {
    for (const body of [{}, { late: true }]) {
      await act('bkg_01kqs3v7m8e2f4g6h8j0k2m4n6', action, body)
    }
  }
  expect(server.call.unseen('Visits', REFUSED_ALIKE)).toEqual([])
})
