import { expect, test } from 'vitest'
import { placeOfInvitation, placeText } from './place.ts'

const MEET = 'https://meet.google.com/abc-defg-hij'
const TEAMS = 'https://teams.microsoft.com/l/meetup-join/19%3ameeting_x%40thread.v2/0'

test('a place is named by its label and its address or number', () => {
  expect(placeText({ kind: 'in_person', address: 'Seestraße 1', label: 'Practice' })).toBe(
    'Practice, Seestraße 1',
  )
  expect(placeText({ kind: 'ask_booker', address: 'At home' })).toBe('At home')
  expect(placeText({ kind: 'phone', phone: '+41443334455' })).toBe('+41443334455')
  expect(placeText({ kind: 'phone' })).toBe('')
  expect(placeText({ kind: 'google_meet', url: MEET })).toBe('Google Meet')
  expect(placeText({ kind: 'teams' })).toBe('Microsoft Teams')
  expect(placeText({ kind: 'teams', label: 'Online' })).toBe('Online')
  expect(placeText({ kind: 'link', url: 'https://example.com/room' })).toBe('')
})

test('an invitation without a place names the rooms, or nothing', () => {
  expect(placeOfInvitation(undefined, [])).toEqual({})
  expect(placeOfInvitation(undefined, ['Room 2', 'Lab'])).toEqual({ location: 'Room 2, Lab' })
})

test('an address follows the rooms', () => {
  expect(placeOfInvitation({ kind: 'in_person', address: 'Seestraße 1' }, ['Room 2'])).toEqual({
    location: 'Room 2, Seestraße 1',
  })
})

test('the link of an online meeting is the location, the URL and the conference', () => {
  expect(placeOfInvitation({ kind: 'google_meet', url: MEET }, [])).toEqual({
    location: MEET,
    url: MEET,
    conference: { url: MEET, label: 'Google Meet', maker: 'google' },
  })
  expect(placeOfInvitation({ kind: 'teams', url: TEAMS, label: 'Online' }, ['Room 2'])).toEqual({
    location: 'Room 2',
    url: TEAMS,
    conference: { url: TEAMS, label: 'Online', maker: 'microsoft' },
  })
  expect(placeOfInvitation({ kind: 'link', url: 'https://example.com/room' }, [])).toEqual({
    location: 'https://example.com/room',
    url: 'https://example.com/room',
    conference: { url: 'https://example.com/room', label: 'https://example.com/room' },
  })
})

test('a meeting without a link yet is named', () => {
  expect(placeOfInvitation({ kind: 'google_meet' }, [])).toEqual({ location: 'Google Meet' })
})
