import { expect, test } from 'vitest'
import { createFormat } from './format.ts'

test.each([
  ['en', 30, '30 min'],
  ['en', 60, '1 hr'],
  ['en', 90, '1 hr 30 min'],
  ['en', 1440, '1 day'],
  ['en', 3 * 1440 + 90, '3 days 1 hr 30 min'],
  ['en', 0, '0 min'],
  ['de', 2 * 1440, '2 Tage'],
  ['fr', 14 * 1440, '14\u00a0jours'],
  ['de', 30, '30 Min.'],
  ['de', 90, '1 Std. 30 Min.'],
] as const)('in %s, %i minutes are written as "%s"', (language, minutes, text) => {
  expect(createFormat(language).minutes(minutes)).toBe(text)
})

test.each([
  ['en', 'h23', '14:30'],
  ['en', 'h12', '2:30 pm'],
  ['de', 'h12', '2:30 PM'],
] as const)(
  'in %s with %s, half past two in the afternoon is written as "%s"',
  (language, cycle, text) => {
    const format = createFormat(language, cycle)
    const plain = (written: string) => written.replaceAll(/\s/g, ' ')
    expect(plain(format.wallTime('14:30'))).toBe(text)
    expect(plain(format.time('2026-04-27T12:30:00Z', 'Europe/Berlin'))).toBe(text)
  },
)

test("an instant is written by the server's tz table, whatever the browser knows", () => {
  const format = createFormat('en')
  const at = '2026-12-01T14:00:00Z'
  expect(format.time(at, 'America/Winnipeg')).toBe('09:00')
  expect(format.offset(at, 'America/Winnipeg')).toBe('GMT-5')
  expect(format.fullDate('2026-12-01T04:30:00Z', 'America/Havana')).toBe('Tuesday, 1 December 2026')
  expect(format.shortDate('2026-12-01T04:59:00Z', 'America/Winnipeg')).toBe('Mon 30 Nov')
  expect(format.offset(at, 'Asia/Kathmandu')).toBe('GMT+5:45')
  expect(format.offset(at, 'UTC')).toBe('GMT')
})

test.each([
  ['en', ['Mon', 'Monday, 27 April 2026', '1 hr 30 min']],
  ['pt', ['seg.', 'segunda-feira, 27 de abril de 2026', '1 h 30 min']],
  ['pl', ['pon.', 'poniedziałek, 27 kwietnia 2026', '1 godz. 30 min']],
  ['ja', ['月', '2026年4月27日月曜日', '1 時間 30 分']],
  ['ar', ['ن', 'الاثنين، 27 أبريل 2026', '1 س 30 د']],
] as const)('weekdays, dates and durations are written as in %s', (language, written) => {
  const format = createFormat(language)
  expect([format.weekdays()[0]?.short, format.day('2026-04-27'), format.minutes(90)]).toEqual(
    written,
  )
})
