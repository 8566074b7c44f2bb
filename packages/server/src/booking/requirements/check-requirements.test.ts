import { CANDIDATES_MAX } from '@holdfast/engine'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { createProperty } from '../properties/properties.ts'
import { deleteProvider } from '../providers/provider-deletion.ts'
import { checkRequirements, requirementsOf } from './check-requirements.ts'
import type { Requirement } from './requirement.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
afterAll(() => world.close())

type Checked = Parameters<typeof checkRequirements>[1]
type Before = Parameters<typeof checkRequirements>[2]

/** Checks the requirements of an event type of an hour of the account. */
const check = (
  requirements: readonly Requirement[] | undefined,
  more: Partial<Checked> = {},
  before?: Before,
) => {
  const { accountId } = world
  const plain = { accountId, ...(requirements && { requirements }) }
  const lengths = { durationMinutes: 60, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 }
  return checkRequirements(world.deps, { ...lengths, ...plain, ...more } as Checked, before)
}
const people = (count: number): Promise<readonly string[]> =>
  Promise.all(Array.from({ length: count }, async () => (await world.provider()).id))
const need = (more: Partial<Requirement>): Requirement => ({ name: 'doctor', count: 1, ...more })
const errors = (...list: readonly (readonly [string, string])[]) => ({
  ok: false,
  refusal: {
    code: 'validation_failed',
    errors: list.map(([pointer, message]) => ({ pointer, message })),
  },
})

test('an event type without requirements has no candidates to check', async () => {
  expect(await check(undefined)).toEqual({ ok: true, value: undefined })
})

test('the candidates of an event type are those whom its requirements name', async () => {
  const [first = '', second = ''] = await people(2)
  const found = await check([need({ providerIds: [second, first] })])
  expect(found.ok && found.value?.map(({ id }) => id)).toEqual([second, first])
})

test('names of requirements are unique, and each names a provider once and enough of them', async () => {
  const [first = '', second = ''] = await people(2)
  expect(
    await check([
      need({ providerIds: [first, first], count: 2 }),
      need({ providerIds: [second], count: 2 }),
      need({ name: 'room', providerIds: [second], count: 'all' }),
    ]),
  ).toEqual(
    errors(
      ['/requirements/0/providerIds', 'names a provider twice'],
      ['/requirements/1/name', '"doctor" is the name of another requirement'],
      ['/requirements/1/count', '2 are required, but only 1 are named'],
    ),
  )
})

test('only providers of the account with time of their own can be named', async () => {
  const [known = '', gone = ''] = await people(2)
  const deleted = await deleteProvider(world.deps, world.caller, gone)
  expect(deleted.ok).toBe(true)
  const team = (await world.provider({ kind: 'team' })).id
  const house = unwrap(
    await createProperty(world.deps, world.caller, { name: 'House', timeZone: 'UTC' }),
  )
  const unit = (await world.provider({ kind: 'unit', propertyId: house.id })).id
  const missing = 'prv_01KQ2D9Z6V0000000000000000'
  const providerIds = [known, missing, gone, team, unit]
  expect(await check([need({ providerIds })])).toEqual(
    errors(
      ['/requirements/0/providerIds/1', `"${missing}" is not a provider of this account`],
      ['/requirements/0/providerIds/2', `"${gone}" is not a provider of this account`],
      ['/requirements/0/providerIds/3', `"${team}" is a team, which has no time of its own`],
      ['/requirements/0/providerIds/4', `"${unit}" is a unit, which is booked by the night`],
    ),
  )
  const foreign = { accountId: world.stranger.accountId }
  expect(await check([need({ providerIds: [known] })], foreign)).toEqual(
    errors(['/requirements/0/providerIds/0', `"${known}" is not a provider of this account`]),
  )
})

test('a requirement that would leave candidates out is refused when it is new, by what it asks for', async () => {
  const specialty = 'dentist'
  const room = () => world.provider({ specialty, kind: 'room' })
  await Promise.all(Array.from({ length: CANDIDATES_MAX }, room))
  const bySpecialty = [need({ specialty })]
  const byKind = [need({ kind: 'room' })]
  expect(await check(bySpecialty)).toMatchObject({ ok: true, value: { length: CANDIDATES_MAX } })
  await room()
  const message = (what: string) =>
    `more than ${CANDIDATES_MAX} active providers have this ${what}, the most of one requirement: name them with \`providerIds\``
  expect(await check(bySpecialty)).toEqual(
    errors(['/requirements/0/specialty', message('specialty')]),
  )
  expect(await check(byKind)).toEqual(errors(['/requirements/0/kind', message('kind')]))
  // An event type that has it already can still be changed.
  expect(await check(bySpecialty, {}, { requirements: bySpecialty })).toMatchObject({ ok: true })
  expect(await check(bySpecialty, {}, { requirements: byKind })).toMatchObject({ ok: false })
  const two = [...bySpecialty, need({ name: 'room', kind: 'room' })]
  expect(await check(bySpecialty, {}, { requirements: two })).toMatchObject({ ok: false })
})

