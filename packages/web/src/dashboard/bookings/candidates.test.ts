import { expect, test } from 'vitest'
import type { Booking, EventType, Provider } from '../api.ts'
import { candidatesFor, leavingIn } from './candidates.ts'

const provider = (id: string, rest: Partial<Provider> = {}) =>
  ({ id, name: id, kind: 'person', active: true, specialty: null, ...rest }) as Provider

const PROVIDERS = [
  provider('ada', { specialty: 'Dentist' }),
  provider('bob', { specialty: ' dentist' }),
  provider('cleo', { specialty: 'dentist', active: false }),
  provider('team', { specialty: 'dentist', kind: 'team' }),
  provider('room 1', { kind: 'room' }),
  provider('room 2', { kind: 'room' }),
]

const candidates = (requirement: object, fromId: string, takenIds: readonly string[]) => {
  const nothing = { providerIds: null, specialty: null, kind: null }
  const eventType = { requirements: [{ name: 'need', ...nothing, ...requirement }] }
  const assignments = takenIds.map((providerId) => ({ requirement: 'need', providerId }))
  const booking = { assignments } as unknown as Booking
  return candidatesFor(booking, fromId, eventType as unknown as EventType, PROVIDERS).map(
    ({ id }) => id,
  )
}

test('named candidates keep the order of the requirement, without those whom the booking takes', () => {
  const providerIds = ['room 2', 'bob', 'ada', 'room 1']
  expect(candidates({ providerIds }, 'ada', ['ada', 'bob'])).toEqual(['room 2', 'room 1'])
})

test('a specialty has its active people in any spelling, but no teams', () => {
  expect(candidates({ specialty: 'DENTIST' }, 'ada', ['ada'])).toEqual(['bob'])
})

test('a kind has its active providers', () => {
  expect(candidates({ kind: 'room' }, 'room 1', ['room 1'])).toEqual(['room 2'])
})

test('nobody can take over from a provider whom the booking does not take', () => {
  expect(candidates({ kind: 'room' }, 'ada', ['room 1'])).toEqual([])
})

test('a booking is given away by the one of its providers who is away, and by nobody if several are', () => {
  const booking = { assignments: [{ providerId: 'ada' }, { providerId: 'room 1' }] } as Booking
  expect(leavingIn(booking, new Set(['ada', 'bob']))).toBe('ada')
  expect(leavingIn(booking, new Set(['bob']))).toBeUndefined()
  expect(leavingIn(booking, new Set(['ada', 'room 1']))).toBeUndefined()
})
