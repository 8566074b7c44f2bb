import type { ClaimStep } from '@holdfast/engine'
import { describe, expect, test } from 'vitest'
import { timesOf } from '../booking/bookings/time-steps.ts'
import type { LedgerState } from '../kernel/ports/store.ts'
import { claimWrites } from './claim-writes.ts'
import type { Mark } from './steps.ts'

const NOW = 1_776_672_000
const UNTIL = NOW + 300
// 2026-04-27 is day 20570 since 1970-01-01; its quantum 120 begins at 10:00.
const DAY = 20_570
const KEY = { PK: 'PROVIDER#prv_2', SK: 'DAY#2026-04-27' }
const NEXT_KEY = { PK: 'PROVIDER#prv_2', SK: 'DAY#2026-04-28' }
const SHARED = { isShared: true, wasShared: true }

const at = (hour: number, minute = 0): number => DAY * 1440 + hour * 60 + minute
const interval = (startEpochMinutes: number, endEpochMinutes: number) => ({
  startEpochMinutes,
  endEpochMinutes,
})
const TEN = interval(at(10), at(11))
const quanta = (first: number, count: number) =>
  new Set(Array.from({ length: count }, (_, n) => first + n))
const state = (parts: Partial<LedgerState> = {}): LedgerState => ({
  rev: 4,
  taken: new Set(),
  holds: [],
  blocks: [],
  ...parts,
})
const mark = (firstQuantum: number, quantumCount: number, bookingId = 'bkg_1') => ({
  bookingId,
  firstQuantum,
  quantumCount,
})
const holdMark = (firstQuantum: number, quantumCount: number) => ({
  ...mark(firstQuantum, quantumCount),
  expiresAtEpochSeconds: UNTIL,
})
/** The writes of a step of a booking that takes, or took, several providers. */
const writesOf = (
  step: ClaimStep,
  sharing: { readonly isShared?: boolean; readonly wasShared?: boolean },
  known: readonly (readonly [number, LedgerState])[] = [],
) => {
  const mark: Mark = {
    ownerId: 'bkg_1',
    ...(sharing.wasShared && { was: 'booking' }),
    ...(sharing.isShared && { is: 'booking' }),
  }
  const owner = { providerId: 'prv_2', mark, index: 0 }
  return claimWrites(timesOf(step, owner), new Map(known), NOW)
}
const written = (...writes: readonly (readonly [dayNumber: number, write: object])[]) => ({
  ok: true,
  value: writes.map(([, write]) => write),
})
const ledgerClaim = { kind: 'ledger-claim', key: KEY, firstQuantum: 120, quantumCount: 12 }
const release = { kind: 'ledger-release', key: KEY, firstQuantum: 120, quantumCount: 12 }
const OWN_MARK = { mark: { bookingOf: 'bkg_1' } }

describe('a shared claim', () => {
  test('that is final leaves the mark of the booking on each of its days', () => {
    const step = { kind: 'claim', to: interval(at(23), at(24, 30)) } as const
    expect(writesOf(step, { isShared: true })).toEqual(
      written(
        [DAY, { ...ledgerClaim, firstQuantum: 276, booking: mark(276, 12) }],
        [
          DAY + 1,
          {
            kind: 'ledger-claim',
            key: NEXT_KEY,
            firstQuantum: 0,
            quantumCount: 6,
            booking: mark(0, 6),
          },
        ],
      ),
    )
  })

  test('that is final leaves its mark also where it takes over a lapsed hold', () => {
    const lapsed = { ...mark(126, 12, 'bkg_old'), expiresAtEpochSeconds: NOW }
    const other = mark(200, 6, 'bkg_other')
    const day = state({
      taken: new Set([...quanta(126, 12), ...quanta(200, 6)]),
      holds: [lapsed],
      bookings: [other],
    })
    expect(writesOf({ kind: 'claim', to: TEN }, { isShared: true }, [[DAY, day]])).toEqual(
      written([
        DAY,
        {
          kind: 'ledger-replace',
          key: KEY,
          ifRev: 4,
          next: {
            taken: new Set([...quanta(120, 12), ...quanta(200, 6)]),
            holds: [],
            blocks: [],
            bookings: [other, mark(120, 12)],
          },
        },
      ]),
    )
  })

  test('that is held has the mark of its hold alone', () => {
    const step = { kind: 'claim', to: TEN, holdUntilEpochSeconds: UNTIL } as const
    expect(writesOf(step, { isShared: true })).toEqual(
      written([DAY, { ...ledgerClaim, hold: holdMark(120, 12) }]),
    )
  })
})

test('the claim of a booking of one provider leaves no mark', () => {
  expect(writesOf({ kind: 'claim', to: TEN }, {})).toEqual(written([DAY, ledgerClaim]))
})

