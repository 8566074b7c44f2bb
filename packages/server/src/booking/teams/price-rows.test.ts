import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingWorld, openBookingWorld } from '../../../tests/support/booking-world.ts'
import type { EventType } from '../event-types/event-type.ts'
import type { Provider } from '../providers/provider.ts'
import type { Team } from '../requirements/team.ts'
import { checkExpected, poolOf, ruleOf, ruleOfAssigned, teamLike, teamOfRow } from './price-rows.ts'

let world: BookingWorld
/** Four people, the last one of whom serves the second need. */
let people: readonly Provider[]
let team: Team
let eventType: EventType
beforeAll(async () => {
  world = await openBookingWorld()
  const made: Provider[] = []
  for (const name of ['Ada', 'Bob', 'Cy', 'Room']) made.push(await world.provider({ name }))
  people = made
  const need = { choice: 'balanced', bookerMayChoose: true } as const
  team = {
    candidates: people,
    needs: [
      { ...need, name: 'room', count: 1, candidates: [3] },
      { ...need, name: 'stylist', count: 1, candidates: [0, 1, 2] },
    ] as unknown as Team['needs'],
  }
  const free = await world.eventType()
  // Ada takes 30 minutes for 40 EUR, Bob an hour for 60 EUR, Cy what the event type says.
  eventType = {
    ...free,
    payment: {
      amount: 5000,
      currency: 'EUR',
      kind: 'full',
      payWithinMinutes: 15,
      onCaptureFailure: 'keep',
      captureFailureMinutes: 60,
      refunds: [],
    },
    candidateRules: [
      { providerId: idOf(0), durationMinutes: 30, amount: 4000 },
      { providerId: idOf(1), amount: 6000 },
    ],
  }
})
afterAll(() => world.close())

const idOf = (place: number) => people[place]?.id ?? ''
const chosen = (place: number, isBooker = true) => ({ providerId: idOf(place), isBooker })
const question = (durationMinutes: number, more: object = {}) => ({
  eventType,
  durationMinutes,
  startEpochMinutes: 29_611_260,
  timeZone: 'UTC',
  ...more,
})
/** The candidates of the second need that are left; the refusal if nobody is. */
function left(result: ReturnType<typeof teamOfRow>) {
  if (!result.ok) return result.refusal
  expect(result.value.needs[0]).toEqual(team.needs[0])
  return result.value.needs[1]?.candidates
}
const row = (durationMinutes: number, more: object = {}) =>
  left(teamOfRow(team, question(durationMinutes, more)))

test('only those who take the duration at the expected price are left', () => {
  expect(row(60)).toEqual([1, 2])
  expect(row(30)).toEqual([0])
  expect(row(60, { expectedAmount: 5000 })).toEqual([2])
  expect(row(60, { expectedAmount: 6000 })).toEqual([1])
  expect(row(30, { expectedAmount: 4000 })).toEqual([0])
})

test('who expects another price is told the lowest one', () => {
  const changed = (amount: number) => ({
    code: 'price_changed',
    price: { amount, currency: 'EUR' },
  })
  expect(row(60, { expectedAmount: 5500 })).toEqual(changed(5000))
  expect(row(30, { expectedAmount: 5000 })).toEqual(changed(4000))
  expect(row(60, { expectedAmount: 5000, chosen: chosen(1) })).toEqual(changed(6000))
})

test('a duration that nobody takes is refused with those that somebody takes', () => {
  expect(JSON.stringify(row(45))).toContain(
    'nobody who can serve this takes 45 minutes: send one of 60, 30',
  )
  expect(row(45)).toMatchObject({ code: 'validation_failed' })
  // The usual duration was chosen from several.
  expect(row(90, { usualMinutes: 90 })).toEqual([1, 2])
})

