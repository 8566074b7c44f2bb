import { ok, type Result, refuse } from '../kernel/result.ts'
import { dayNumberOf, daysInMonth, formatDate } from '../time/dates.ts'

/** The frequencies of a rule, as written in RFC 5545 §3.3.10. */
export const RECURRENCE_FREQUENCIES = [
  'SECONDLY',
  'MINUTELY',
  'HOURLY',
  'DAILY',
  'WEEKLY',
  'MONTHLY',
  'YEARLY',
] as const
/** The frequency of a rule. */
export type RecurrenceFrequency = (typeof RECURRENCE_FREQUENCIES)[number]

/** The weekdays as written in RFC 5545, Monday first. */
export const RECURRENCE_WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
/** A weekday as written in RFC 5545. */
export type RecurrenceWeekday = (typeof RECURRENCE_WEEKDAYS)[number]

/** The inclusive end of a rule: a date, an instant, or a wall time in the zone of the start. */
export type RecurrenceUntil =
  | { readonly day: number }
  | { readonly epochSeconds: number; readonly day: number }
  | { readonly wallSeconds: number; readonly day: number }

/** A weekday of a rule. An ordinal counts in the month or the year, from the end if negative. */
export interface RecurrenceDay {
  readonly weekday: RecurrenceWeekday
  readonly ordinal?: number
}

/** A valid recurrence rule. Lists are sorted and without duplicates; a missing part is an empty list. */
export interface RecurrenceRule {
  readonly frequency: RecurrenceFrequency
  readonly interval: number
  /** The number of occurrences, the start included; never together with `until`. */
  readonly count?: number
  readonly until?: RecurrenceUntil
  readonly bySecond: readonly number[]
  readonly byMinute: readonly number[]
  readonly byHour: readonly number[]
  readonly byDay: readonly RecurrenceDay[]
  readonly byMonthDay: readonly number[]
  readonly byYearDay: readonly number[]
  readonly byWeekNo: readonly number[]
  readonly byMonth: readonly number[]
  readonly bySetPos: readonly number[]
  readonly weekStart: RecurrenceWeekday
}

/** An error in the text of a rule: the part by its RFC 5545 name, and what is expected. */
export interface RecurrenceRuleProblem {
  readonly part: string
  readonly message: string
}

const LONGEST_RULE = 1000
const HIGHEST_COUNT = 1_000_000
/** The highest INTERVAL; 10,000 periods of a day or longer leave the range of dates. */
const HIGHEST_INTERVAL = { ofTimes: 1_000_000, ofDates: 10_000 } as const

const LISTS = {
  BYSECOND: { field: 'bySecond', least: 0, most: 59, signed: false },
  BYMINUTE: { field: 'byMinute', least: 0, most: 59, signed: false },
  BYHOUR: { field: 'byHour', least: 0, most: 23, signed: false },
  BYMONTHDAY: { field: 'byMonthDay', least: 1, most: 31, signed: true },
  BYYEARDAY: { field: 'byYearDay', least: 1, most: 366, signed: true },
  BYWEEKNO: { field: 'byWeekNo', least: 1, most: 53, signed: true },
  BYMONTH: { field: 'byMonth', least: 1, most: 12, signed: false },
  BYSETPOS: { field: 'bySetPos', least: 1, most: 366, signed: true },
} as const
type ListPart = keyof typeof LISTS
type ListField = (typeof LISTS)[ListPart]['field']

const KNOWN_PARTS: readonly string[] = [
  'FREQ',
  'INTERVAL',
  'COUNT',
  'UNTIL',
  'BYDAY',
  'WKST',
  ...Object.keys(LISTS),
]

type Read<Value> = Result<Value, RecurrenceRuleProblem>
const invalid = (part: string, message: string) => refuse({ part, message })

/**
 * Parses the value of an RRULE (RFC 5545 §3.3.10): `FREQ=WEEKLY;BYDAY=MO`, in upper or lower case.
 * Refuses everything that the RFC forbids, unknown parts, those of RFC 7529, and BYSECOND=60, because
 * Unix time has no leap seconds. Limits: 1,000 characters; COUNT 1,000,000; INTERVAL 10,000, or
 * 1,000,000 for HOURLY, MINUTELY and SECONDLY.
 */
export function parseRecurrenceRule(text: string): Read<RecurrenceRule> {
  if (text.length > LONGEST_RULE) {
    return invalid('RRULE', `must have at most ${LONGEST_RULE} characters`)
  }
  const parts = splitParts(text)
  if (!parts.ok) return parts
  const head = readHead(parts.value)
  if (!head.ok) return head
  const lists: Record<ListField, readonly number[]> = {
    bySecond: [],
    byMinute: [],
    byHour: [],
    byMonthDay: [],
    byYearDay: [],
    byWeekNo: [],
    byMonth: [],
    bySetPos: [],
  }
  for (const [part, form] of Object.entries(LISTS)) {
    const value = parts.value.get(part)
    if (value === undefined) continue
    const list = readList(part as ListPart, value)
    if (!list.ok) return list
    lists[form.field] = list.value
  }
  const byDay = readDays(parts.value.get('BYDAY'))
  if (!byDay.ok) return byDay
  const rule: RecurrenceRule = { ...head.value, ...lists, byDay: byDay.value }
  return checkCombinations(rule)
}