test('rules for candidates are for those of one requirement that takes one of them', async () => {
  const [first = '', second = '', other = ''] = await people(3)
  const providerIds = [first, second]
  const rulesOf = (...ids: readonly string[]) => ({
    candidateRules: ids.map((providerId) => ({ providerId, durationMinutes: 30 })),
  })
  expect(await check([need({ providerIds })], rulesOf(first, second))).toMatchObject({ ok: true })
  expect(await check([need({ providerIds })], rulesOf(first, other))).toEqual(
    errors([
      '/candidateRules/1/providerId',
      `"${other}" is no active candidate of the requirement "doctor"`,
    ]),
  )
  expect(await check([need({ providerIds })], rulesOf(other))).toEqual(
    errors(['/candidateRules/0/providerId', `"${other}" is no active candidate of the event type`]),
  )
  expect(await check([need({ providerIds, count: 2 })], rulesOf(first))).toEqual(
    errors([
      '/candidateRules',
      'is only possible for a requirement that takes one candidate: "doctor" takes 2',
    ]),
  )
  // Rules that were there before are not judged again.
  const { candidateRules } = rulesOf(other)
  const kept = { candidateRules }
  expect(await check([need({ providerIds })], kept, kept)).toMatchObject({ ok: true })
})

test('a booking fits into one transaction: 23 providers of an hour, fewer if it takes more days', async () => {
  const providerIds = await people(24)
  const taking = (count: number, durationMinutes: number) =>
    check([need({ providerIds, count })], { durationMinutes })
  expect(await taking(23, 60)).toMatchObject({ ok: true })
  expect(await taking(24, 60)).toEqual({
    ok: false,
    refusal: { code: 'event_type_too_large', providerCount: 24, maxProviders: 23 },
  })
  expect(await taking(15, 1441)).toMatchObject({ ok: true })
  expect(await taking(16, 1441)).toEqual({
    ok: false,
    refusal: { code: 'event_type_too_large', providerCount: 16, maxProviders: 15 },
  })
  const buffered = (bufferAfterMinutes: number) =>
    check([need({ providerIds, count: 16 })], { durationMinutes: 1440, bufferAfterMinutes })
  expect(await buffered(0)).toMatchObject({ ok: true })
  expect(await buffered(1)).toMatchObject({ ok: false })
  const choosing = { durationOptionsMinutes: [60, 1441], durationMinutes: 60 }
  expect(await check([need({ providerIds, count: 16 })], choosing)).toMatchObject({ ok: false })
})

test('the counts of limits need room in the transaction too', async () => {
  const providerIds = await people(24)
  const limits = { perDay: 9, perWeek: 9, perMonth: 9, minutesPerDay: 900 }
  const taking = (count: number, more: object = {}) =>
    check([need({ providerIds, count })], { durationMinutes: 60, ...more })
  expect(await taking(21, { limits })).toMatchObject({ ok: true })
  expect(await taking(22, { limits })).toEqual({
    ok: false,
    refusal: { code: 'event_type_too_large', providerCount: 22, maxProviders: 21 },
  })
  // Whoever has limits of their own may be among those who are taken.
  const named = [...providerIds.slice(0, 22), (await world.provider({ limits })).id]
  const ofOwn = (count: number) =>
    check([need({ providerIds: named, count })], { durationMinutes: 60 })
  expect(await ofOwn(21)).toMatchObject({ ok: true })
  expect(await ofOwn(22)).toMatchObject({ ok: false })
})

test('what a requirement does not say is not stored, nor what is usual', () => {
  const stored = (more: object) => requirementsOf([{ name: 'doctor', count: 1, ...more }])
  expect(requirementsOf(undefined)).toBeUndefined()
  expect(stored({ choice: 'balanced', bookerMayChoose: false, spans: null })).toEqual([
    { name: 'doctor', count: 1 },
  ])
  const all = {
    providerIds: ['prv_1'],
    specialty: 'dentist',
    kind: 'person',
    choice: 'priority',
    bookerMayChoose: true,
  }
  expect(stored(all)).toEqual([{ name: 'doctor', count: 1, ...all }])
})
