import { expect, test } from 'vitest'
import { countWrite, type OwnedCountStep } from './count-writes.ts'

const NOW = 1_777_000_000
const COUNTER = 'prv_1:day:2026-04-27'
const KEY = { PK: 'PROVIDER#prv_1#LIMIT', SK: '2026-04-27#day' }
const mark = (ownerId: string, expiresAtEpochSeconds: number) => ({
  ownerId,
  amount: 1,
  expiresAtEpochSeconds,
})

test('a session that is only held again keeps one part, beside a lapsed mark of its own', () => {
  const step: OwnedCountStep = {
    ownerId: 'ety_1@600',
    step: {
      kind: 'keep',
      counter: COUNTER,
      amount: 1,
      isMarked: false,
      untilEpochSeconds: NOW + 300,
    },
  }
  // One part for good, one of the lapsed mark, and one of another booking.
  const state = { rev: 4, used: 3, holds: [mark('ety_1@600', NOW - 5), mark('bkg_1', NOW + 60)] }
  expect(countWrite([step], state, NOW)).toEqual({
    ok: true,
    value: {
      kind: 'count-replace',
      key: KEY,
      ifRev: 4,
      next: { used: 2, holds: [mark('bkg_1', NOW + 60), mark('ety_1@600', NOW + 300)] },
    },
  })
})
