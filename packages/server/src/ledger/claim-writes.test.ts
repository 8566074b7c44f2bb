import type { ClaimStep } from '@holdfast/engine'
import { describe, expect, test } from 'vitest'
import { timesOf } from '../booking/bookings/time-steps.ts'
import type { LedgerState } from '../kernel/ports/store.ts'
import { claimWrites } from './claim-writes.ts'

const NOW = 1_776_672_000
const UNTIL = NOW + 300
// 2026-04-27 is day 20570 since 1970-01-01; its quantum 108 begins at 09:00.
const DAY = 20_570
const OWNER = { providerId: 'prv_1', mark: { ownerId: 'bkg_1' }, index: 0 }
const KEY = { PK: 'PROVIDER#prv_1', SK: 'DAY#2026-04-27' }
const NEXT_KEY = { PK: 'PROVIDER#prv_1', SK: 'DAY#2026-04-28' }

const at = (hour: number, minute = 0): number => DAY * 1440 + hour * 60 + minute
const interval = (startEpochMinutes: number, endEpochMinutes: number) => ({
  startEpochMinutes,
  endEpochMinutes,
})
const quanta = (first: number, count: number) =>
  new Set(Array.from({ length: count }, (_, n) => first + n))
const state = (parts: Partial<LedgerState> = {}): LedgerState => ({
  rev: 4,
  taken: new Set(),
  holds: [],
  blocks: [],
  ...parts,
})
const hold = (firstQuantum: number, quantumCount: number, more: object = {}) => ({
  bookingId: 'bkg_1',
  firstQuantum,
  quantumCount,
  expiresAtEpochSeconds: UNTIL,
  ...more,
})
const writesOf = (step: ClaimStep, known: readonly (readonly [number, LedgerState])[] = []) =>
  claimWrites(timesOf(step, OWNER), new Map(known), NOW)
const written = (...writes: readonly (readonly [dayNumber: number, write: object])[]) => ({
  ok: true,
  value: writes.map(([, write]) => write),
})
const refused = (refusal: { readonly kind: string; readonly [member: string]: unknown }) => ({
  ok: false,
  refusal: refusal.kind === 'unread' ? refusal : { ...refusal, index: 0 },
})

test('a decision that leaves the claim alone writes nothing', () => {
  expect(writesOf({ kind: 'none' })).toEqual(written())
})

describe('a claim', () => {
  const TEN: ClaimStep = { kind: 'claim', to: interval(at(10), at(11)) }

  test('of an unread day is a condition on its quanta alone', () => {
    expect(writesOf(TEN)).toEqual(
      written([DAY, { kind: 'ledger-claim', key: KEY, firstQuantum: 120, quantumCount: 12 }]),
    )
  })

  test('that is held has a mark on each of its days', () => {
    const step = { kind: 'claim', to: interval(at(23), at(24, 30)) } as const
    expect(writesOf({ ...step, holdUntilEpochSeconds: UNTIL })).toEqual(
      written(
        [
          DAY,
          {
            kind: 'ledger-claim',
            key: KEY,
            firstQuantum: 276,
            quantumCount: 12,
            hold: hold(276, 12),
          },
        ],
        [
          DAY + 1,
          {
            kind: 'ledger-claim',
            key: NEXT_KEY,
            firstQuantum: 0,
            quantumCount: 6,
            hold: hold(0, 6),
          },
        ],
      ),
    )
  })

  test('of a day that was read is decided here, and names its first taken minute', () => {
    const day = state({ taken: quanta(125, 12) })
    expect(writesOf(TEN, [[DAY, day]])).toEqual(
      refused({ kind: 'taken', epochMinutes: at(10, 25) }),
    )
  })

  test('of a day that was read and has its time free stays a condition on its quanta', () => {
    const lapsed = hold(200, 6, { bookingId: 'bkg_old', expiresAtEpochSeconds: NOW })
    const day = state({ taken: quanta(200, 6), holds: [lapsed] })
    expect(writesOf({ ...TEN, holdUntilEpochSeconds: UNTIL }, [[DAY, day]])).toEqual(
      written([
        DAY,
        {
          kind: 'ledger-claim',
          key: KEY,
          firstQuantum: 120,
          quantumCount: 12,
          hold: hold(120, 12),
        },
      ]),
    )
  })

  test('over a lapsed hold rewrites the day without that hold', () => {
    const lapsed = hold(126, 12, { bookingId: 'bkg_old', expiresAtEpochSeconds: NOW })
    const live = hold(200, 6, { bookingId: 'bkg_live' })
    const day = state({
      taken: new Set([...quanta(126, 12), ...quanta(200, 6)]),
      holds: [lapsed, live],
    })
    expect(writesOf({ ...TEN, holdUntilEpochSeconds: UNTIL }, [[DAY, day]])).toEqual(
      written([
        DAY,
        {
          kind: 'ledger-replace',
          key: KEY,
          ifRev: 4,
          next: {
            taken: new Set([...quanta(120, 12), ...quanta(200, 6)]),
            holds: [live, hold(120, 12)],
            blocks: [],
          },
        },
      ]),
    )
  })

  test('over a hold that lapses in a second is refused', () => {
    const live = hold(126, 12, { bookingId: 'bkg_old', expiresAtEpochSeconds: NOW + 1 })
    const day = state({ taken: quanta(126, 12), holds: [live] })
    expect(writesOf(TEN, [[DAY, day]])).toEqual(
      refused({ kind: 'taken', epochMinutes: at(10, 30) }),
    )
  })

  test('of up to twelve hours needs no read, and of more does', () => {
    const halfDay = { kind: 'claim', to: interval(at(0), at(12)) } as const
    expect(writesOf(halfDay)).toEqual(
      written([DAY, { kind: 'ledger-claim', key: KEY, firstQuantum: 0, quantumCount: 144 }]),
    )
    const longer = { kind: 'claim', to: interval(at(0), at(12, 5)) } as const
    expect(writesOf(longer)).toEqual(refused({ kind: 'unread', dayNumbers: [DAY] }))
    expect(writesOf(longer, [[DAY, state({ rev: 0 })]])).toEqual(
      written([
        DAY,
        {
          kind: 'ledger-replace',
          key: KEY,
          ifRev: 0,
          next: { taken: quanta(0, 145), holds: [], blocks: [] },
        },
      ]),
    )
  })
})

