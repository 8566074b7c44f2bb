import type { Slot } from '@holdfast/contracts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useI18n, useMessages } from '../i18n.tsx'
import { sharedMessages } from '../messages.ts'
import { addDays, addMonths, firstOf, monthOf } from '../time/dates.ts'
import { TimeZoneSelect } from '../time/time-zone-select.tsx'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useOnce } from '../use-once.ts'
import { slotMessages } from './messages.ts'
import { type DayState, MonthGrid } from './month-grid.tsx'
import { varying } from './slot-facts.ts'
import styles from './slot-picker.module.css'
import { TimeList } from './time-list.tsx'
import type { AvailabilityControl } from './use-availability.ts'
import { type NextAvailable, useNextAvailable } from './use-next-available.ts'

interface SlotPickerProps {
  readonly control: AvailabilityControl
  readonly timeZone: string
  readonly onTimeZone: (timeZone: string) => void
  readonly providerZone: string | undefined
  /** The start of the time that is being held right now. */
  readonly pending: string | undefined
  readonly onPick: (slot: Slot) => void
  /** Whether a booking keeps its price and its duration. Default: no. */
  readonly keepsPrice?: boolean
  /** The time that was picked before the reader came back: its day is shown, and it takes the focus. */
  readonly returnTo?: Slot | undefined
  /** The date to show first, `YYYY-MM-DD`. Default: the first with available times. */
  readonly firstDate?: string | undefined
}

const IS_PHONE = '(max-width: 48rem)'

/** Shows the times of a chosen day: on a phone they are below the month. */
function bringIntoView(times: HTMLElement | null): void {
  const block = matchMedia(IS_PHONE).matches ? 'start' : 'nearest'
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
  times?.scrollIntoView({ block, behavior })
}

/** Picks a day in a month, then a time on that day. */
export function SlotPicker(props: SlotPickerProps) {
  const { control, timeZone, onTimeZone, returnTo, firstDate } = props
  const { availability } = control
  const wanted = firstDate !== undefined && firstDate >= availability.today ? firstDate : undefined
  const t = useMessages(slotMessages)
  const [chosen, setChosen] = useState(returnTo?.start.slice(0, 10) ?? wanted)
  const times = useRef<HTMLElement>(null)
  // Counts the choices, so that choosing the same day again scrolls again.
  const [choices, setChoices] = useState(0)
  const [browsedMonth, setBrowsedMonth] = useState(returnTo ? undefined : wanted && monthOf(wanted))
  const firstFree = [...availability.byDate.keys()].sort()[0]
  const day = chosen !== undefined && availability.byDate.has(chosen) ? chosen : undefined
  const month = browsedMonth ?? monthOf(day ?? firstFree ?? availability.today)
  // Until a day is chosen, the first available day of the month is shown.
  const shown =
    day !== undefined && monthOf(day) === month
      ? day
      : [...availability.byDate.keys()].filter((date) => monthOf(date) === month).sort()[0]

  const choose = (date: string) => {
    setBrowsedMonth(monthOf(date))
    setChosen(date)
    setChoices((count) => count + 1)
  }
  const next = useNextAvailable(control, choose)
  useEffect(() => {
    if (choices > 0) bringIntoView(times.current)
  }, [choices])
  useOnce(() => {
    if (returnTo === undefined) return
    const picked = times.current?.querySelector<HTMLElement>(`[data-start="${returnTo.start}"]`)
    const heading = times.current?.querySelector<HTMLElement>('h2')
    ;(picked ?? heading)?.focus()
  })

  // Each render loads one more step, up to the shown month, however fast the reader changes months.
  useEffect(() => control.loadMonth(month))
  const dayState = (date: string): DayState => {
    const count = availability.byDate.get(date)?.length ?? 0
    return {
      isOpen: count > 0,
      isSelected: date === shown,
      note: count > 0 ? t.free(count) : t.noneFree,
    }
  }
  return (
    <div className={styles.picker}>
      <MonthGrid
        month={month}
        today={availability.today}
        isBusy={availability.isLoading}
        dayState={dayState}
        onMonth={setBrowsedMonth}
        onSelect={choose}
      />
      <TimeZoneSelect timeZone={timeZone} onChange={onTimeZone} />
      <Times
        {...props}
        day={shown}
        times={times}
        next={next}
        onNextMonth={() => setBrowsedMonth(addMonths(month, 1))}
        onNextDay={() => next.search(shown ?? addDays(firstOf(addMonths(month, 1)), -1))}
      />
    </div>
  )
}

interface TimesProps extends SlotPickerProps {
  readonly day: string | undefined
  readonly times: RefObject<HTMLElement | null>
  readonly next: NextAvailable
  readonly onNextMonth: () => void
  readonly onNextDay: () => void
}

function Times({
  control,
  timeZone,
  providerZone,
  pending,
  keepsPrice,
  onPick,
  day,
  times,
  next,
  onNextMonth,
  onNextDay,
}: TimesProps) {
  const { format } = useI18n()
  const t = useMessages(slotMessages)
  const shared = useMessages(sharedMessages)
  const { availability, retry } = control
  const isSearching = next.state === 'searching'
  if (availability.error !== undefined)
    return <FailureNotice error={availability.error} onRetry={retry} />
  if (day !== undefined) {
    return (
      <section ref={times} className={styles.times} aria-label={t.timesOn(format.day(day))}>
        <h2 tabIndex={-1} aria-live="polite">
          {format.shortDay(day)}
        </h2>
        <TimeList
          slots={availability.byDate.get(day) ?? []}
          timeZone={timeZone}
          providerZone={providerZone}
          pending={pending}
          keepsPrice={keepsPrice}
          varies={varying([...availability.byDate.values()].flat())}
          onPick={onPick}
        />
        <NextDay next={next} onNextDay={onNextDay} />
      </section>
    )
  }
  if (availability.isLoading && !isSearching) {
    return (
      <section className={styles.times} aria-busy="true">
        <span className="visually-hidden">{shared.loading}</span>
        <Skeleton width="8rem" height="1.5rem" />
        <div className={styles.loading}>
          {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <Skeleton key={key} width="100%" height="3rem" />
          ))}
        </div>
        {availability.isSlow && <p role="status">{shared.slow}</p>}
      </section>
    )
  }
  return (
    <section className={styles.times} role="status">
      <h2>{t.noTimesTitle}</h2>
      <p className={styles.soft}>{t.noTimes}</p>
      <NextDay next={next} onNextDay={onNextDay} isPrimary={true} />
      <Button kind="quiet" onClick={onNextMonth}>
        {t.showNext}
      </Button>
    </section>
  )
}

interface NextDayProps {
  readonly next: NextAvailable
  readonly onNextDay: () => void
  readonly isPrimary?: boolean
}

/** Leads to the next day with available times, or says that there is none. */
function NextDay({ next, onNextDay, isPrimary = false }: NextDayProps) {
  const t = useMessages(slotMessages)
  const isSearching = next.state === 'searching'
  return (
    <>
      <Button kind={isPrimary ? 'primary' : 'quiet'} isBusy={isSearching} onClick={onNextDay}>
        {t.nextDay}
      </Button>
      <p className={styles.soft} role="status">
        {isSearching ? t.searching : next.state === 'none' ? t.noneAhead : ''}
      </p>
    </>
  )
}