test('the confirmation of a shared hold replaces the mark of the hold by that of the booking', () => {
  const step = { kind: 'confirm', at: interval(at(23), at(24, 30)) } as const
  const confirm = (key: object, booking: object) => ({
    kind: 'ledger-confirm',
    key,
    bookingId: 'bkg_1',
    booking,
  })
  expect(writesOf(step, SHARED)).toEqual(
    written([DAY, confirm(KEY, mark(276, 12))], [DAY + 1, confirm(NEXT_KEY, mark(0, 6))]),
  )
})

describe('the release of a claim', () => {
  const step = { kind: 'release', from: TEN, held: false } as const

  test('that was shared removes the mark of the booking', () => {
    expect(writesOf(step, SHARED)).toEqual(written([DAY, { ...release, ...OWN_MARK }]))
    const marked = state({ taken: quanta(120, 12), bookings: [mark(120, 12)] })
    expect(writesOf(step, SHARED, [[DAY, marked]])).toEqual(
      written([DAY, { ...release, ...OWN_MARK }]),
    )
  })

  test('that was shared names no mark where the day that was read has none', () => {
    const other = state({ taken: quanta(120, 12), bookings: [mark(200, 6, 'bkg_other')] })
    expect(writesOf(step, SHARED, [[DAY, other]])).toEqual(written([DAY, release]))
  })

  test('that was held removes the mark of the hold', () => {
    expect(writesOf({ ...step, held: true }, SHARED)).toEqual(
      written([DAY, { ...release, mark: { holdOf: 'bkg_1' } }]),
    )
  })

  test('of a provider who leaves depends on how the booking was, not on how it will be', () => {
    expect(writesOf(step, { wasShared: true, isShared: false })).toEqual(
      written([DAY, { ...release, ...OWN_MARK }]),
    )
    expect(writesOf(step, { wasShared: false, isShared: true })).toEqual(written([DAY, release]))
  })
})

describe('the move of a shared claim', () => {
  const move = (from: readonly [number, number], to: readonly [number, number], more = {}) =>
    ({ kind: 'move', from: interval(...from), to: interval(...to), ...more }) as const
  const withinDay = move([at(10), at(11)], [at(10, 30), at(11, 30)])
  const toNextDay = move([at(10), at(11)], [at(34), at(35)])
  const marked = state({ taken: quanta(120, 12), bookings: [mark(120, 12)] })
  const unmarked = state({ taken: quanta(120, 12) })
  const replaced = (next: object) =>
    written([DAY, { kind: 'ledger-replace', key: KEY, ifRev: 4, next: { blocks: [], ...next } }])

  test('within a day takes its mark along', () => {
    expect(writesOf(withinDay, SHARED, [[DAY, marked]])).toEqual(
      replaced({ taken: quanta(126, 12), holds: [], bookings: [mark(126, 12)] }),
    )
  })

  test('to another day removes its mark from the first and leaves one on the second', () => {
    const claim = { ...ledgerClaim, key: NEXT_KEY, booking: mark(120, 12) }
    expect(writesOf(toNextDay, SHARED)).toEqual(
      written([DAY, { ...release, ...OWN_MARK }], [DAY + 1, claim]),
    )
  })

  test('to its own time gives a booking its mark that becomes shared', () => {
    const inPlace = move([at(10), at(11)], [at(10), at(11)])
    expect(writesOf(inPlace, { wasShared: false, isShared: true }, [[DAY, unmarked]])).toEqual(
      replaced({ taken: quanta(120, 12), holds: [], bookings: [mark(120, 12)] }),
    )
  })

  test('to its own time takes the mark of a booking that is no longer shared', () => {
    const inPlace = move([at(10), at(11)], [at(10), at(11)])
    expect(writesOf(inPlace, { wasShared: true, isShared: false }, [[DAY, marked]])).toEqual(
      replaced({ taken: quanta(120, 12), holds: [] }),
    )
  })

  test('of a hold has the mark of the hold alone', () => {
    const held = state({ taken: quanta(120, 12), holds: [holdMark(120, 12)] })
    const step = { ...withinDay, holdUntilEpochSeconds: UNTIL }
    expect(writesOf(step, SHARED, [[DAY, held]])).toEqual(
      replaced({ taken: quanta(126, 12), holds: [holdMark(126, 12)] }),
    )
  })

  test('that needs approval again replaces the mark of the booking by that of a hold', () => {
    const step = { ...withinDay, holdUntilEpochSeconds: UNTIL, wasFinal: true } as const
    expect(writesOf(step, SHARED, [[DAY, marked]])).toEqual(
      replaced({ taken: quanta(126, 12), holds: [holdMark(126, 12)] }),
    )
  })
})