describe('a confirmation', () => {
  const step: ClaimStep = { kind: 'confirm', at: interval(at(23), at(24, 30)) }

  test('removes the mark of each day', () => {
    const confirm = (key: object) => ({ kind: 'ledger-confirm', key, bookingId: 'bkg_1' })
    expect(writesOf(step)).toEqual(written([DAY, confirm(KEY)], [DAY + 1, confirm(NEXT_KEY)]))
    const marked = state({ taken: quanta(276, 12), holds: [hold(276, 12)] })
    expect(writesOf(step, [[DAY, marked]])).toEqual(
      written([DAY, confirm(KEY)], [DAY + 1, confirm(NEXT_KEY)]),
    )
  })

  test('is refused where the mark of a day that was read is gone', () => {
    const other = state({ taken: quanta(0, 6), holds: [hold(0, 6, { bookingId: 'bkg_new' })] })
    expect(writesOf(step, [[DAY + 1, other]])).toEqual(refused({ kind: 'lost' }))
  })
})

describe('a release', () => {
  const step = { kind: 'release', from: interval(at(23), at(24, 30)) } as const
  const release = (key: object, firstQuantum: number, quantumCount: number, more: object = {}) => ({
    kind: 'ledger-release',
    key,
    firstQuantum,
    quantumCount,
    ...more,
  })

  test('of a final claim frees its quanta of each day', () => {
    expect(writesOf({ ...step, held: false })).toEqual(
      written([DAY, release(KEY, 276, 12)], [DAY + 1, release(NEXT_KEY, 0, 6)]),
    )
    expect(writesOf({ ...step, held: false }, [[DAY, state()]])).toEqual(
      written([DAY, release(KEY, 276, 12)], [DAY + 1, release(NEXT_KEY, 0, 6)]),
    )
  })

  test('of a held claim frees them with their marks', () => {
    const mark = { mark: { holdOf: 'bkg_1' } }
    expect(writesOf({ ...step, held: true })).toEqual(
      written([DAY, release(KEY, 276, 12, mark)], [DAY + 1, release(NEXT_KEY, 0, 6, mark)]),
    )
  })

  test('of a held claim leaves a day whose time another claim took over', () => {
    const other = state({ taken: quanta(276, 12) })
    const mark = { mark: { holdOf: 'bkg_1' } }
    expect(writesOf({ ...step, held: true }, [[DAY, other]])).toEqual(
      written([DAY + 1, release(NEXT_KEY, 0, 6, mark)]),
    )
  })
})

