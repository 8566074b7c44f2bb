import { expect, test } from 'vitest'
import { sessionFromItem, sessionWrite } from './session-item.ts'

const ITEM = {
  PK: 'EVENTTYPE#ety_1#SESSION',
  SK: '1777280400',
  rev: 3,
  used: 2,
  'hold:bkg_1': [1, 1_777_000_300],
  accountId: 'acc_1',
  eventTypeId: 'ety_1',
  endEpochSeconds: 1_777_284_000,
  policy: { durationMinutes: 60, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 },
  timeZone: 'UTC',
  localStart: '2026-04-27T09:00',
  tzdbVersion: '2026a',
  providerId: 'prv_1',
  isFinal: true,
} as const

test('a session that is written again has the attributes that a later version has added', () => {
  const before = sessionFromItem({ ...ITEM, room: 'Blue' })
  const write = sessionWrite(before, before.session)
  expect(write).toMatchObject({
    kind: 'count-replace',
    ifRev: 3,
    next: {
      used: 2,
      holds: [{ ownerId: 'bkg_1', amount: 1, expiresAtEpochSeconds: 1_777_000_300 }],
    },
    attributes: { room: 'Blue', isFinal: true, providerId: 'prv_1' },
  })
})

test('the time to live of an empty session does not stay when somebody joins it', () => {
  const before = sessionFromItem({ ...ITEM, ttl: 1_779_000_000 })
  const write = sessionWrite(before, before.session)
  expect(write).toMatchObject({ attributes: { ttl: undefined } })
})
