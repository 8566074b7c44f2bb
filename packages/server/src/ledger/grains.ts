import { claimDays, type DayClaim, dayOfNight, formatDate, monthsOfStay } from '@holdfast/engine'
import type { ItemKey } from '../kernel/ports/store.ts'
import { ledgerKey, nightsKey } from './keys.ts'
import type { RangeStep } from './steps.ts'

/**
 * How rights lie in items of the ledger. Time: an item is a UTC day of a provider, and a quantum is 5 minutes. Nights: an
 * item is a month of a calendar, and a quantum is a night. An item is named by its first day.
 */

/** The parts of a step, one for each item that it changes, in order. */
export const partsOf = (step: RangeStep): readonly DayClaim[] =>
  'nights' in step
    ? monthsOfStay(step.nights).map(({ month, ...quanta }) => ({
        dayNumber: dayOfNight(month, 0),
        ...quanta,
      }))
    : claimDays(step.range)

/** The key of the item of a step that begins with a day. */
export function itemKeyOf(step: RangeStep, dayNumber: number): ItemKey {
  const date = formatDate(dayNumber)
  return 'nights' in step
    ? nightsKey(step.calendarId, date.slice(0, 'YYYY-MM'.length))
    : ledgerKey(step.providerId, date)
}

/** What a step claims or gives back, for refusals. */
export const resourceOf = (
  step: RangeStep,
): { readonly calendarId: string } | { readonly providerId: string } =>
  'nights' in step ? { calendarId: step.calendarId } : { providerId: step.providerId }

/** The id of what a step claims or gives back. */
export const idOfResource = (step: RangeStep): string =>
  'nights' in step ? step.calendarId : step.providerId
