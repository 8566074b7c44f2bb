import { expect, test } from 'vitest'
import { poolOf } from './unit-pool.ts'

const refused = (pointer: string, message: string) => ({
  ok: false,
  refusal: { code: 'validation_failed', errors: [{ pointer, message }] },
})
const ROOM = { name: 'Room', count: 1 }

test('an event type of nights without requirements has no pool', () => {
  for (const none of [undefined, null, []])
    expect(poolOf(none)).toEqual({ ok: true, value: undefined })
})

test('a pool takes its units by the gaps that they leave, unless a priority is asked for', () => {
  expect(poolOf([ROOM])).toEqual({ ok: true, value: { name: 'Room', choice: 'gap' } })
  const units = { kind: 'unit' as const, providerIds: ['prv_1', 'prv_2'] }
  expect(poolOf([{ ...ROOM, ...units, choice: 'priority', bookerMayChoose: true }])).toEqual({
    ok: true,
    value: {
      name: 'Room',
      providerIds: ['prv_1', 'prv_2'],
      choice: 'priority',
      bookerMayChoose: true,
    },
  })
})

test.each([
  ['/requirements/0/specialty', { specialty: 'sea view' }, 'is not possible with `grain` "nights"'],
  [
    '/requirements/0/bufferAfterMinutes',
    { bufferAfterMinutes: 30 },
    'is not possible with `grain` "nights"',
  ],
  ['/requirements/0/kind', { kind: 'person' as const }, 'must be "unit" with `grain` "nights"'],
  ['/requirements/0/count', { count: 2 }, 'must be 1 with `grain` "nights"'],
  [
    '/requirements/0/choice',
    { choice: 'balanced' as const },
    'must be "gap" or "priority" with `grain` "nights", and is "balanced"',
  ],
  ['/requirements/0/providerIds', { providerIds: ['prv_1', 'prv_1'] }, 'names a provider twice'],
])('a pool with a wrong %s is refused', (pointer, wrong, message) => {
  expect(poolOf([{ ...ROOM, ...wrong }])).toEqual(refused(pointer, message))
})

test('a stay takes one unit, so a second requirement is refused', () => {
  expect(poolOf([ROOM, ROOM])).toEqual(
    refused(
      '/requirements/1',
      'is not possible with `grain` "nights": a stay takes one unit of one requirement',
    ),
  )
})
