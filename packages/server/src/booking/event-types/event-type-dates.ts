import { ok, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { parseDate, type WindowInput, withDate, withoutDate } from '../schedules/open-rules.ts'
import type { EventType } from './event-type.ts'
import { changeEventType, type SavingDependencies } from './event-types.ts'

type Answer = Result<EventType, Refusal>

/** Sets the hours of one date; those of other dates stay, also if somebody else sets them at the same time. */
export async function setEventTypeDate(
  deps: SavingDependencies,
  caller: Caller<EventType>,
  eventTypeId: string,
  date: string,
  windows: readonly WindowInput[],
): Promise<Answer> {
  const override = parseDate(date, windows)
  if (!override.ok) return override
  return changeEventType(deps, caller, eventTypeId, {
    key: 'event_type.updated',
    apply: (before) =>
      ok({ ...before, dateOverrides: withDate(before.dateOverrides, override.value) }),
    checksHours: true,
  })
}

/** Gives one date the hours of its weekday again. A date without hours of its own is not found. */
export const removeEventTypeDate = (
  deps: SavingDependencies,
  caller: Caller<EventType>,
  eventTypeId: string,
  date: string,
): Promise<Answer> =>
  changeEventType(deps, caller, eventTypeId, {
    key: 'event_type.updated',
    apply: (before) => {
      const others = withoutDate(before.dateOverrides, date)
      return others.ok ? ok({ ...before, dateOverrides: others.value }) : others
    },
  })