describe('a move', () => {
  const move = (from: readonly [number, number], to: readonly [number, number]) =>
    ({ kind: 'move', from: interval(...from), to: interval(...to) }) as const
  const withinDay = move([at(10), at(11)], [at(10, 30), at(11, 30)])

  test('within a day needs the day to be read', () => {
    expect(writesOf(withinDay)).toEqual(refused({ kind: 'unread', dayNumbers: [DAY] }))
  })

  test('needs no day to be read that it only frees or only claims', () => {
    const step = move([at(22), at(24, 30)], [at(24), at(25)])
    expect(writesOf(step)).toEqual(refused({ kind: 'unread', dayNumbers: [DAY + 1] }))
  })

  test('within a day frees and claims in one write', () => {
    const day = state({ taken: quanta(120, 12) })
    expect(writesOf(withinDay, [[DAY, day]])).toEqual(
      written([
        DAY,
        {
          kind: 'ledger-replace',
          key: KEY,
          ifRev: 4,
          next: { taken: quanta(126, 12), holds: [], blocks: [] },
        },
      ]),
    )
  })

  test('of a hold takes its mark along', () => {
    const day = state({ taken: quanta(120, 12), holds: [hold(120, 12)] })
    expect(writesOf({ ...withinDay, holdUntilEpochSeconds: UNTIL }, [[DAY, day]])).toEqual(
      written([
        DAY,
        {
          kind: 'ledger-replace',
          key: KEY,
          ifRev: 4,
          next: { taken: quanta(126, 12), holds: [hold(126, 12)], blocks: [] },
        },
      ]),
    )
  })

  test('of a hold whose time was taken over is refused', () => {
    const day = state({ taken: quanta(120, 12), holds: [hold(120, 12, { bookingId: 'bkg_new' })] })
    expect(writesOf({ ...withinDay, holdUntilEpochSeconds: UNTIL }, [[DAY, day]])).toEqual(
      refused({ kind: 'lost' }),
    )
  })

  test('to taken time is refused with its first taken minute', () => {
    const day = state({ taken: new Set([...quanta(120, 12), ...quanta(135, 6)]) })
    expect(writesOf(withinDay, [[DAY, day]])).toEqual(
      refused({ kind: 'taken', epochMinutes: at(11, 15) }),
    )
    const toNextDay = move([at(10), at(11)], [at(34), at(35)])
    expect(writesOf(toNextDay, [[DAY + 1, state({ taken: quanta(125, 1) })]])).toEqual(
      refused({ kind: 'taken', epochMinutes: at(34, 25) }),
    )
  })

  test('to another day frees the first and claims the second', () => {
    const toNextDay = move([at(10), at(11)], [at(34), at(35)])
    expect(writesOf(toNextDay)).toEqual(
      written(
        [DAY, { kind: 'ledger-release', key: KEY, firstQuantum: 120, quantumCount: 12 }],
        [DAY + 1, { kind: 'ledger-claim', key: NEXT_KEY, firstQuantum: 120, quantumCount: 12 }],
      ),
    )
  })

  test('of a hold to another day has marks in both', () => {
    const toNextDay = move([at(10), at(11)], [at(34), at(35)])
    expect(writesOf({ ...toNextDay, holdUntilEpochSeconds: UNTIL })).toEqual(
      written(
        [
          DAY,
          {
            kind: 'ledger-release',
            key: KEY,
            firstQuantum: 120,
            quantumCount: 12,
            mark: { holdOf: 'bkg_1' },
          },
        ],
        [
          DAY + 1,
          {
            kind: 'ledger-claim',
            key: NEXT_KEY,
            firstQuantum: 120,
            quantumCount: 12,
            hold: hold(120, 12),
          },
        ],
      ),
    )
  })

  test('of a hold is refused where the mark of a day that it leaves is gone', () => {
    const toNextDay = move([at(10), at(11)], [at(34), at(35)])
    expect(writesOf({ ...toNextDay, holdUntilEpochSeconds: UNTIL }, [[DAY, state()]])).toEqual(
      refused({ kind: 'lost' }),
    )
    // The day that it only claims has no mark of it yet.
    expect(
      writesOf({ ...toNextDay, holdUntilEpochSeconds: UNTIL }, [[DAY + 1, state()]]),
    ).toMatchObject({ ok: true })
  })

  test('of a final claim looks for no mark', () => {
    const toNextDay = move([at(10), at(11)], [at(34), at(35)])
    expect(writesOf(toNextDay, [[DAY, state()]])).toMatchObject({ ok: true })
  })
})

test('a replaced day has what a later version has added to it', () => {
  const day = state({ others: { later: 'kept' } })
  const answer = writesOf({ kind: 'claim', to: interval(at(0), at(13)) }, [[DAY, day]])
  expect(answer).toMatchObject({
    ok: true,
    value: [{ kind: 'ledger-replace', ifRev: 4, next: { others: { later: 'kept' } } }],
  })
})
