import { expect, onTestFinished, test } from 'vitest'
import { watchZoneReads } from './zone-reads.ts'

/** The functions whose calls in `code` read the machine's time zone. */
function readsOf(code: () => unknown): readonly string[] {
  const watch = watchZoneReads()
  onTestFinished(() => watch.stop())
  code()
  const reads = watch.drain()
  watch.stop()
  return reads.map((read) => read.replace(/ at .*$/, ''))
}

test.each([
  ['Date.prototype.getHours', () => new Date(0).getHours()],
  ['Date.prototype.getTimezoneOffset', () => new Date(0).getTimezoneOffset()],
  ['Date.prototype.setMonth', () => new Date(0).setMonth(3)],
  ['Date.prototype.toString', () => `${new Date(0)}`],
  ['Date.prototype.toLocaleString', () => new Date(0).toLocaleString('en')],
  ['new Date of a local time', () => new Date(2026, 3, 27)],
  ['new Date of a local time', () => new Date('2026-04-27T12:00')],
  ['Date.parse of a local time', () => Date.parse('27 April 2026')],
  ['Date()', () => Date()],
  ['Intl.DateTimeFormat', () => Intl.DateTimeFormat().resolvedOptions().timeZone],
  ['Intl.DateTimeFormat', () => new Intl.DateTimeFormat('en', { hour: 'numeric' })],
])('%s is reported as a read of the zone (%#)', (called, code) => {
  expect(readsOf(code)).toEqual([called])
})

test.each([
  ['the time now', () => [Date.now(), new Date().toISOString()]],
  ['parts in UTC', () => [new Date(0).getUTCHours(), Date.UTC(2026, 3, 27)]],
  [
    'a text with an offset',
    () => [new Date('2026-04-27T12:00:00+02:00'), Date.parse('2026-04-27T12:00Z')],
  ],
  ['a date alone, which is in UTC', () => new Date('2026-04-27')],
  ['a text that is no date', () => new Date('soon')],
  ['a format in a zone', () => new Intl.DateTimeFormat('en', { timeZone: 'Pacific/Apia' })],
  ['a text in a zone', () => new Date(0).toLocaleString('en', { timeZone: 'UTC' })],
])('%s is not reported', (_, code) => {
  expect(readsOf(code)).toEqual([])
})

test('a read names the place that made it, once', () => {
  const watch = watchZoneReads()
  onTestFinished(() => watch.stop())
  for (const seconds of [1, 2]) new Date(seconds).getDay()
  expect(watch.drain()).toEqual([expect.stringContaining('zone-reads.test.ts')])
  expect(watch.drain()).toEqual([])
})

test('the native functions are back after the watch stops', () => {
  const native = [Date, Date.parse, Date.prototype.getDay, Intl.DateTimeFormat]
  watchZoneReads().stop()
  expect([Date, Date.parse, Date.prototype.getDay, Intl.DateTimeFormat]).toEqual(native)
})
