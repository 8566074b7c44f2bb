import { expect, test } from 'vitest'
import { locationFor } from './location.ts'

const url = 'https://meet.google.com/abc-defg-hij'

test('the link of a conference ends when its host leaves the booking', () => {
  const meet = { kind: 'google_meet', label: 'Online', url, hostId: 'prv_1' } as const
  expect(locationFor(meet, ['prv_2', 'prv_1'])).toEqual(meet)
  expect(locationFor(meet, ['prv_2'])).toEqual({ kind: 'google_meet', label: 'Online' })
})

test('a location that no calendar created stays with any providers', () => {
  const link = { kind: 'link', url: 'https://example.com/room' } as const
  expect(locationFor(link, ['prv_2'])).toEqual(link)
})
