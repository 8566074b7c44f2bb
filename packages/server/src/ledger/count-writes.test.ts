import { expect, test } from 'vitest'
import { countWrite } from './count-writes.ts'
import type { AmountStep } from './steps.ts'

const NOW = 1_777_000_000
const COUNTER = 'prv_1:day:2026-04-27'
const KEY = { PK: 'PROVIDER#prv_1#LIMIT', SK: '2026-04-27#day' }
const mark = (ownerId: string, expiresAtEpochSeconds: number) => ({
  ownerId,
  amount: 1,
  expiresAtEpochSeconds,
})

test('a session that is only held again keeps one part, beside a lapsed mark of its own', () => {
  const step: AmountStep = {
    ownerId: 'ety_1@600',
    counter: COUNTER,
    amount: 1,
    from: { kind: 'final' },
    to: { kind: 'held', untilEpochSeconds: NOW + 300 },
    ifGone: 'again',
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
