import { expect, test } from 'vitest'
import type { Provider } from '../api.ts'
import { type Draft, newDraft } from './draft.ts'
import { newRequirement } from './requirement-draft.ts'
import { unreachableFor } from './unreachable.ts'

const provider = (id: string, email: string | null, kind: Provider['kind'] = 'person') =>
  ({ id, email, kind, active: true, specialty: null }) as Provider

const ada = provider('ada', 'ada@example.com')
const bob = provider('bob', null)
const room = provider('room', null, 'room')
const silent = provider('practice', null, 'team')
const desk = provider('practice', 'desk@example.com', 'team')

const draft = (providerId: string, more: Partial<Draft> = {}): Draft => ({
  ...newDraft(providerId),
  confirmation: 'approval',
  ...more,
})
const needs = (...providerIds: readonly string[]) => ({ ...newRequirement('doctor'), providerIds })
const namesOf = (given: Draft, providers: readonly Provider[]) =>
  unreachableFor(given, providers).map(({ id }) => id)

test('a provider without an address is not reached by requests, and confirmations need no address', () => {
  expect(namesOf(draft('bob'), [ada, bob])).toEqual(['bob'])
  expect(namesOf(draft('ada'), [ada, bob])).toEqual([])
  expect(namesOf(draft('bob', { confirmation: 'instant' }), [ada, bob])).toEqual([])
})

test('a request of a team may reach nobody while each requirement has a candidate without an address', () => {
  const all = [ada, bob, room, silent]
  expect(namesOf(draft('practice', { requirements: [needs('ada', 'bob')] }), all)).toEqual(['bob'])
  const rooms = { ...newRequirement('room'), source: 'kind', kind: 'room' } as const
  const requirements = [needs('bob'), rooms]
  expect(namesOf(draft('practice', { requirements }), all)).toEqual(['bob', 'room'])
  expect(namesOf(draft('practice', { requirements: [needs('ada'), rooms] }), all)).toEqual([])
})

test('a team with an address is reached by every request', () => {
  const all = [bob, desk]
  expect(namesOf(draft('practice', { requirements: [needs('bob')] }), all)).toEqual([])
})
