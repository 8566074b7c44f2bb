import type { CandidateReason, SlotReason } from '@holdfast/contracts'
import { formatInstant, type Interval, type LimitRefusal, type SlotRefusal } from '@holdfast/engine'
import type { Audience } from '../../kernel/http/refusal-problem.ts'
import { instantText } from '../../kernel/representations.ts'
import type { TeamRefusal } from '../refusals.ts'

const minuteText = (epochMinutes: number): string => formatInstant(epochMinutes, 'UTC')

const intervalText = (interval: Interval) => ({
  start: minuteText(interval.startEpochMinutes),
  end: minuteText(interval.endEpochMinutes),
})

type Reason =
  | SlotRefusal
  | TeamRefusal
  | LimitRefusal
  | { readonly code: 'event_type_inactive' | 'provider_inactive' | 'session_cancelled' }
  | { readonly code: 'session_full'; readonly seatsLeft: number }

/** A reason as the account sees it: its code and the values that were compared. */
export function slotReason(reason: Reason): SlotReason {
  switch (reason.code) {
    case 'off_grid':
      return {
        code: reason.code,
        ...(reason.previousStartEpochMinutes !== undefined && {
          previousStart: minuteText(reason.previousStartEpochMinutes),
        }),
        ...(reason.nextStartEpochMinutes !== undefined && {
          nextStart: minuteText(reason.nextStartEpochMinutes),
        }),
      }
    case 'outside_availability':
    case 'outside_working_hours':
      return { code: reason.code, openOnDate: reason.openOnDate.map(intervalText) }
    case 'time_off':
      return { code: reason.code, timeOff: intervalText(reason.timeOff) }
    case 'closed':
      return { code: reason.code, closed: intervalText(reason.closed) }
    case 'in_the_past':
      return { code: reason.code, now: instantText(reason.nowEpochSeconds) }
    case 'too_soon':
      return {
        code: reason.code,
        minNoticeMinutes: reason.minNoticeMinutes,
        earliestStart: minuteText(reason.earliestEpochMinutes),
      }
    case 'too_far':
      return {
        code: reason.code,
        maxAdvanceDays: reason.maxAdvanceDays,
        startsBefore: minuteText(reason.endEpochMinutes),
        ...(reason.opensAtEpochMinutes !== undefined && {
          opensAt: minuteText(reason.opensAtEpochMinutes),
        }),
      }
    case 'taken':
      return {
        code: reason.code,
        claim: intervalText(reason.claim),
        occupied: intervalText(reason.occupied),
        ...(reason.keptUntilEpochSeconds !== undefined && {
          keptUntil: instantText(reason.keptUntilEpochSeconds),
        }),
      }
    case 'kept_back':
      return {
        code: reason.code,
        untilMinutesBefore: reason.untilMinutesBefore,
        offeredFrom: minuteText(reason.offeredFromEpochMinutes),
      }
    case 'calendar_busy':
      return {
        code: reason.code,
        source: reason.source,
        claim: intervalText(reason.claim),
        busy: intervalText(reason.busy),
      }
    case 'calendar_unknown':
      return { code: reason.code, source: reason.source, because: reason.because }
    case 'too_few_candidates':
      return {
        code: reason.code,
        requirement: reason.requirement,
        neededCount: reason.neededCount,
        freeCount: reason.freeCount,
        candidates: reason.candidates.map(({ providerId, reasons }) => ({
          providerId,
          // Each is a reason of a candidate; the type of `slotReason` is that of all reasons.
          reasons: reasons.map(slotReason) as CandidateReason[],
        })),
      }
    case 'limit_reached':
      return { code: reason.code, limit: reason.limit, count: reason.count }
    case 'session_full':
      return { code: reason.code, seatsLeft: reason.seatsLeft }
    case 'event_type_inactive':
    case 'provider_inactive':
    case 'session_cancelled':
      return { code: reason.code }
  }
}

/** What each reason is in a sentence. */
const REASON_TEXT = {
  off_grid: 'no slot starts at this time',
  outside_availability: 'the time is outside the hours in which it can be booked',
  outside_working_hours: 'the provider does not work at this time',
  time_off: 'the provider has time off',
  closed: 'the business is closed',
  in_the_past: 'the time is in the past',
  too_soon: 'the time is within the minimum notice',
  too_far: 'the time is too far ahead',
  taken: 'the time is taken',
  kept_back: 'the provider is not offered yet',
  calendar_busy: 'a connected calendar is busy',
  calendar_unknown: 'a connected calendar is unavailable',
  too_few_candidates: 'too few of the required providers are free',
} satisfies Record<(SlotRefusal | TeamRefusal)['code'], string>

/** Reasons as one sentence without its full stop. Only the account reads which requirement lacks people. */
export function reasonsText(
  reasons: readonly (SlotRefusal | TeamRefusal)[],
  audience: Audience,
): string {
  const texts = reasons.map((reason) =>
    reason.code === 'too_few_candidates' && audience === 'account'
      ? `${REASON_TEXT[reason.code]} for "${reason.requirement}"`
      : REASON_TEXT[reason.code],
  )
  return [...new Set(texts)].join('; ')
}
