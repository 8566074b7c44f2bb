import { useMemo, useState } from 'react'
import { useI18n, useMessages } from '../i18n.tsx'
import { type DayState, MonthGrid } from '../slots/month-grid.tsx'
import { monthOf } from '../time/dates.ts'
import { nightsMessages } from './messages.ts'
import styles from './night-picker.module.css'
import {
  canArrive,
  type DateSelection,
  type NightStatus,
  type Nights,
  nightsUntil,
  type StayLimits,
} from './stay-rules.ts'

/** The nights that can be picked, and the rules for stays. */
export interface PickableNights {
  readonly nights: readonly {
    readonly date: string
    readonly status: NightStatus
    /** The last departure for an arrival on this date. Absent: as far as the nights are free. */
    readonly lastDeparture?: string | undefined
  }[]
  readonly stayPolicy: StayLimits
}

interface NightPickerProps {
  readonly stays: PickableNights
  readonly today: string
  readonly selection: DateSelection
  /** A date of the month in which the picker opens. Default: the arrival, or the first free night. */
  readonly opensAt?: string | undefined
  readonly onChoose: (selection: DateSelection) => void
}

/** Picks an arrival and then a departure date, as far as free nights and the stay policy allow. */
export function NightPicker({ stays, today, selection, opensAt, onChoose }: NightPickerProps) {
  const { format } = useI18n()
  const t = useMessages(nightsMessages)
  const [month, setMonth] = useState(() => {
    const date = selection.arrival ?? opensAt
    return date === undefined ? firstMonth(stays, today) : monthOf(date)
  })
  const nights = useMemo(
    (): Nights => ({
      byDate: new Map(stays.nights.map(({ date, status }) => [date, status])),
      lastDepartures: new Map(
        stays.nights.flatMap(({ date, lastDeparture }) =>
          lastDeparture === undefined ? [] : [[date, lastDeparture] as const],
        ),
      ),
      policy: stays.stayPolicy,
      today,
    }),
    [stays, today],
  )
  const { arrival, departure } = selection
  const isLeaving = arrival !== undefined && departure === undefined
  const lengthUntil = (date: string): number =>
    isLeaving && date > arrival ? nightsUntil(nights, arrival, date) : 0

  const dayState = (date: string): DayState => {
    const length = lengthUntil(date)
    const arrives = canArrive(nights, date)
    const state = nights.byDate.get(date)
    return {
      isOpen: length > 0 || arrives,
      isSelected: date === arrival || date === departure,
      note:
        markOf(selection, date) === 'inside'
          ? t.inStay
          : length > 0
            ? t.canLeave(length)
            : arrives
              ? t.canArrive
              : state === 'taken' || state === 'closed'
                ? t[state]
                : t.notPossible,
      isTaken: state === 'taken',
      mark: markOf(selection, date),
    }
  }
  const select = (date: string) =>
    onChoose(lengthUntil(date) > 0 ? { arrival, departure: date } : { arrival: date })
  return (
    <div className={styles.picker}>
      <div className={styles.columns}>
        <MonthGrid
          month={month}
          today={today}
          isBusy={false}
          dayState={dayState}
          onMonth={setMonth}
          onSelect={select}
        />
        <div className={styles.summary} role="status">
          {arrival === undefined ? (
            <p>{t.chooseArrival}</p>
          ) : (
            <dl className={styles.days}>
              <div>
                <dt>{t.arrival}</dt>
                <dd>{format.day(arrival)}</dd>
              </div>
              <div>
                <dt>{t.departure}</dt>
                <dd>{departure === undefined ? t.chooseDeparture : format.day(departure)}</dd>
              </div>
              {departure !== undefined && (
                <div>
                  <dt className="visually-hidden">{t.length}</dt>
                  <dd className={styles.count}>
                    {t.nights(nightsUntil(nights, arrival, departure))}
                  </dd>
                </div>
              )}
            </dl>
          )}
        </div>
      </div>
    </div>
  )
}

/** The month in which the picker opens: that of the first free night. */
const firstMonth = (stays: PickableNights, today: string): string =>
  monthOf(stays.nights.find(({ status }) => status === 'free')?.date ?? today)

function markOf({ arrival, departure }: DateSelection, date: string): DayState['mark'] {
  if (arrival === undefined || departure === undefined) return undefined
  if (date === arrival) return 'start'
  if (date === departure) return 'end'
  return date > arrival && date < departure ? 'inside' : undefined
}
