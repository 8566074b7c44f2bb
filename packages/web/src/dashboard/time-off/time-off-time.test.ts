import { expect, test } from 'vitest'
import { createFormat } from '../../shared/format.ts'
import { instantsOf, timeOfDraft, timeOffText } from './time-off-time.ts'

const DRAFT = {
  isAllDay: true,
  firstDay: '2026-04-27',
  lastDay: '2026-04-29',
  from: '2026-04-27T09:00',
  to: '2026-04-27T12:00',
}
const ZONE = 'Europe/Berlin'

test('whole days include the last one, and hours are wall times of the provider', () => {
  expect(timeOfDraft(DRAFT, ZONE)).toEqual({ start: '2026-04-27', end: '2026-04-30' })
  expect(timeOfDraft({ ...DRAFT, isAllDay: false }, ZONE)).toEqual({
    start: '2026-04-27T07:00:00Z',
    end: '2026-04-27T10:00:00Z',
  })
})

test('an end before the start, and a missing end, are no time', () => {
  expect(timeOfDraft({ ...DRAFT, lastDay: '2026-04-26' }, ZONE)).toBeUndefined()
  expect(timeOfDraft({ ...DRAFT, lastDay: '' }, ZONE)).toBeUndefined()
  expect(timeOfDraft({ ...DRAFT, isAllDay: false, to: DRAFT.from }, ZONE)).toBeUndefined()
})

test('dates begin at midnight of the provider, on a day of 23 hours too', () => {
  expect(instantsOf({ start: '2026-03-29', end: '2026-03-30' }, ZONE)).toEqual({
    start: '2026-03-28T23:00:00Z',
    end: '2026-03-29T22:00:00Z',
  })
})

test('time off is written with its last day, and with each date once', () => {
  const text = (start: string, end: string) => timeOffText({ start, end }, ZONE, createFormat('en'))
  expect(text('2026-04-27', '2026-04-28')).toMatch(/^Mon,? 27 Apr$/)
  expect(text('2026-04-27', '2026-04-30')).toMatch(/^Mon,? 27 Apr – Wed,? 29 Apr$/)
  expect(text('2026-04-27T07:00:00Z', '2026-04-27T10:00:00Z')).toMatch(
    /^Mon,? 27 Apr, 09:00 – 12:00$/,
  )
  expect(text('2026-04-27T20:00:00Z', '2026-04-28T04:00:00Z')).toMatch(
    /^Mon,? 27 Apr, 22:00 – Tue,? 28 Apr, 06:00$/,
  )
})
