import { describe, expect, test } from 'vitest'
import { formatRecurrenceRule, parseRecurrenceRule } from './recurrence-rule.ts'

describe('the text of a recurrence rule', () => {
  test('a rule is parsed in any order and case and formatted in one', () => {
    const text =
      'wkst=su;bysetpos=-1,+1;byday=FR,-1MO,mo,FR;bymonth=12,1;interval=2;until=20261231T225959z;freq=yearly'
    const parsed = parseRecurrenceRule(text)
    const formatted = parsed.ok && formatRecurrenceRule(parsed.value)
    expect(formatted).toBe(
      'FREQ=YEARLY;INTERVAL=2;UNTIL=20261231T225959Z;BYMONTH=1,12;BYDAY=-1MO,MO,FR;BYSETPOS=-1,1;WKST=SU',
    )
    expect(parseRecurrenceRule(formatted || '')).toEqual(parsed)
  })

  test.each([
    ['', 'RRULE'],
    ['RRULE:FREQ=DAILY', 'RRULE'],
    [`FREQ=DAILY;BYMONTHDAY=${Array.from({ length: 500 }, () => '10')}`, 'RRULE'],
    ['INTERVAL=2', 'FREQ'],
    ['FREQ=FORTNIGHTLY', 'FREQ'],
    ['FREQ=DAILY;FREQ=DAILY', 'FREQ'],
    ['FREQ=DAILY;', 'RRULE'],
    ['FREQ=DAILY;INTERVAL', 'INTERVAL'],
    ['FREQ=DAILY;INTERVAL=0', 'INTERVAL'],
    ['FREQ=DAILY;INTERVAL=1=2', 'INTERVAL'],
    ['FREQ=DAILY;COUNT=-1', 'COUNT'],
    ['FREQ=DAILY;COUNT=1000001', 'COUNT'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20260101', 'UNTIL'],
    ['FREQ=DAILY;UNTIL=20260230', 'UNTIL'],
    ['FREQ=DAILY;UNTIL=20260101T240000Z', 'UNTIL'],
    ['FREQ=DAILY;UNTIL=2026-01-01', 'UNTIL'],
    ['FREQ=DAILY;WKST=XX', 'WKST'],
    ['FREQ=DAILY;BYSECOND=60', 'BYSECOND'],
    ['FREQ=DAILY;BYMINUTE=60', 'BYMINUTE'],
    ['FREQ=DAILY;BYHOUR=24', 'BYHOUR'],
    ['FREQ=DAILY;BYHOUR=-1', 'BYHOUR'],
    ['FREQ=MONTHLY;BYMONTHDAY=0', 'BYMONTHDAY'],
    ['FREQ=MONTHLY;BYMONTHDAY=-32', 'BYMONTHDAY'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,,2', 'BYMONTHDAY'],
    ['FREQ=YEARLY;BYYEARDAY=367', 'BYYEARDAY'],
    ['FREQ=YEARLY;BYWEEKNO=54', 'BYWEEKNO'],
    ['FREQ=YEARLY;BYMONTH=13', 'BYMONTH'],
    ['FREQ=MONTHLY;BYDAY=0MO', 'BYDAY'],
    ['FREQ=MONTHLY;BYDAY=54MO', 'BYDAY'],
    ['FREQ=MONTHLY;BYDAY=MONDAY', 'BYDAY'],
    ['FREQ=WEEKLY;BYDAY=1MO', 'BYDAY'],
    ['FREQ=YEARLY;BYWEEKNO=1;BYDAY=1MO', 'BYDAY'],
    ['FREQ=WEEKLY;BYMONTHDAY=1', 'BYMONTHDAY'],
    ['FREQ=MONTHLY;BYYEARDAY=1', 'BYYEARDAY'],
    ['FREQ=MONTHLY;BYWEEKNO=1', 'BYWEEKNO'],
    ['FREQ=MONTHLY;BYSETPOS=1', 'BYSETPOS'],
    ['FREQ=DAILY;RSCALE=GREGORIAN', 'RSCALE'],
    ['FREQ=DAILY;BYEASTER=0', 'BYEASTER'],
  ])('the rule %j is refused because of %s', (text, part) => {
    expect(parseRecurrenceRule(text)).toMatchObject({ ok: false, refusal: { part } })
  })
})
