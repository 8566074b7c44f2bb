import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { startsOtherThan } from '../../shared/slots/offer.ts'
import { Field } from '../../shared/ui/field.tsx'
import { api, type Booking, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { QueryView } from '../ui/query-view.tsx'
import { TimeField } from '../ui/time-field.tsx'
import { addDays, instantOf, startOfDate } from '../zoned.ts'
import styles from './booking-dialog.module.css'
import { bookingMessages } from './messages.ts'

/** Whose times are offered: an event type's, or those that a provider opened. */
export type StartsOf = Pick<Booking, 'eventTypeId' | 'providerId'> & {
  /** One of the durations of the event type. Default: its first. */
  readonly durationMinutes?: number | undefined
  /** How many seats are needed. Default: 1. */
  readonly seats?: number | undefined
  /** The answers that decide, as the query for slots takes them. */
  readonly answer?: readonly string[] | undefined
  /** The booking to move, whose duration, seats, answers and own time count instead. Absent: a new one. */
  readonly moving?: Pick<Booking, 'id' | 'start'> | undefined
}

/** The available starts on a date in a time zone, for an event type or a provider. */
const startsQuery = (of: StartsOf, date: string, timeZone: string) => {
  const { eventTypeId, providerId, durationMinutes, seats = 1, answer = [], moving } = of
  const query = {
    from: startOfDate(date, timeZone),
    to: startOfDate(addDays(date, 1), timeZone),
  }
  return queryOptions({
    queryKey: [
      'bookings',
      'starts',
      eventTypeId ?? providerId,
      durationMinutes,
      seats,
      answer,
      moving?.id,
      query,
    ],
    queryFn: async (): Promise<readonly string[]> => {
      if (eventTypeId === null) {
        const path = { id: providerId }
        const { data } = await unwrap(
          api.GET('/v1/providers/{id}/slots', { params: { path, query } }),
        )
        return data.filter(({ status }) => status === 'available').map(({ start }) => start)
      }
      if (moving) {
        const params = { path: { id: moving.id }, query }
        const { data } = await unwrap(api.GET('/v1/bookings/{id}/slots', { params }))
        return startsOtherThan(moving.start, data).map(({ start }) => start)
      }
      const path = { id: eventTypeId }
      const { data } = await unwrap(
        api.GET('/v1/event-types/{id}/slots', {
          params: {
            path,
            query: {
              ...query,
              ...(durationMinutes && { durationMinutes }),
              ...(seats > 1 && { seats }),
              ...(answer.length > 0 && { answer: [...answer] }),
            },
          },
        }),
      )
      return data.map(({ start }) => start)
    },
  })
}

/** A start to book. `isOverride`: outside the rules. `providerId`: who has to be part of the booking. */
export interface ChosenStart {
  readonly start: string
  readonly isOverride: boolean
  readonly providerId?: string
}

interface StartPickerProps {
  readonly of: StartsOf
  readonly date: string
  readonly chosen: ChosenStart | undefined
  readonly timeZone: string
  /** Whether times outside the rules can be chosen. Default: true. */
  readonly mayOverride?: boolean
  readonly onDate: (date: string) => void
  readonly onChoose: (chosen: ChosenStart | undefined) => void
}

/** Picks a date, then one of its available starts, or any time outside the rules. */
export function StartPicker(props: StartPickerProps) {
  const { of, date, chosen, timeZone, mayOverride = true, onDate, onChoose } = props
  const t = useMessages(bookingMessages)
  const common = useMessages(commonMessages)
  const [isOverride, setOverride] = useState(false)
  const [time, setTime] = useState('')
  const chooseTime = (onDay: string, at: string) => {
    const start = instantOf(`${onDay}T${at}`, timeZone)
    onChoose(start === undefined ? undefined : { start, isOverride: true })
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
              onDate(event.target.value)
              if (isOverride) chooseTime(event.target.value, time)
              else onChoose(undefined)
            }}
          />
        )}
      </Field>
      {isOverride ? (
        <TimeField
          label={t.time}
          hint={t.overrideHint}
          isRequired
          value={time}
          onChange={(at) => {
            setTime(at)
            chooseTime(date, at)
          }}
        />
      ) : (
        <FreeTimes
          of={of}
          date={date}
          start={chosen?.start}
          timeZone={timeZone}
          onStart={(start) => onChoose({ start, isOverride: false })}
        />
      )}
      {mayOverride && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={isOverride}
            onChange={(event) => {
              setOverride(event.target.checked)
              if (event.target.checked) chooseTime(date, time)
              else onChoose(undefined)
            }}
          />
          {t.override}
        </label>
      )}
    </>
  )
}

interface FreeTimesProps extends Pick<StartPickerProps, 'of' | 'date' | 'timeZone'> {
  readonly start: string | undefined
  readonly onStart: (start: string) => void
}

/** The available starts of a date. */
function FreeTimes({ of, date, start, timeZone, onStart }: FreeTimesProps) {
  const t = useMessages(bookingMessages)
  const { format } = useI18n()
  const isDate = date !== ''
  const starts = useQuery({
    ...startsQuery(of, isDate ? date : '1970-01-01', timeZone),
    enabled: isDate,
  })
  return (
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
                  onClick={() => onStart(time)}
                >
                  {format.time(time, timeZone)}
                </button>
              ))}
            </div>
          )
        }
      </QueryView>
    </fieldset>
  )
}
