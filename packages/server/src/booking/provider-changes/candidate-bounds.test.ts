import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { date, slotsOf } from '../../../tests/support/slot-starts.ts'
import { storeWith } from '../../../tests/support/store-with.ts'
import { inspect } from '../../ops/doctor/inspect.ts'
import { createEventType, setEventTypeStatus, updateEventType } from '../event-types/event-types.ts'
import { providerEntity } from '../providers/provider.ts'
import { createProvider, type ProviderInput, updateProvider } from './save-provider.ts'

let world: BookingWorld
let teamId: string
beforeAll(async () => {
  world = await openBookingWorld()
  teamId = (await world.provider({ kind: 'team' })).id
})
afterAll(() => world.close())

async function providers(count: number, input: Partial<ProviderInput>): Promise<string[]> {
  const ids: string[] = []
  for (let made = 0; made < count; made += 1) ids.push((await world.provider(input)).id)
  return ids
}

const RANGE = [date('2026-04-21'), date('2026-04-22')] as const
const startsOf = async (eventTypeId: string) =>
  unwrap(await slotsOf(world, eventTypeId, RANGE)).starts.length

const takenBy = async (eventTypeId: string, start: string) =>
  (await world.book(eventTypeId, start)).assignments?.map(({ providerId }) => providerId)

const create = (input: Partial<ProviderInput>) =>
  createProvider(world.deps, world.caller, { name: 'New', timeZone: 'UTC', ...input })

const pointers = (answer: { readonly ok: boolean; readonly refusal?: unknown }) =>
  answer.ok
    ? 'accepted'
    : (answer.refusal as { readonly errors?: readonly { pointer: string }[] }).errors?.map(
        ({ pointer }) => pointer,
      )

test('sixty inactive providers take no place among the candidates, by specialty or by kind', async () => {
  for (const more of [{ specialty: 'dentist' }, { kind: 'equipment' as const }]) {
    await providers(60, { ...more, active: false })
    const active = await providers(3, more)
    const { specialty, kind } = { specialty: undefined, kind: undefined, ...more }
    const type = await world.eventType({
      providerId: teamId,
      requirements: [{ name: 'who', specialty, kind, count: 3 }],
    })
    expect(await startsOf(type.id)).toBe(8)
    const taken = await takenBy(type.id, '2026-04-21T10:00:00Z')
    expect(taken?.toSorted()).toEqual(active.toSorted())
  }
})

test('each requirement has fifty candidates of its own', async () => {
  const teachers = await providers(45, { specialty: 'teacher' })
  const rooms = await providers(10, { kind: 'room' })
  const type = await world.eventType({
    providerId: teamId,
    requirements: [
      { name: 'teacher', specialty: 'teacher', count: 1 },
      { name: 'room', kind: 'room', count: 1 },
    ],
  })
  const taken: string[] = []
  for (let booked = 0; booked < 10; booked += 1) {
    taken.push(...((await takenBy(type.id, '2026-04-21T10:00:00Z')) ?? []))
  }
  expect(taken.filter((id) => rooms.includes(id)).toSorted()).toEqual(rooms.toSorted())
  expect(taken.filter((id) => teachers.includes(id))).toHaveLength(10)
  expect(await world.create(type.id, '2026-04-21T10:00:00Z')).toMatchObject({
    refusal: { code: 'slot_taken' },
  })
})

test('a provider who would be the fifty-first candidate is refused, and named where it is caused', async () => {
  const [first = ''] = await providers(50, { specialty: 'baker' })
  const away = await world.provider({ specialty: 'baker', active: false })
  const other = await world.provider()
  const requirements = [{ name: 'baker', specialty: 'Baker', count: 1 }]
  const type = await world.eventType({ providerId: teamId, requirements })
  const refused = await create({ specialty: 'BAKER' })
  expect(refused).toMatchObject({
    refusal: {
      code: 'validation_failed',
      errors: [
        {
          pointer: '/specialty',
          message: `50 active providers have the specialty "BAKER", the most of one requirement, and the event type "Check-up" (${type.id}) takes any of them: name its candidates with \`providerIds\`, or deactivate a provider`,
        },
      ],
    },
  })
  const change = (id: string, changed: Parameters<typeof updateProvider>[3]) =>
    updateProvider(world.deps, world.caller, id, changed)
  expect(pointers(await change(away.id, { active: true }))).toEqual(['/specialty'])
  expect(pointers(await change(other.id, { specialty: 'baker' }))).toEqual(['/specialty'])
  expect(pointers(await create({ specialty: 'baker', active: false }))).toBe('accepted')
  expect(pointers(await change(first, { name: 'Renamed' }))).toBe('accepted')
  expect(pointers(await change(first, { active: false }))).toBe('accepted')
  expect(pointers(await change(away.id, { active: true }))).toBe('accepted')
})

test('an event type with more than fifty candidates of a requirement is refused, also by a change', async () => {
  const members = await providers(51, { specialty: 'singer' })
  const requirements = [{ name: 'singer', specialty: 'singer', count: 1 }]
  const input = { providerId: teamId, slug: 'choir', title: 'Choir', durationMinutes: 60 }
  const refused = await createEventType(world.deps, world.caller, { ...input, requirements })
  expect(pointers(refused)).toEqual(['/requirements/0/specialty'])
  const named = [{ name: 'singer', providerIds: members.slice(0, 50), count: 1 }]
  const type = await world.eventType({ providerId: teamId, requirements: named })
  const change = (changed: Parameters<typeof updateEventType>[3]) =>
    updateEventType(world.deps, world.caller, type.id, changed)
  expect(pointers(await change({ requirements }))).toEqual(['/requirements/0/specialty'])
})

test('an event type that has too many already can still be changed otherwise, and the doctor finds it', async () => {
  const requirements = [{ name: 'guide', specialty: 'guide', count: 1 }]
  const members = await providers(50, { specialty: 'guide' })
  const type = await world.eventType({ providerId: teamId, requirements })
  const extra = unwrap(await create({}))
  const stored = { ...extra, specialty: 'guide', version: 2 }
  await world.store.transact([providerEntity.replace(extra, stored)], extra.id)
  const same = await updateEventType(world.deps, world.caller, type.id, {
    title: 'Walk',
    requirements,
  })
  expect(pointers(same)).toBe('accepted')
  expect(pointers(await setEventTypeStatus(world.deps, world.caller, type.id, 'inactive'))).toBe(
    'accepted',
  )
  const found = (await inspect(world.deps)).findings
  expect(found.map(({ code, sentence, keys }) => [code, sentence, keys[0]?.PK])).toEqual([
    [
      'candidates_cut',
      'The requirement "guide" takes any provider of the specialty "guide". 51 are active, of whom only 50 are ever taken.',
      `EVENTTYPE#${type.id}`,
    ],
  ])
  expect(await startsOf(type.id)).toBe(0)
  expect(members).toHaveLength(50)
})

test('a provider is checked without reading event types while its specialty and kind have room', async () => {
  const partitions: (string | undefined)[] = []
  const store = storeWith(world.store, {
    query(request) {
      partitions.push(request.index)
      return world.store.query(request)
    },
  })
  const input = { name: 'Sole', timeZone: 'UTC', kind: 'room', specialty: 'sole' } as const
  unwrap(await createProvider({ ...world.deps, store }, world.caller, input))
  expect(partitions).toEqual(['GSI2', 'GSI4'])
})
