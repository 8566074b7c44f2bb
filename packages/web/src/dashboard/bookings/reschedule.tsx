import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { api, type Booking, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { Actions } from '../ui/modal.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { addDays, dateOf, startOfDate } from '../zoned.ts'
import { useMove } from './booking-changes.ts'
import styles from './booking-dialog.module.css'
import { bookingMessages } from './messages.ts'

/** The available starts on a date in a time zone, for the same event type or provider. */
const startsQuery = (booking: Booking, date: string, timeZone: string) => {
  const query = {
    from: startOfDate(date, timeZone),
    to: startOfDate(addDays(date, 1), timeZone),
  }
  const { eventTypeId, providerId } = booking
  return queryOptions({
    queryKey: ['bookings', 'starts', eventTypeId ?? providerId, query],
    queryFn: async (): Promise<readonly string[]> => {
      if (eventTypeId === null) {
        const path = { id: providerId }
        const { data } = await unwrap(
          api.GET('/v1/providers/{id}/slots', { params: { path, query } }),
        )
        return data.filter(({ status }) => status === 'available').map(({ start }) => start)
      }
      const path = { id: eventTypeId }
      const { data } = await unwrap(
        api.GET('/v1/event-types/{id}/slots', { params: { path, query } }),
      )
      return data.map(({ start }) => start)
    },
  })
}

interface RescheduleProps {
  readonly booking: Booking
  readonly timeZone: string
  readonly onBack: () => void
  readonly onDone: () => void
}

/** Moves a booking to another available time; the keyboard's alternative to dragging. */
export function Reschedule({ booking, timeZone, onBack, onDone }: RescheduleProps) {
  const t = useMessages(bookingMessages)
  const common = useMessages(commonMessages)
  const { format } = useI18n()
  const move = useMove()
  const [date, setDate] = useState(dateOf(booking.start, timeZone))
  const [start, setStart] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const starts = useQuery({ ...startsQuery(booking, date, timeZone), enabled: date !== '' })
  const submit = async () => {
    if (start === undefined) return
    setBusy(true)
    if (await move(booking, start, timeZone)) onDone()
    else setBusy(false)
  }
  return (
    <>
      <Field label={t.chooseDay} hint={common.zone(timeZone)}>
        {(control) => (
          <input
            {...control}
            type="date"
            value={date}
            onChange={(event) => {
              setDate(event.target.value)
              setStart(undefined)
            }}
          />
        )}
      </Field>
      <fieldset className={styles.group}>
        <legend>{t.freeTimes}</legend>
        <QueryView query={starts}>
          {(times) =>
            times.length === 0 ? (
              <p className={styles.none}>{t.noFreeTimes}</p>
            ) : (
              <div className={styles.times}>
                {times.map((time) => (
                  <button
                    key={time}
                    type="button"
                    aria-pressed={time === start}
                    onClick={() => setStart(time)}
                  >
                    {format.time(time, timeZone)}
                  </button>
                ))}
              </div>
            )
          }
        </QueryView>
      </fieldset>
      <Actions>
        <Button onClick={onBack}>{common.back}</Button>
        <Button
          kind="primary"
          isBusy={isBusy}
          aria-disabled={start === undefined}
          onClick={() => void submit()}
        >
          {t.move}
        </Button>
      </Actions>
    </>
  )
}
