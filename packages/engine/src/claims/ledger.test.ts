import { describe, expect, test } from 'vitest'
import { changeDay, type LedgerDay, occupiedQuanta } from './ledger.ts'

const NOW = 1_777_000_000
const hold = (bookingId: string, firstQuantum: number, expiresAtEpochSeconds: number) => ({
  bookingId,
  firstQuantum,
  quantumCount: 6,
  expiresAtEpochSeconds,
})
const block = (blockId: string, firstQuantum: number) => ({
  blockId,
  firstQuantum,
  quantumCount: 6,
})
const day = (parts: Partial<LedgerDay>): LedgerDay => ({
  taken: new Set(),
  holds: [],
  blocks: [],
  ...parts,
})
const six = (first: number) => [0, 1, 2, 3, 4, 5].map((n) => first + n)

describe('occupied quanta', () => {
  test('a hold occupies its quanta until the second before its expiry', () => {
    const held = day({ taken: new Set(six(108)), holds: [hold('a', 108, NOW + 1)] })
    expect([...occupiedQuanta(held, NOW)]).toEqual([108, 109, 110, 111, 112, 113])
  })

  test('a hold frees its quanta at the second of its expiry', () => {
    const held = day({ taken: new Set(six(108)), holds: [hold('a', 108, NOW)] })
    expect([...occupiedQuanta(held, NOW)]).toEqual([])
  })

  test('a lapsed hold frees only its own quanta', () => {
    const held = day({
      taken: new Set([...six(108), ...six(114)]),
      holds: [hold('a', 108, NOW - 5)],
    })
    expect([...occupiedQuanta(held, NOW)]).toEqual([114, 115, 116, 117, 118, 119])
  })
})

