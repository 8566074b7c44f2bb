import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { type SpanWorld, spanWorld } from './support/span-world.ts'

let server: TestApp
let world: SpanWorld
beforeAll(async () => {
  server = await openTestApp()
  world = spanWorld(server)
})
afterAll(() => server.close())

describe('spans are refused with', () => {
  const one = (spans: readonly object[], more: object = {}) => ({
    name: 'a',
    kind: 'room',
    count: 1,
    spans,
    ...more,
  })
  const FIRST = { offsetMinutes: 0, durationMinutes: 30 }

  test.each([
    ['no span', [one([])], '/requirements/0/spans'],
    [
      'a span that begins before the end of the one before',
      [one([FIRST, { offsetMinutes: 20, durationMinutes: 30 }])],
      '/requirements/0/spans/1/offsetMinutes',
    ],
    [
      'a span that ends later than 14 days after the start',
      [one([FIRST, { day: 13, offsetMinutes: 1400, durationMinutes: 41 }])],
      '/requirements/0/spans/1/durationMinutes',
    ],
    [
      'a span on the next day that begins before the end of the one before',
      [
        one([
          { ...FIRST, durationMinutes: 1440 },
          { day: 1, ...FIRST },
          { day: 1, ...FIRST },
        ]),
      ],
      '/requirements/0/spans/2/offsetMinutes',
    ],
    [
      'a booking that begins on its second day',
      [one([{ day: 1, ...FIRST }])],
      '/requirements/0/spans/0/offsetMinutes',
    ],
    ['a day after the 14th', [one([FIRST, { day: 14, ...FIRST }])], '/requirements/0/spans/1/day'],
    [
      'a booking that begins with nobody',
      [one([{ offsetMinutes: 10, durationMinutes: 30 }])],
      '/requirements/0/spans/0/offsetMinutes',
    ],
    [
      'five spans',
      [one([0, 10, 20, 30, 40].map((offsetMinutes) => ({ offsetMinutes, durationMinutes: 5 })))],
      '/requirements/0/spans',
    ],
  ])('%s', async (_name, requirements, pointer) => {
    expect((await world.errorsOf(requirements)).map((error) => error.pointer)).toEqual([pointer])
  })

  test.each([
    [{ durationMinutes: 30 }, '/durationMinutes'],
    [{ durationOptionsMinutes: [30, 60] }, '/durationOptionsMinutes'],
    [{ waitlist: { offerMinutes: 30, linesFirst: true } }, '/waitlist/linesFirst'],
  ])('%j', async (more, pointer) => {
    const errors = await world.errorsOf([one([FIRST])], more)
    expect(errors.map((error) => error.pointer)).toContain(pointer)
  })

  test('a rule of a candidate for another duration', async () => {
    const stylist = await world.person()
    const errors = await world.errorsOf(
      [{ name: 'a', providerIds: [stylist], count: 1, spans: [FIRST] }],
      { candidateRules: [{ providerId: stylist, durationMinutes: 20 }] },
    )
    expect(errors.map((error) => error.pointer)).toEqual(['/candidateRules/0/durationMinutes'])
  })

  test('more people than one transaction has room for', async () => {
    const providerIds: string[] = []
    for (let n = 0; n < 24; n += 1) providerIds.push(await world.person())
    const { status, body } = await world.createType([
      { name: 'all', providerIds, count: 'all', spans: [FIRST] },
    ])
    expect([status, body.code]).toEqual([422, 'event_type_too_large'])
    const two = { offsetMinutes: 0, durationMinutes: 30 }
    const days = [0, 3, 6].map((day) => ({ day, ...two }))
    const apart = [{ name: 'all', providerIds: providerIds.slice(0, 8), count: 'all', spans: days }]
    expect(await world.createType(apart)).toMatchObject({
      status: 422,
      body: { code: 'event_type_too_large', detail: expect.stringContaining('7') },
    })
    // Six days of the ledger for each of them, before and after a move: 84 writes and 7 more.
    const seven = [{ ...apart[0], providerIds: providerIds.slice(0, 7) }]
    expect((await world.createType(seven)).status).toBe(201)
  })
})
