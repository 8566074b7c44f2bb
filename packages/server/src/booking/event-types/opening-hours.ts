import { ok, type Result, refuse } from '@holdfast/engine'
import type { InputError, Refusal } from '../../kernel/refusals.ts'
import type { Provider } from '../providers/provider.ts'
import type { OverridesInput, ParsedRules, RulesInput } from '../schedules/open-rules.ts'
import type { EventType } from './event-type.ts'
import { defaultStep, type HoursApplyTo } from './rental-rules.ts'

/** The hours of an event type as input. Null removes; absent members keep their value. */
export interface OpeningHoursInput {
  readonly availabilityRules?: RulesInput | null | undefined
  readonly dateOverrides?: OverridesInput | undefined
  readonly timeZone?: string | null | undefined
  readonly scheduleId?: string | null | undefined
}

/** The members of an event type that say when it is open. */
export type OpeningHours = Pick<
  EventType,
  'availabilityRules' | 'dateOverrides' | 'timeZone' | 'scheduleId'
>

/** No hours at all. */
const NO_HOURS: OpeningHours = { dateOverrides: [] }

/** The hours after a change. Null for the rules removes their dates and their zone with them. */
export function changedHours(
  input: OpeningHoursInput,
  parsed: ParsedRules,
  before: OpeningHours = NO_HOURS,
): OpeningHours {
  const own = input.availabilityRules === null ? NO_HOURS : before
  const availabilityRules = parsed.availabilityRules ?? own.availabilityRules
  const timeZone = input.timeZone === undefined ? own.timeZone : input.timeZone
  const scheduleId = input.scheduleId === undefined ? before.scheduleId : input.scheduleId
  return {
    ...(availabilityRules && { availabilityRules }),
    dateOverrides: parsed.dateOverrides ?? own.dateOverrides,
    ...(timeZone != null && { timeZone }),
    ...(scheduleId != null && { scheduleId }),
  }
}

/** Whether a change concerns the hours. */
export const changesHours = (input: OpeningHoursInput): boolean =>
  input.availabilityRules !== undefined ||
  input.dateOverrides !== undefined ||
  input.timeZone !== undefined ||
  input.scheduleId !== undefined

/**
 * Refuses hours that contradict each other, and an event type without any hours: with neither rules nor a
 * schedule, it is open as the schedule of its provider says, which then must have one. `candidates`: those
 * of its requirements, if it has any; then their schedules count, and its provider may be a team.
 */
export function checkHours(
  { availabilityRules, dateOverrides, timeZone, scheduleId }: OpeningHours,
  provider: Pick<Provider, 'kind' | 'scheduleId'>,
  candidates?: readonly Pick<Provider, 'scheduleId'>[],
): Result<undefined, Refusal> {
  const errors: InputError[] = []
  const report = (pointer: string, message: string) => errors.push({ pointer, message })
  if (provider.kind === 'team' && candidates === undefined) {
    report('/requirements', 'is required: the provider is a team, which has no time of its own')
  }
  if (availabilityRules !== undefined) {
    if (scheduleId !== undefined) {
      report(
        '/scheduleId',
        'an event type has either `availabilityRules` or `scheduleId`; send null for the other',
      )
    }
    return errors.length > 0 ? refuse({ code: 'validation_failed', errors }) : ok(undefined)
  }
  if (dateOverrides.length > 0) {
    report('/dateOverrides', 'applies to `availabilityRules`, which are not set')
  }
  if (timeZone !== undefined) {
    report('/timeZone', 'applies to `availabilityRules`, which are not set')
  }
  const needed = candidates ?? [provider]
  if (scheduleId === undefined && needed.every((each) => each.scheduleId === undefined)) {
    report(
      '/availabilityRules',
      candidates === undefined
        ? 'no times would be offered: set `availabilityRules` or `scheduleId`, or give the provider a schedule'
        : 'no times would be offered: set `availabilityRules` or `scheduleId`, or give a candidate a schedule',
    )
  }
  return errors.length > 0 ? refuse({ code: 'validation_failed', errors }) : ok(undefined)
}

/** A step that is the default follows a change of what the default depends on. */
export const stepOf = (
  before: EventType,
  {
    slotStepMinutes,
    ...change
  }: {
    readonly slotStepMinutes?: number | undefined
    readonly durationMinutes?: number | undefined
    readonly durationOptionsMinutes?: readonly number[] | null | undefined
    readonly hoursApplyTo?: HoursApplyTo | undefined
  },
) => {
  const {
    durationMinutes = change.durationOptionsMinutes?.[0] ?? before.durationMinutes,
    hoursApplyTo = before.hoursApplyTo,
  } = change
  return slotStepMinutes === undefined && before.slotStepMinutes === defaultStep(before)
    ? { slotStepMinutes: defaultStep({ durationMinutes, hoursApplyTo }) }
    : {}
}
