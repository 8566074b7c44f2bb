import { z } from '@hono/zod-openapi'
import { oneOf } from './text.ts'
import { dateText, timeWindow } from './time.ts'

/** The days of the week in the API. */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

// Bounds on work and item size. The engine has the same bounds.
const WINDOWS_PER_DAY = 50
const OVERRIDES = 1000

const LIST_ERROR = (max: number) => `must be a list of at most ${max} entries`
const listUpTo = <Entry extends z.ZodType>(entry: Entry, max: number) =>
  z.array(entry, { error: LIST_ERROR(max) }).max(max, { error: LIST_ERROR(max), abort: true })

const windows = () => listUpTo(timeWindow(), WINDOWS_PER_DAY)

/** The windows of one weekday. */
export const AvailabilityRule = z
  .strictObject({
    weekday: oneOf(WEEKDAYS).describe('The weekday of these windows.'),
    windows: windows().describe('The open times of the weekday.'),
  })
  .openapi('AvailabilityRule', { description: 'The windows of one weekday.' })

/** The windows of one date. */
export const DateOverride = z
  .strictObject({
    date: dateText().describe('A date in the time zone of the hours.'),
    windows: windows().describe('The open times of the date. Empty closes it.'),
  })
  .openapi('DateOverride', {
    description: 'Replaces the availability of one date. An empty `windows` closes the date.',
  })

/** `PUT …/date-overrides/{date}`: the windows of one date. */
export const DateWindows = z
  .strictObject({ windows: windows().describe('The open times of the date. Empty closes it.') })
  .openapi('DateWindows', { description: 'The open times of one date.' })

/** Weekly hours. */
export const availabilityRules = () =>
  listUpTo(AvailabilityRule, WEEKDAYS.length).describe(
    'The weekly hours. A weekday without a rule is closed.',
  )

/** Dates with other hours. */
export const dateOverrides = () =>
  listUpTo(DateOverride, OVERRIDES).describe(
    'Dates with other hours than their weekday. Default: none.',
  )
