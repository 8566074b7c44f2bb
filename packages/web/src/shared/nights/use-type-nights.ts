import type { PublicNights } from '@holdfast/contracts'
import { api, unwrap } from '../api/api.ts'
import { inAccount } from '../page-path.ts'
import { slugsOf } from '../slots/event-type-call.ts'
import { addDays } from '../time/dates.ts'
import { type Loaded, useLoaded } from '../use-loaded.ts'
import type { PickableNights } from './night-picker.tsx'

/** The number of nights to load: a year, and enough days to complete the last month. */
const NIGHTS_AHEAD = 400

/** Loads the nights of an event type by the path of its page, from `today` on. */
export const useTypeNights = (
  path: string,
  today: string,
): readonly [Loaded<PublicNights>, reload: () => void] =>
  useLoaded(path, (signal) => {
    const [eventTypeSlug = '', providerSlug = '', accountSlug] = slugsOf(path)
    const query = { from: today, to: addDays(today, NIGHTS_AHEAD), ...inAccount(accountSlug) }
    const params = { path: { providerSlug, eventTypeSlug }, query }
    return unwrap(api.GET('/v1/public/{providerSlug}/{eventTypeSlug}/nights', { params, signal }))
  })

/** Nights that whoever chooses has already. */
interface OwnNights {
  readonly arrival: string
  readonly departure: string
}

/**
 * The nights as they can be picked. Those of the own stay or hold count as free: it is moved away from them. Which unit it has is
 * not known, so the server alone decides then how long one unit is free.
 */
export const pickable = (
  { data, stay, maxAdvanceDays }: PublicNights,
  own: OwnNights | undefined,
): PickableNights => ({
  nights: data.map(({ date, unitsLeft, lastDeparture }) => {
    const isOwn = own !== undefined && own.arrival <= date && date < own.departure
    return {
      date,
      status: unitsLeft > 0 || isOwn ? 'free' : 'taken',
      ...(own === undefined && lastDeparture !== null && { lastDeparture }),
    }
  }),
  stayPolicy: { ...stay, maxAdvanceDays },
})