describe('changing a ledger day', () => {
  test('a claim is refused with its first quantum that is taken', () => {
    const answer = changeDay(
      day({ taken: new Set(six(111)) }),
      { claim: { firstQuantum: 108, quantumCount: 6 } },
      NOW,
    )
    expect(answer).toEqual({ ok: false, refusal: { firstTakenQuantum: 111 } })
  })

  test('a claim that ends where a taken one starts is accepted', () => {
    const answer = changeDay(
      day({ taken: new Set(six(114)) }),
      { claim: { firstQuantum: 108, quantumCount: 6 } },
      NOW,
    )
    expect(answer.ok && [...answer.value.taken].sort()).toEqual([...six(108), ...six(114)])
  })

  test('a claim that overlaps a lapsed hold removes the hold with all its quanta of the day', () => {
    const answer = changeDay(
      day({ taken: new Set(six(108)), holds: [hold('old', 108, NOW)] }),
      { claim: { firstQuantum: 111, quantumCount: 6 }, hold: hold('new', 111, NOW + 300) },
      NOW,
    )
    expect(answer.ok && answer.value).toEqual({
      taken: new Set(six(111)),
      holds: [hold('new', 111, NOW + 300)],
      blocks: [],
    })
  })

  test('a claim leaves a lapsed hold alone if they do not overlap', () => {
    const lapsed = hold('old', 200, NOW - 100)
    const answer = changeDay(
      day({ taken: new Set(six(200)), holds: [lapsed] }),
      { claim: { firstQuantum: 108, quantumCount: 6 } },
      NOW,
    )
    expect(answer.ok && answer.value.holds).toEqual([lapsed])
  })

  test('a claim that overlaps a live hold is refused', () => {
    const answer = changeDay(
      day({ taken: new Set(six(108)), holds: [hold('old', 108, NOW + 1)] }),
      { claim: { firstQuantum: 108, quantumCount: 6 } },
      NOW,
    )
    expect(answer).toEqual({ ok: false, refusal: { firstTakenQuantum: 108 } })
  })

  test('a lapsed hold that only touches a claim, before or after it, is left alone', () => {
    const lapsed = [hold('before', 102, NOW - 100), hold('after', 114, NOW - 100)]
    const answer = changeDay(
      day({ taken: new Set([...six(102), ...six(114)]), holds: lapsed }),
      { claim: { firstQuantum: 108, quantumCount: 6 } },
      NOW,
    )
    expect(answer.ok && answer.value).toEqual({
      taken: new Set([...six(102), ...six(108), ...six(114)]),
      holds: lapsed,
      blocks: [],
    })
  })

  test('a claim of a block adds its mark and keeps those of other blocks', () => {
    const [old, added] = [block('blk_1', 200), block('blk_2', 108)]
    const answer = changeDay(
      day({ taken: new Set(six(200)), blocks: [old] }),
      { claim: { firstQuantum: 108, quantumCount: 6 }, block: added },
      NOW,
    )
    expect(answer.ok && answer.value).toEqual({
      taken: new Set([...six(108), ...six(200)]),
      holds: [],
      blocks: [old, added],
    })
  })

  test('releasing a block removes its quanta and its mark, and no other mark', () => {
    const [other, released] = [block('blk_1', 200), block('blk_2', 108)]
    const held = hold('bkg_1', 12, NOW + 300)
    const before = day({
      taken: new Set([...six(12), ...six(108), ...six(200)]),
      holds: [held],
      blocks: [other, released],
    })
    const answer = changeDay(
      before,
      {
        release: { firstQuantum: 108, quantumCount: 6 },
        releaseMark: { blockId: 'blk_2' },
      },
      NOW,
    )
    expect(answer.ok && answer.value).toEqual({
      taken: new Set([...six(12), ...six(200)]),
      holds: [held],
      blocks: [other],
    })
  })

  test('releasing a hold removes its quanta and its mark, and no other mark', () => {
    const [other, released] = [hold('bkg_1', 200, NOW + 300), hold('bkg_2', 108, NOW + 300)]
    const blocked = block('blk_1', 12)
    const answer = changeDay(
      day({
        taken: new Set([...six(12), ...six(108), ...six(200)]),
        holds: [other, released],
        blocks: [blocked],
      }),
      { release: { firstQuantum: 108, quantumCount: 6 }, releaseMark: { holdOf: 'bkg_2' } },
      NOW,
    )
    expect(answer.ok && answer.value).toEqual({
      taken: new Set([...six(12), ...six(200)]),
      holds: [other],
      blocks: [blocked],
    })
  })

  test('releasing the quanta of a confirmed booking, which has no mark, keeps all marks', () => {
    const [held, blocked] = [hold('bkg_1', 200, NOW - 1), block('blk_1', 12)]
    const answer = changeDay(
      day({
        taken: new Set([...six(12), ...six(108), ...six(200)]),
        holds: [held],
        blocks: [blocked],
      }),
      { release: { firstQuantum: 108, quantumCount: 6 } },
      NOW,
    )
    expect(answer.ok && answer.value).toEqual({
      taken: new Set([...six(12), ...six(200)]),
      holds: [held],
      blocks: [blocked],
    })
  })

  test('a move may claim quanta that it releases', () => {
    const answer = changeDay(
      day({ taken: new Set(six(108)), holds: [hold('a', 108, NOW + 9)] }),
      {
        release: { firstQuantum: 108, quantumCount: 6 },
        releaseMark: { holdOf: 'a' },
        claim: { firstQuantum: 111, quantumCount: 6 },
        hold: hold('a', 111, NOW + 9),
      },
      NOW,
    )
    expect(answer.ok && answer.value).toEqual({
      taken: new Set(six(111)),
      holds: [hold('a', 111, NOW + 9)],
      blocks: [],
    })
  })

  test('releasing a quantum that is not taken throws', () => {
    expect(() =>
      changeDay(day({}), { release: { firstQuantum: 5, quantumCount: 1 } }, NOW),
    ).toThrow('quantum 5 is released but not taken')
  })

  test('a change does not modify the day it was given', () => {
    const before = day({ taken: new Set(six(108)), holds: [hold('old', 108, NOW)] })
    changeDay(before, { claim: { firstQuantum: 108, quantumCount: 6 } }, NOW)
    expect(before).toEqual(day({ taken: new Set(six(108)), holds: [hold('old', 108, NOW)] }))
  })

  describe('with marks of confirmed bookings', () => {
    const mark = (bookingId: string, firstQuantum: number) => ({
      bookingId,
      firstQuantum,
      quantumCount: 6,
    })
    const marked = day({
      taken: new Set([...six(108), ...six(200)]),
      bookings: [mark('bkg_1', 108), mark('bkg_2', 200)],
    })

    test('a claim with a mark adds it and keeps the others', () => {
      const change = {
        claim: { firstQuantum: 12, quantumCount: 6 },
        booking: mark('bkg_3', 12),
      }
      expect(changeDay(marked, change, NOW)).toEqual({
        ok: true,
        value: day({
          taken: new Set([...six(12), ...six(108), ...six(200)]),
          bookings: [mark('bkg_1', 108), mark('bkg_2', 200), mark('bkg_3', 12)],
        }),
      })
    })

    test('releasing one removes its quanta and its mark, and no other mark', () => {
      const change = {
        release: { firstQuantum: 108, quantumCount: 6 },
        releaseMark: { bookingOf: 'bkg_1' },
      }
      expect(changeDay(marked, change, NOW)).toEqual({
        ok: true,
        value: day({ taken: new Set(six(200)), bookings: [mark('bkg_2', 200)] }),
      })
    })

    test('a day whose last mark is removed is like one that never had any', () => {
      const one = day({ taken: new Set(six(108)), bookings: [mark('bkg_1', 108)] })
      const change = {
        release: { firstQuantum: 108, quantumCount: 6 },
        releaseMark: { bookingOf: 'bkg_1' },
      }
      const answer = changeDay(one, change, NOW)
      expect(answer.ok && Object.keys(answer.value)).toEqual(['taken', 'holds', 'blocks'])
    })

    test('a move takes the mark along', () => {
      const change = {
        release: { firstQuantum: 108, quantumCount: 6 },
        releaseMark: { bookingOf: 'bkg_1' },
        claim: { firstQuantum: 111, quantumCount: 6 },
        booking: mark('bkg_1', 111),
      }
      expect(changeDay(marked, change, NOW)).toEqual({
        ok: true,
        value: day({
          taken: new Set([...six(111), ...six(200)]),
          bookings: [mark('bkg_2', 200), mark('bkg_1', 111)],
        }),
      })
    })

    test('other changes of the day keep them, also one that removes a hold of the same booking', () => {
      const held = { ...marked, taken: new Set([...marked.taken, ...six(12)]) }
      const change = {
        release: { firstQuantum: 12, quantumCount: 6 },
        releaseMark: { holdOf: 'bkg_1' },
      }
      const answer = changeDay({ ...held, holds: [hold('bkg_1', 12, NOW + 9)] }, change, NOW)
      expect(answer).toEqual({ ok: true, value: marked })
    })

    test('they never lapse: their quanta are occupied and a claim of them is refused', () => {
      expect([...occupiedQuanta(marked, NOW + 999_999)]).toEqual([...six(108), ...six(200)])
      const change = { claim: { firstQuantum: 110, quantumCount: 1 } }
      expect(changeDay(marked, change, NOW + 999_999)).toEqual({
        ok: false,
        refusal: { firstTakenQuantum: 110 },
      })
    })
  })
})
