import { expect, test } from 'vitest'
import type { LedgerState } from '../../kernel/ports/store.ts'
import { compareDay, type DayFacts, strayMarks, timesText } from './ledger-day.ts'
import type { Owner } from './ledger-owners.ts'

/** 27 April 2026. */
const DAY_NUMBER = 20_570
const DAY_KEY = { PK: 'PROVIDER#prv_1', SK: 'DAY#2026-04-27' }
const NOW = 1000

/** A ledger day with taken quanta and marks. */
const day = (
  taken: readonly number[],
  owners: readonly Owner[],
  marks: Partial<Pick<LedgerState, 'holds' | 'blocks' | 'bookings'>> = {},
): DayFacts => ({
  providerId: 'prv_1',
  dayNumber: DAY_NUMBER,
  // The rest of the state is not read.
  state: { taken: new Set(taken), holds: [], blocks: [], ...marks } as unknown as LedgerState,
  owners,
})
const range = (firstQuantum: number, quantumCount: number) => ({ firstQuantum, quantumCount })
const owner = (claim: Owner['claim'], more: Partial<Owner> = {}): Owner => ({
  claim,
  id: claim === 'block' ? 'blk_1' : 'bkg_1',
  version: 1,
  ...range(108, 2),
  ...more,
})
const hold = (more: object = {}) => ({
  bookingId: 'bkg_1',
  ...range(108, 2),
  expiresAtEpochSeconds: NOW + 1,
  ...more,
})
const held = (more: Partial<Owner> = {}) =>
  owner('held', { expiresAtEpochSeconds: NOW + 1, ...more })
const block = { blockId: 'blk_1', ...range(108, 2) }
const booking = { bookingId: 'bkg_1', ...range(108, 2) }
const TIME = [108, 109]

const found = (facts: DayFacts) =>
  compareDay(facts, NOW).map(({ code, sentence, quanta, repairable }) => [
    code,
    sentence,
    quanta,
    repairable,
  ])

test('a day whose claims and marks agree has no finding', () => {
  expect(found(day([], []))).toEqual([])
  expect(found(day(TIME, [owner('firm')]))).toEqual([])
  expect(found(day(TIME, [held()], { holds: [hold()] as never }))).toEqual([])
  expect(found(day(TIME, [owner('block')], { blocks: [block] }))).toEqual([])
  expect(found(day(TIME, [owner('shared')], { bookings: [booking] }))).toEqual([])
})

test('time that nobody claims is taken without an owner', () => {
  expect(found(day([114, 109, 108], []))).toEqual([
    ['orphan_quanta', '09:00–09:10, 09:30–09:35 is taken without an owner.', [108, 109, 114], true],
  ])
  expect(compareDay(day(TIME, []), NOW)[0]?.keys).toEqual([DAY_KEY])
})

test('claimed time that is not taken could be booked again', () => {
  expect(found(day([108], [owner('firm')]))).toEqual([
    ['claim_missing', '09:05–09:10 is claimed but not taken.', [109], true],
  ])
  const [finding] = compareDay(day([], [owner('firm')]), NOW)
  expect(finding?.keys).toEqual([DAY_KEY, { PK: 'BOOKING#bkg_1', SK: '#METADATA' }])
})

test('two owners of one time are a finding that people decide about', () => {
  const two = [owner('firm', { id: 'bkg_2' }), owner('firm', range(109, 2))]
  expect(found(day([108, 109, 110], two))).toEqual([
    ['double_claim', 'Two owners claim 09:05–09:10.', [109], false],
  ])
  const [finding] = compareDay(day([108, 109, 110], two), NOW)
  expect(finding?.keys.map(({ PK }) => PK)).toEqual([
    'PROVIDER#prv_1',
    'BOOKING#bkg_1',
    'BOOKING#bkg_2',
  ])
})

test('each pair of owners is a finding of its own', () => {
  const three = ['bkg_3', 'bkg_1', 'bkg_2'].map((id) => owner('firm', { id }))
  expect(found(day(TIME, three)).map(([code, , quanta]) => [code, quanta])).toEqual([
    ['double_claim', TIME],
    ['double_claim', TIME],
    ['double_claim', TIME],
  ])
})