function splitParts(text: string): Read<ReadonlyMap<string, string>> {
  const parts = new Map<string, string>()
  if (/^RRULE:/i.test(text)) return invalid('RRULE', 'must be the value only; remove "RRULE:"')
  for (const piece of text.toUpperCase().split(';')) {
    const [name = '', value = '', ...more] = piece.split('=')
    if (!KNOWN_PARTS.includes(name)) {
      return invalid(name || 'RRULE', `"${piece}" is not a known part; use one of ${KNOWN_PARTS}`)
    }
    if (value === '' || more.length > 0) return invalid(name, `must be written as ${name}=value`)
    if (parts.has(name)) return invalid(name, 'must not be repeated')
    parts.set(name, value)
  }
  return ok(parts)
}

const SUB_DAILY: readonly RecurrenceFrequency[] = ['SECONDLY', 'MINUTELY', 'HOURLY']

type Head = Pick<RecurrenceRule, 'frequency' | 'interval' | 'count' | 'until' | 'weekStart'>

function readHead(parts: ReadonlyMap<string, string>): Read<Head> {
  const frequency = RECURRENCE_FREQUENCIES.find((known) => known === parts.get('FREQ'))
  if (frequency === undefined) return invalid('FREQ', `must be one of ${RECURRENCE_FREQUENCIES}`)
  const interval = readPositive(
    'INTERVAL',
    parts.get('INTERVAL') ?? '1',
    HIGHEST_INTERVAL[SUB_DAILY.includes(frequency) ? 'ofTimes' : 'ofDates'],
  )
  if (!interval.ok) return interval
  const weekStart = RECURRENCE_WEEKDAYS.find((known) => known === (parts.get('WKST') ?? 'MO'))
  if (weekStart === undefined) return invalid('WKST', `must be one of ${RECURRENCE_WEEKDAYS}`)
  const head = { frequency, interval: interval.value, weekStart }
  const [countText, untilText] = [parts.get('COUNT'), parts.get('UNTIL')]
  if (countText !== undefined && untilText !== undefined) {
    return invalid('UNTIL', 'must not be used together with COUNT')
  }
  if (countText !== undefined) {
    const count = readPositive('COUNT', countText, HIGHEST_COUNT)
    return count.ok ? ok({ ...head, count: count.value }) : count
  }
  if (untilText === undefined) return ok(head)
  const until = readUntil(untilText)
  return until.ok ? ok({ ...head, until: until.value }) : until
}

function readPositive(part: string, value: string, most: number): Read<number> {
  const number = /^\d{1,7}$/.test(value) ? Number(value) : 0
  return number >= 1 && number <= most
    ? ok(number)
    : invalid(part, `must be a whole number from 1 to ${most}`)
}

const UNTIL = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/

function readUntil(value: string): Read<RecurrenceUntil> {
  const parts = UNTIL.exec(value)
  const [year, month, date] = [Number(parts?.[1]), Number(parts?.[2]), Number(parts?.[3])]
  const isDate =
    parts !== null && month >= 1 && month <= 12 && date >= 1 && date <= daysInMonth(year, month)
  const [hour, minute, second] = [
    Number(parts?.[4] ?? 0),
    Number(parts?.[5] ?? 0),
    Number(parts?.[6] ?? 0),
  ]
  if (!isDate || hour > 23 || minute > 59 || second > 59) {
    return invalid(
      'UNTIL',
      'must be a date such as 20261231, or a UTC time such as 20261231T225959Z',
    )
  }
  const day = dayNumberOf(year, month, date)
  if (parts[4] === undefined) return ok({ day })
  const seconds = day * 86_400 + hour * 3600 + minute * 60 + second
  return ok(parts[7] === 'Z' ? { epochSeconds: seconds, day } : { wallSeconds: seconds, day })
}

const ascending = (a: number, b: number): number => a - b

function readList(part: ListPart, value: string): Read<readonly number[]> {
  const { least, most, signed } = LISTS[part]
  const numbers: number[] = []
  for (const text of value.split(',')) {
    const number = (signed ? /^[+-]?\d{1,3}$/ : /^\d{1,2}$/).test(text) ? Number(text) : Number.NaN
    const size = signed ? Math.abs(number) : number
    if (!(size >= least && size <= most)) {
      const range = signed ? `${least} to ${most} or -${most} to -${least}` : `${least} to ${most}`
      return invalid(part, `"${text}" must be a whole number from ${range}`)
    }
    numbers.push(number)
  }
  return ok([...new Set(numbers)].sort(ascending))
}