test('a chosen candidate is the only one, where a booker may choose or the account does', () => {
  expect(row(60, { chosen: chosen(2) })).toEqual([2])
  expect(row(30, { chosen: chosen(1) })).toMatchObject({ code: 'validation_failed' })
  const [room, stylist] = team.needs
  const closed = { ...team, needs: [room, { ...stylist, bookerMayChoose: false }] } as Team
  expect(poolOf(closed, 1, chosen(2))).toEqual([0, 1, 2])
  expect(poolOf(closed, 1, chosen(2, false))).toEqual([2])
  expect(poolOf(team, 1, chosen(2))).toEqual([2])
  // Whoever was chosen serves another need, or none.
  expect(poolOf(team, 1, chosen(3))).toEqual([0, 1, 2])
  expect(poolOf(team, 1, undefined)).toEqual([0, 1, 2])
  expect(poolOf(team, 1, { providerId: 'prv_other', isBooker: true })).toEqual([0, 1, 2])
})

test('without rules of candidates the team stays as it is, for the price of the event type', () => {
  const { candidateRules: _, ...plain } = eventType
  const asked = (more: object) => teamOfRow(team, { ...question(60, more), eventType: plain })
  expect(asked({})).toEqual({ ok: true, value: team })
  expect(asked({ expectedAmount: 5000 })).toEqual({ ok: true, value: team })
  expect(asked({ expectedAmount: 5001 })).toEqual({
    ok: false,
    refusal: { code: 'price_changed', price: { amount: 5000, currency: 'EUR' } },
  })
})

test('what has no price is not expected to have one', () => {
  const { payment: _, ...free } = eventType
  const priced = { startEpochMinutes: 0, durationMinutes: 60, timeZone: 'UTC' }
  const refused = { ok: false, refusal: { code: 'validation_failed' } }
  expect(checkExpected(free, 5000, priced)).toMatchObject(refused)
  expect(checkExpected(undefined, 5000, priced)).toMatchObject(refused)
  expect(JSON.stringify(checkExpected(free, 0, priced))).toContain('/expectedAmount')
  expect(checkExpected(eventType, 5000, priced)).toMatchObject({ ok: true })
  const asked = teamOfRow(team, { ...question(60, { expectedAmount: 1 }), eventType: free })
  expect(asked).toMatchObject(refused)
})

test('the rule of a booking is that of whoever serves the need with rules', () => {
  const by = (requirement: string, place: number) => [
    { requirement, providerId: idOf(place), providerName: 'Somebody' },
  ]
  expect(ruleOfAssigned(team, eventType, by('stylist', 0))).toMatchObject({ amount: 4000 })
  expect(ruleOfAssigned(team, eventType, by('stylist', 2))).toBeUndefined()
  expect(ruleOfAssigned(team, eventType, by('room', 0))).toBeUndefined()
  expect(ruleOfAssigned(team, {}, by('stylist', 0))).toBeUndefined()
  expect(ruleOf(eventType, idOf(1))).toMatchObject({ amount: 6000 })
  expect(ruleOf(eventType, undefined)).toBeUndefined()
  expect(ruleOf({}, idOf(1))).toBeUndefined()
})

test('another person takes over a booking for the same duration and price alone', () => {
  const like = (place: number, chosenOne?: ReturnType<typeof chosen>) =>
    left(teamLike(team, eventType, { providerIds: [idOf(3), idOf(place)], chosen: chosenOne }))
  expect(like(0)).toEqual([0])
  expect(like(2)).toEqual([2])
  expect(like(2, chosen(2))).toEqual([2])
  expect(like(2, chosen(1))).toEqual({ code: 'not_a_candidate', providerId: idOf(1) })
  // Whoever serves another need is not compared.
  expect(like(2, chosen(3))).toEqual([2])
  const same = { ...eventType, candidateRules: [{ providerId: idOf(0), amount: 4000 }] }
  const alike = teamLike(team, same, { providerIds: [idOf(1)] })
  expect(left(alike)).toEqual([1, 2])
  // Nobody of the booking is a candidate, or nobody has a rule.
  const stranger = teamLike(team, eventType, { providerIds: ['prv_other'] })
  expect(stranger).toEqual({ ok: true, value: team })
  const { candidateRules: _, ...plain } = eventType
  expect(teamLike(team, plain, { providerIds: [idOf(0)] })).toEqual({ ok: true, value: team })
})
