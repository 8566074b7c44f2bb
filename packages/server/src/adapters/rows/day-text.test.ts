import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Item } from '../../kernel/ports/store.ts'
import { changedText, firstText } from './day-text.ts'
import { applyLedgerWrite, type LedgerWrite } from './ledger-writes.ts'
import { decodeItem, encodeItem } from './row-codec.ts'

const KEY = { PK: 'acc_1#prv_1', SK: 'day#2026-12-01' }
const HELD = '[{"hold:bkg_1":[96,6,1795600000],"rev":1},{"taken":"s96-101"}]'

const claim = (firstQuantum: number, bookingId = 'bkg_2') => ({
  kind: 'ledger-claim' as const,
  key: KEY,
  firstQuantum,
  quantumCount: 6,
  hold: { bookingId, firstQuantum, quantumCount: 6, expiresAtEpochSeconds: 1795600300 },
})
const confirm = (bookingId: string): LedgerWrite => ({
  kind: 'ledger-confirm',
  key: KEY,
  bookingId,
})
const release = (firstQuantum: number, holdOf: string): LedgerWrite => ({
  kind: 'ledger-release',
  key: KEY,
  firstQuantum,
  quantumCount: 6,
  mark: { holdOf },
})

describe('the text of a day', () => {
  test('begins with a claim', () => {
    expect(firstText(claim(96, 'bkg_1'))).toBe(
      '[{"hold:bkg_1":[96,6,1795600300],"rev":1},{"taken":"s96-101"}]',
    )
    expect(firstText({ kind: 'ledger-claim', key: KEY, firstQuantum: 7, quantumCount: 1 })).toBe(
      '[{"rev":1},{"taken":"s7"}]',
    )
  })

  test('gets a claim of a free time', () => {
    expect(changedText(HELD, claim(102))).toEqual({
      body: '[{"hold:bkg_1":[96,6,1795600000],"rev":2,"hold:bkg_2":[102,6,1795600300]},{"taken":"s96-107"}]',
    })
  })

  test('refuses a claim of a time of which one quantum is taken', () => {
    expect(changedText(HELD, claim(101))).toBe('conflict')
    expect(changedText(HELD, claim(91))).toBe('conflict')
  })

  test('loses the mark of a hold that is confirmed, and keeps its time', () => {
    expect(changedText(HELD, confirm('bkg_1'))).toEqual({
      body: '[{"rev":2},{"taken":"s96-101"}]',
    })
    expect(changedText(HELD, confirm('bkg_2'))).toBe('conflict')
  })

  test('loses the time and the mark of a hold that is released', () => {
    const two = '[{"rev":2,"hold:bkg_2":[108,6,1795600300],"n":1},{"taken":"s96-101,108-113"}]'
    expect(changedText(two, release(108, 'bkg_2'))).toEqual({
      body: '[{"rev":3,"n":1},{"taken":"s96-101"}]',
    })
    expect(changedText(two, release(108, 'bkg_1'))).toBe('conflict')
  })

  test('ignores the room after it', () => {
    expect(changedText(HELD.padEnd(256), confirm('bkg_1'))).toEqual({
      body: '[{"rev":2},{"taken":"s96-101"}]',
    })
  })

  test.each<[string, string, LedgerWrite]>([
    ['nothing is taken', '{"rev":4}', claim(96)],
    ['nothing is left', HELD, release(96, 'bkg_1')],
    ['the mark is there already', HELD, claim(108, 'bkg_1')],
    ['a second member has its name', '[{"a":{"rev":1},"rev":1},{"taken":"s1"}]', claim(96)],
    ['a name ends like it', '[{"a\\"rev":1},{"taken":"s1"}]', claim(96)],
    ['it has no revision', '[{"a":1},{"taken":"s1"}]', claim(96)],
    ['the set is no runs', '[{"rev":1},{"taken":"s[-1]"}]', claim(96)],
    ['it has another set', '[{"rev":1},{"others":"s1","taken":"s1"}]', claim(96)],
    ['the end of a text looks like its end', '{"a":"},{\\"taken\\":\\"s1\\"}]"}', claim(96)],
    ['the mark is a text', '[{"hold:bkg_1":"a","rev":1},{"taken":"s1"}]', confirm('bkg_1')],
    ['it has more than 50 kB', `[{"a":"${'a'.repeat(60_000)}","rev":1},{"taken":"s1"}]`, claim(96)],
  ])('has to be decoded where %s', (_, body, write) => {
    expect(changedText(body, write)).toBeUndefined()
  })
})

const bookingId = fc.constantFrom('bkg_1', 'bkg_2', 'bkg_3', 'bkg_"4')
const run = fc.record({
  firstQuantum: fc.nat({ max: 30 }),
  quantumCount: fc.integer({ min: 1, max: 8 }),
})
const mark = { bookingId, firstQuantum: fc.nat({ max: 30 }), quantumCount: fc.nat({ max: 8 }) }
const optional = { requiredKeys: [] as [] }
const write: fc.Arbitrary<LedgerWrite> = fc.oneof(
  fc
    .tuple(
      run,
      fc.record(
        {
          hold: fc.record({ ...mark, expiresAtEpochSeconds: fc.constant(1795600000) }),
          block: fc.record({ ...mark, blockId: fc.constantFrom('blk_1', 'blk_2') }),
          booking: fc.record(mark),
        },
        optional,
      ),
    )
    .map(([taken, marks]): LedgerWrite => ({ kind: 'ledger-claim', key: KEY, ...taken, ...marks })),
  fc.tuple(bookingId, fc.record({ booking: fc.record(mark) }, optional)).map(
    ([id, booking]): LedgerWrite => ({
      kind: 'ledger-confirm',
      key: KEY,
      bookingId: id,
      ...booking,
    }),
  ),
  fc
    .tuple(
      run,
      fc.option(
        fc.oneof(
          bookingId.map((holdOf) => ({ holdOf })),
          bookingId.map((bookingOf) => ({ bookingOf })),
          fc.constantFrom('blk_1', 'blk_2').map((blockId) => ({ blockId })),
        ),
        { nil: undefined },
      ),
    )
    .map(
      ([taken, owner]): LedgerWrite => ({
        kind: 'ledger-release',
        key: KEY,
        ...taken,
        ...(owner && { mark: owner }),
      }),
    ),
)

const begun = (first: LedgerWrite) =>
  first.kind === 'ledger-claim' ? { body: firstText(first) } : undefined

test('a day that is changed in its text has the text of the day that is decoded, changed and encoded', () => {
  let changedInText = 0
  fc.assert(
    fc.property(fc.array(write, { maxLength: 30 }), (writes) => {
      let day: Item | undefined
      for (const each of writes) {
        const body = day && encodeItem(day).body
        const expected = applyLedgerWrite(
          day && decodeItem(KEY.PK, KEY.SK, body ?? '', undefined),
          each,
        )
        const found = body === undefined ? begun(each) : changedText(body, each)
        if (found !== undefined) changedInText += 1
        const text = expected ? { body: encodeItem(expected).body } : 'conflict'
        expect(found ?? text).toEqual(text)
        day = expected ?? day
      }
    }),
    { numRuns: 1_000 },
  )
  // Otherwise, nothing was compared.
  expect(changedInText).toBeGreaterThan(1_000)
})
