import type { PublicStays } from '@holdfast/contracts'
import { api, unwrap } from '../shared/api/api.ts'
import { addDays } from '../shared/time/dates.ts'
import { type Loaded, useLoaded } from '../shared/use-loaded.ts'

/** The number of nights to load: a year, and enough days to complete the last month. */
const NIGHTS_AHEAD = 400

/** Loads a public calendar with its nights from `today` on. */
export const useNights = (
  calendarId: string,
  today: string,
): readonly [Loaded<PublicStays>, reload: () => void] =>
  useLoaded(calendarId, (signal) => {
    const query = { from: today, to: addDays(today, NIGHTS_AHEAD) }
    const params = { path: { id: calendarId }, query }
    return unwrap(api.GET('/v1/stays/{id}', { params, signal }))
  })
