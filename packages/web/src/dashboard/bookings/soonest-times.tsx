import { queryOptions, useQuery } from '@tanstack/react-query'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { api, unwrap } from '../api.ts'
import { QueryView } from '../ui/query-view.tsx'
import styles from './booking-dialog.module.css'
import { bookingMessages } from './messages.ts'
import type { StartsOf } from './start-picker.tsx'

/** As many as fit on a phone without scrolling. */
const DAYS_SHOWN = 3
const TIMES_A_DAY = 4
const TIMES_READ = 100

/** How far ahead another duration than the default is looked for. */
const DAYS_AHEAD = 60
const DAY_MILLISECONDS = 86_400_000

/** Whose next starts are looked for, and for what. */
type SoonestOf = Omit<StartsOf, 'eventTypeId' | 'providerId'> & { readonly eventTypeId: string }

/** The next available starts of an event type, also for a duration other than its default or for answers that decide. */
const soonestQuery = (of: SoonestOf) => {
  const { eventTypeId, durationMinutes, seats = 1, answer = [] } = of
  return queryOptions({
    queryKey: ['bookings', 'soonest', eventTypeId, durationMinutes, seats, answer],
    queryFn: async (): Promise<readonly string[]> => {
      if (durationMinutes !== undefined || answer.length > 0) return startsOf(of)
      const query = { eventTypeIds: [eventTypeId], limit: TIMES_READ, ...(seats > 1 && { seats }) }
      const { data } = await unwrap(api.GET('/v1/slots', { params: { query } }))
      return data.map(({ start }) => start)
    },
  })
}

async function startsOf(of: SoonestOf): Promise<readonly string[]> {
  const { eventTypeId, durationMinutes, seats = 1, answer = [] } = of
  const from = new Date()
  const to = new Date(from.getTime() + DAYS_AHEAD * DAY_MILLISECONDS)
  const query = {
    from: from.toISOString(),
    to: to.toISOString(),
    ...(durationMinutes !== undefined && { durationMinutes }),
    ...(seats > 1 && { seats }),
    ...(answer.length > 0 && { answer: [...answer] }),
  }
  const params = { path: { id: eventTypeId }, query }
  const { data } = await unwrap(api.GET('/v1/event-types/{id}/slots', { params }))
  return data.map(({ start }) => start)
}

interface SoonestTimesProps {
  readonly of: SoonestOf
  readonly timeZone: string
  readonly start: string | undefined
  readonly onStart: (start: string) => void
}

/** Offers the first starts of the next days on which an event type is available. */
export function SoonestTimes(props: SoonestTimesProps) {
  const { of, timeZone, start, onStart } = props
  const t = useMessages(bookingMessages)
  const { format } = useI18n()
  const soonest = useQuery(soonestQuery(of))
  return (
    <fieldset className={styles.group}>
      <legend>{t.nextTimes}</legend>
      <QueryView query={soonest}>
        {(times) =>
          times.length === 0 ? (
            <p className={styles.none}>{t.noNextTimes}</p>
          ) : (
            [...Map.groupBy(times, (time) => format.shortDate(time, timeZone))]
              .slice(0, DAYS_SHOWN)
              .map(([day, ofDay]) => (
                <div key={day} className={styles.day}>
                  <span aria-hidden="true">{day}</span>
                  <div className={styles.times}>
                    {ofDay.slice(0, TIMES_A_DAY).map((time) => (
                      <button
                        key={time}
                        type="button"
                        aria-pressed={time === start}
                        onClick={() => onStart(time)}
                      >
                        <span className="visually-hidden">{day}, </span>
                        {format.time(time, timeZone)}
                      </button>
                    ))}
                  </div>
                </div>
              ))
          )
        }
      </QueryView>
    </fieldset>
  )
}