test('a live hold without a mark cannot be confirmed, and is repaired only while its time is free', () => {
  expect(found(day(TIME, [held()]))).toEqual([
    ['hold_missing', 'A live hold on 09:00–09:10 has no mark. It cannot be confirmed.', TIME, true],
  ])
  const other = owner('firm', { id: 'bkg_2', ...range(109, 1) })
  expect(found(day(TIME, [held(), other]))).toEqual([
    [
      'hold_missing',
      'A live hold on 09:00–09:10 has no mark. Others occupy its time: it was taken over before its expiry, or by a clock that was ahead.',
      TIME,
      false,
    ],
  ])
})

test('a lapsed hold without a mark was taken over, and claims nothing: it lapses at its second', () => {
  const lapsed = held({ expiresAtEpochSeconds: NOW })
  expect(found(day([], [lapsed]))).toEqual([])
  expect(found(day(TIME, [lapsed])).map(([code]) => code)).toEqual(['orphan_quanta'])
})

test.each<[Owner['claim'], string, string]>([
  ['block', 'block_mark_missing', 'A block on 09:00–09:10 has no mark.'],
  ['shared', 'booking_mark_missing', 'A booking of several providers on 09:00–09:10 has no mark.'],
])('a %s without its mark is found', (claim, code, sentence) => {
  expect(found(day(TIME, [owner(claim)]))).toEqual([[code, sentence, TIME, true]])
  const other = owner('firm', { id: 'bkg_2' })
  const shared = found(day(TIME, [owner(claim), other]))
  expect(shared).toContainEqual([code, sentence, TIME, false])
})

test.each([
  ['first quantum', range(107, 2)],
  ['number of quanta', range(108, 3)],
  ['expiry', { expiresAtEpochSeconds: NOW + 2 }],
])('a mark with another %s is wrong', (_, more) => {
  const facts = day([107, 108, 109, 110], [held()], { holds: [hold(more)] as never })
  expect(found(facts).map(([code]) => code)).toContain('mark_wrong')
})

test('a mark of a session that lapsed with it may have another expiry, not another time', () => {
  const session = {} as NonNullable<Owner['session']>
  const lapsed = held({ session, expiresAtEpochSeconds: NOW })
  const marked = (more: object) =>
    found(day(TIME, [lapsed], { holds: [hold(more)] as never })).map(([code]) => code)
  expect(marked({ expiresAtEpochSeconds: NOW - 5 })).toEqual([])
  expect(marked({ expiresAtEpochSeconds: NOW + 1 })).toEqual(['mark_wrong'])
  expect(marked({ expiresAtEpochSeconds: NOW - 5, quantumCount: 1 })).toEqual(['mark_wrong'])
  expect(marked({ expiresAtEpochSeconds: NOW - 5, firstQuantum: 109 })).toContain('mark_wrong')
  const single = held({ expiresAtEpochSeconds: NOW })
  const alone = day(TIME, [single], { holds: [hold({ expiresAtEpochSeconds: NOW - 5 })] as never })
  expect(found(alone).map(([code]) => code)).toEqual(['mark_wrong'])
})

test('a mark of nobody is named by what it should belong to', () => {
  const facts = day(TIME, [], { holds: [hold()] as never, blocks: [block], bookings: [booking] })
  expect(found(facts)).toEqual([
    [
      'mark_without_owner',
      '09:00–09:10 has a mark of a booking that is not pending there.',
      TIME,
      true,
    ],
    ['mark_without_owner', '09:00–09:10 has a mark of a block that is not there.', TIME, true],
    [
      'mark_without_owner',
      '09:00–09:10 has a mark of a booking that is not confirmed there.',
      TIME,
      true,
    ],
  ])
  expect(strayMarks(facts).size).toBe(3)
  expect(strayMarks(day(TIME, [held()], { holds: [hold()] as never })).size).toBe(0)
})

test('times of quanta beyond a day are shown as quanta', () => {
  expect(timesText([0])).toBe('00:00–00:05')
  expect(timesText([287])).toBe('23:55–24:00')
  expect(timesText([287, 288])).toBe('quanta 287 to 288')
  expect(timesText([-1, 5])).toBe('quanta -1 to -1, 00:25–00:30')
  expect(timesText([1.5])).toBe('quanta 1.5 to 1.5')
})
