import { LIMITS } from '../kernel/limits.ts'
import { ok, type Result, refuse } from '../kernel/result.ts'
import { MINUTES_PER_DAY, parseDate, WEEKDAYS } from '../time/dates.ts'
import { isTimeZone } from '../time/zones.ts'
import type { OpenRules, SlotPolicy, TimeWindow } from './policy.ts'

/** An error in one field; `pointer` is a JSON Pointer (RFC 6901) into the policy. */
export interface PolicyProblem {
  readonly pointer: string
  readonly message: string
}

/** The refusal of an invalid policy, with every problem found. */
export interface InvalidSlotPolicy {
  readonly code: 'invalid_slot_policy'
  readonly problems: readonly PolicyProblem[]
}

type Report = (pointer: string, message: string) => void

type NumberField =
  | 'durationMinutes'
  | 'slotStepMinutes'
  | 'bufferBeforeMinutes'
  | 'bufferAfterMinutes'
  | 'minNoticeMinutes'
  | 'maxAdvanceDays'

/** The least and the greatest allowed value of each number. */
const RANGES: Readonly<Record<NumberField, readonly [number, number]>> = {
  durationMinutes: [1, LIMITS.durationMinutes],
  slotStepMinutes: [1, LIMITS.durationMinutes],
  bufferBeforeMinutes: [0, LIMITS.bufferMinutes],
  bufferAfterMinutes: [0, LIMITS.bufferMinutes],
  minNoticeMinutes: [0, LIMITS.minNoticeMinutes],
  maxAdvanceDays: [1, LIMITS.maxAdvanceDays],
}

/** Checks everything that the slot computation assumes about a policy. */
export function validateSlotPolicy(policy: SlotPolicy): Result<SlotPolicy, InvalidSlotPolicy> {
  const problems: PolicyProblem[] = []
  const report: Report = (pointer, message) => problems.push({ pointer, message })
  checkZone(policy, report)
  for (const field of Object.keys(RANGES) as NumberField[]) {
    const [least, usual] = RANGES[field]
    const isLong =
      field === 'durationMinutes'
        ? policy.hoursApplyTo === 'startAndEnd' || policy.openSpans !== undefined
        : field === 'slotStepMinutes' && policy.openSpans !== undefined
    const most = isLong ? LIMITS.longDurationMinutes : usual
    // A step that is left out is the duration, which is reported already.
    const isReported =
      field === 'slotStepMinutes' &&
      policy.slotStepMinutes === policy.durationMinutes &&
      problems.some(({ pointer }) => pointer === '/durationMinutes')
    if (!isReported && !isWholeWithin(policy[field], least, most)) {
      const more =
        field === 'durationMinutes' && !isLong ? '; longer with `hoursApplyTo` "startAndEnd"' : ''
      const unit = field === 'maxAdvanceDays' ? 'days' : 'minutes'
      report(`/${field}`, `must be a whole number of ${unit} from ${least} to ${most}${more}`)
    }
  }
  checkRelease(policy, report)
  checkRules(policy, report)
  checkOverrides(policy, report)
  return problems.length === 0 ? ok(policy) : refuse({ code: 'invalid_slot_policy', problems })
}

/** Checks everything that the computation of open time assumes about rules. */
export function validateOpenRules<Rules extends OpenRules>(
  rules: Rules,
): Result<Rules, InvalidSlotPolicy> {
  const problems: PolicyProblem[] = []
  const report: Report = (pointer, message) => problems.push({ pointer, message })
  checkZone(rules, report)
  checkRules(rules, report)
  checkOverrides(rules, report)
  return problems.length === 0 ? ok(rules) : refuse({ code: 'invalid_slot_policy', problems })
}

function checkZone({ timeZone }: OpenRules, report: Report): void {
  if (!isTimeZone(timeZone)) {
    report('/timeZone', `must be an IANA time zone name, such as Europe/Berlin; got "${timeZone}"`)
  }
}

function checkRelease({ release, maxAdvanceDays }: SlotPolicy, report: Report): void {
  if (release === undefined) return
  if (!isWholeWithin(release.daysAhead, 1, maxAdvanceDays)) {
    report(
      '/release/daysAhead',
      `must be a whole number from 1 to \`maxAdvanceDays\`, ${maxAdvanceDays}`,
    )
  }
  if (!isWholeWithin(release.atMinute, 0, MINUTES_PER_DAY - 1)) {
    report('/release/at', 'must be a time of day from 00:00 to 23:59')
  }
}

function checkRules({ availabilityRules }: OpenRules, report: Report): void {
  const seen = new Set<string>()
  for (const [i, { weekday, windows }] of availabilityRules.entries()) {
    const pointer = `/availabilityRules/${i}`
    if (!WEEKDAYS.includes(weekday)) {
      report(`${pointer}/weekday`, 'must be a weekday from monday to sunday')
    } else if (seen.has(weekday)) {
      report(`${pointer}/weekday`, `repeats ${weekday}; put all its windows into one rule`)
    }
    seen.add(weekday)
    checkWindows(windows, `${pointer}/windows`, report)
  }
}

function checkOverrides({ dateOverrides }: OpenRules, report: Report): void {
  if (dateOverrides.length > LIMITS.dateOverrides) {
    report('/dateOverrides', `must have at most ${LIMITS.dateOverrides} dates`)
    return
  }
  const seen = new Set<string>()
  for (const [i, { date, windows }] of dateOverrides.entries()) {
    const pointer = `/dateOverrides/${i}`
    if (parseDate(date) === undefined) {
      report(`${pointer}/date`, 'must be an existing date as YYYY-MM-DD')
    } else if (seen.has(date)) {
      report(`${pointer}/date`, `repeats ${date}; put all its windows into one override`)
    }
    seen.add(date)
    checkWindows(windows, `${pointer}/windows`, report)
  }
}

function checkWindows(windows: readonly TimeWindow[], pointer: string, report: Report): void {
  if (windows.length > LIMITS.windowsPerDay) {
    report(pointer, `must have at most ${LIMITS.windowsPerDay} windows`)
    return
  }
  for (const [i, { startMinute, endMinute }] of windows.entries()) {
    if (!isWholeWithin(startMinute, 0, MINUTES_PER_DAY - 1)) {
      report(`${pointer}/${i}`, 'must start between 00:00 and 23:59')
    } else if (!isWholeWithin(endMinute, 0, MINUTES_PER_DAY)) {
      report(`${pointer}/${i}`, 'must end between 00:00 and 24:00')
    } else if (startMinute === endMinute) {
      report(`${pointer}/${i}`, 'must not end when it starts; for the whole day use 00:00 to 24:00')
    }
  }
}

const isWholeWithin = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most
