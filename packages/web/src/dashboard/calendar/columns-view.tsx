import { useEffect, useRef, useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { useAccess } from '../access.ts'
import type { Booking, Provider } from '../api.ts'
import { useReassign } from '../bookings/reassigning.ts'
import { addDays, today } from '../zoned.ts'
import { CalendarBar } from './calendar-bar.tsx'
import type { Item } from './calendar-items.ts'
import pageStyles from './calendar-page.module.css'
import type { ShownDay } from './column-items.ts'
import styles from './columns-view.module.css'
import { Legend } from './legend.tsx'
import { calendarMessages } from './messages.ts'
import { ProviderColumn } from './provider-column.tsx'
import { ShownList } from './shown-list.tsx'
import { useColumnDrag } from './use-column-drag.ts'
import { type ColumnData, useColumns } from './use-columns.ts'
import type { ChosenLook } from './use-look.ts'
import { type Tones, useTones } from './use-tones.ts'
import { VIEWS, type View } from './views.ts'

interface ColumnsViewProps {
  readonly providers: readonly Provider[]
  readonly day: ShownDay
  readonly look: ChosenLook
  readonly onDate: (date: string) => void
  readonly onView: (view: View) => void
  readonly onOpen: (item: Item) => void
}

const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
const LEGEND = [
  'confirmed',
  'pending',
  'past',
  'emptyClass',
  'block',
  'busy',
  'closed',
  'timeOff',
  'closure',
] as const
/** More columns than this are narrow. */
const DENSE_FROM = 10
/** The hour at the top when the view opens. */
const FIRST_HOUR = 7.5

/** A day with a column for each provider. Dragging a booking to another column reassigns it. */
export function ColumnsView(props: ColumnsViewProps) {
  const { providers, day, look, onDate, onView, onOpen } = props
  const t = useMessages(calendarMessages)
  const tones = useTones(look.coloring)
  const { columns, bookings, range, title, isLoading, hasFailed } = useColumns(
    providers,
    day,
    look.emptyClasses.areShown,
  )
  const canReassign = useCanReassign()
  const scroller = useRef<HTMLDivElement>(null)
  const hasColumns = columns.length > 0
  useEffect(() => {
    const element = scroller.current
    if (element && hasColumns) element.scrollTop = (element.scrollHeight * FIRST_HOUR) / 24
  }, [hasColumns])
  const { date, timeZone } = day
  return (
    <>
      {hasFailed && (
        <p className={pageStyles.incomplete} role="status">
          {t.incomplete}
        </p>
      )}
      <section className={pageStyles.card} aria-busy={isLoading}>
        <CalendarBar
          title={title}
          view="providers"
          views={VIEWS}
          onView={onView}
          onPrevious={() => onDate(addDays(date, -1))}
          onToday={() => onDate(today(timeZone))}
          onNext={() => onDate(addDays(date, 1))}
        />
        <section
          ref={scroller}
          className={styles.scroller}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
          tabIndex={0}
          aria-label={title}
        >
          {hasColumns ? (
            <Columns columns={columns} day={day} toneOf={tones.of} onOpen={onOpen} />
          ) : (
            <p className={styles.none}>{t.noColumns}</p>
          )}
        </section>
        <Legend
          categories={LEGEND}
          look={look}
          tones={tones.among(bookings)}
          hint={canReassign ? t.columnsHint : undefined}
        >
          <ShownList title={title} bookings={bookings} range={range} timeZone={timeZone} />
        </Legend>
      </section>
    </>
  )
}

interface ColumnsProps extends Pick<ColumnsViewProps, 'day' | 'onOpen'> {
  readonly columns: readonly ColumnData[]
  readonly toneOf: Tones['of']
}

function Columns({ columns, day, toneOf, onOpen }: ColumnsProps) {
  const { format } = useI18n()
  const { busyIds, give } = useGiving()
  const bookingOf = (id: string): Booking | undefined => {
    const found = columns.flatMap(({ items }) => items).find(({ groupKey }) => groupKey === id)
    return found?.item.kind === 'booking' ? found.item.booking : undefined
  }
  const canReassign = useCanReassign()
  const { drag, handlersOf, isClick } = useColumnDrag((key, fromId, toId) => {
    if (!canReassign) return
    const booking = bookingOf(key)
    const isTaken = booking?.assignments.some(({ providerId }) => providerId === toId)
    if (booking && !isTaken) void give(booking, fromId, toId)
  })
  return (
    <div
      data-columns
      className={`${styles.columns} ${columns.length > DENSE_FROM ? styles.dense : ''}`}
    >
      <div className={styles.hours} aria-hidden="true">
        <div className={styles.head} />
        {HOURS.map((hour) => (
          <div key={hour} className={styles.hour}>
            {format.wallTime(hour)}
          </div>
        ))}
      </div>
      {columns.map((column) => (
        <ProviderColumn
          key={column.provider.id}
          column={column}
          day={day}
          toneOf={toneOf}
          drag={drag}
          busyIds={busyIds}
          handlersOf={handlersOf}
          onOpen={(item) => isClick() && onOpen(item)}
        />
      ))}
    </div>
  )
}

/** A reassignment takes the time of another provider, so it is not for those restricted to some. */
function useCanReassign(): boolean {
  const access = useAccess()
  return access.can('bookings') && !access.isRestricted
}

/** Reassigns bookings, and knows those whose answer is not there yet. */
function useGiving() {
  const reassign = useReassign()
  const [busyIds, setBusyIds] = useState<ReadonlySet<string>>(new Set())
  const give = async (booking: Booking, fromId: string, toId: string) => {
    setBusyIds((ids) => new Set([...ids, booking.id]))
    await reassign(booking, { fromId, toId })
    setBusyIds((ids) => new Set([...ids].filter((id) => id !== booking.id)))
  }
  return { busyIds, give }
}