function readDays(value: string | undefined): Read<readonly RecurrenceDay[]> {
  const days = new Map<string, RecurrenceDay>()
  for (const text of value === undefined ? [] : value.split(',')) {
    const [, ordinalText, name] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text) ?? []
    const weekday = RECURRENCE_WEEKDAYS.find((known) => known === name)
    const ordinal = ordinalText === undefined ? undefined : Number(ordinalText)
    if (weekday === undefined || ordinal === 0 || Math.abs(ordinal ?? 1) > 53) {
      return invalid(
        'BYDAY',
        `"${text}" must be a weekday such as MO, or one with an ordinal such as 2MO or -1FR`,
      )
    }
    days.set(`${ordinal ?? ''}${weekday}`, {
      weekday,
      ...(ordinal === undefined ? {} : { ordinal }),
    })
  }
  const rank = ({ ordinal, weekday }: RecurrenceDay) =>
    (ordinal ?? 0) * RECURRENCE_WEEKDAYS.length + RECURRENCE_WEEKDAYS.indexOf(weekday)
  return ok([...days.values()].sort((a, b) => rank(a) - rank(b)))
}

/** Checks the combinations of parts that RFC 5545 forbids. */
function checkCombinations(rule: RecurrenceRule): Read<RecurrenceRule> {
  const { frequency } = rule
  const hasOrdinal = rule.byDay.some((day) => day.ordinal !== undefined)
  if (hasOrdinal && frequency !== 'MONTHLY' && frequency !== 'YEARLY') {
    return invalid('BYDAY', 'ordinals are allowed only in a MONTHLY or YEARLY rule')
  }
  if (hasOrdinal && rule.byWeekNo.length > 0) {
    return invalid('BYDAY', 'ordinals are not allowed together with BYWEEKNO')
  }
  if (rule.byMonthDay.length > 0 && frequency === 'WEEKLY') {
    return invalid('BYMONTHDAY', 'is not allowed in a WEEKLY rule')
  }
  if (rule.byYearDay.length > 0 && ['DAILY', 'WEEKLY', 'MONTHLY'].includes(frequency)) {
    return invalid('BYYEARDAY', `is not allowed in a ${frequency} rule`)
  }
  if (rule.byWeekNo.length > 0 && frequency !== 'YEARLY') {
    return invalid('BYWEEKNO', 'is allowed only in a YEARLY rule')
  }
  const others = Object.values(LISTS).filter(({ field }) => field !== 'bySetPos')
  const hasOther = rule.byDay.length > 0 || others.some(({ field }) => rule[field].length > 0)
  if (rule.bySetPos.length > 0 && !hasOther) {
    return invalid('BYSETPOS', 'needs another BY part to select from')
  }
  return ok(rule)
}

const untilText = (until: RecurrenceUntil): string => {
  if (!('epochSeconds' in until || 'wallSeconds' in until)) {
    return formatDate(until.day).replaceAll('-', '')
  }
  const seconds = 'epochSeconds' in until ? until.epochSeconds : until.wallSeconds
  const ofDay = seconds - until.day * 86_400
  const time = [Math.floor(ofDay / 3600), Math.floor(ofDay / 60) % 60, ofDay % 60]
    .map((number) => String(number).padStart(2, '0'))
    .join('')
  return `${formatDate(until.day).replaceAll('-', '')}T${time}${'epochSeconds' in until ? 'Z' : ''}`
}

/** Formats a weekday of a rule: `MO`, `-1FR`. */
export const formatRecurrenceDay = ({ weekday, ordinal }: RecurrenceDay): string =>
  `${ordinal ?? ''}${weekday}`

/** Formats a rule as the value of an RRULE, always with its parts in the same order. */
export function formatRecurrenceRule(rule: RecurrenceRule): string {
  const list = (part: ListPart) => {
    const numbers = rule[LISTS[part].field]
    return numbers.length > 0 ? [`${part}=${numbers}`] : []
  }
  return [
    `FREQ=${rule.frequency}`,
    ...(rule.interval > 1 ? [`INTERVAL=${rule.interval}`] : []),
    ...(rule.count === undefined ? [] : [`COUNT=${rule.count}`]),
    ...(rule.until === undefined ? [] : [`UNTIL=${untilText(rule.until)}`]),
    ...(['BYMONTH', 'BYWEEKNO', 'BYYEARDAY', 'BYMONTHDAY'] as const).flatMap(list),
    ...(rule.byDay.length > 0 ? [`BYDAY=${rule.byDay.map(formatRecurrenceDay)}`] : []),
    ...(['BYHOUR', 'BYMINUTE', 'BYSECOND', 'BYSETPOS'] as const).flatMap(list),
    ...(rule.weekStart === 'MO' ? [] : [`WKST=${rule.weekStart}`]),
  ].join(';')
}
