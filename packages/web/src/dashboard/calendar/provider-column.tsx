import type { CSSProperties } from 'react'
import { useEffect, useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { wallTimeOf } from '../zoned.ts'
import { bookingOf, type Item } from './calendar-items.ts'
import pageStyles from './calendar-page.module.css'
import { type ColumnItem, MIN_MINUTES, type ShownDay } from './column-items.ts'
import styles from './columns-view.module.css'
import { calendarMessages } from './messages.ts'
import type { ColumnDrag, useColumnDrag } from './use-column-drag.ts'
import type { ColumnData } from './use-columns.ts'
import type { Tones } from './use-tones.ts'
import type { Span } from './working-hours.ts'

interface ProviderColumnProps {
  readonly column: ColumnData
  readonly day: ShownDay
  readonly toneOf: Tones['of']
  readonly drag: ColumnDrag | undefined
  /** Bookings that are being reassigned. */
  readonly busyIds: ReadonlySet<string>
  readonly handlersOf: ReturnType<typeof useColumnDrag>['handlersOf']
  readonly onOpen: (item: Item) => void
}

const HOUR_MINUTES = 60

/** The place of a span in its column, in hours for the style sheet. */
const placeOf = ({ from, to }: Span): CSSProperties =>
  ({ '--from': from / HOUR_MINUTES, '--hours': (to - from) / HOUR_MINUTES }) as CSSProperties

/** The column of a provider: shaded outside of the working hours, with time off, closures and items. */
export function ProviderColumn({ column, day, drag, busyIds, ...rest }: ProviderColumnProps) {
  const { provider, items, closed, away } = column
  const { categories } = useMessages(calendarMessages)
  const isTarget = drag !== undefined && drag.overId === provider.id && drag.fromId !== provider.id
  return (
    <section
      data-provider={provider.id}
      aria-label={provider.name}
      className={`${styles.column} ${isTarget ? styles.target : ''}`}
    >
      <h3 className={styles.head} dir="auto" title={provider.name}>
        {provider.name}
      </h3>
      <div className={styles.day}>
        {closed.map((span) => (
          <div
            key={span.from}
            className={styles.closed}
            style={placeOf(span)}
            title={categories.closed}
          />
        ))}
        {away.map((span) => (
          <div
            key={span.id}
            className={span.item.kind === 'closure' ? styles.closure : styles.timeOff}
            style={placeOf(span)}
          >
            <button type="button" dir="auto" onClick={() => rest.onOpen(span.item)}>
              {span.text}
            </button>
          </div>
        ))}
        <Now day={day} />
        {items.map((item) => (
          <ColumnButton
            key={item.key}
            item={item}
            day={day}
            fromId={provider.id}
            offset={
              drag?.key === item.groupKey && drag.fromId === provider.id ? drag.offset : undefined
            }
            isBusy={busyIds.has(item.groupKey)}
            {...rest}
          />
        ))}
      </div>
    </section>
  )
}

interface ColumnButtonProps
  extends Pick<ProviderColumnProps, 'day' | 'toneOf' | 'handlersOf' | 'onOpen'> {
  readonly item: ColumnItem
  readonly fromId: string
  /** How far it is dragged. */
  readonly offset: number | undefined
  readonly isBusy: boolean
}

/** Whether somebody else could take a booking over. */
const isMovable = ({ item }: ColumnItem): boolean =>
  item.kind === 'booking' &&
  item.booking.assignments.length > 0 &&
  (item.booking.status === 'pending' || item.booking.status === 'confirmed')

function ColumnButton({ item: shown, day, fromId, offset, isBusy, ...rest }: ColumnButtonProps) {
  const t = useMessages(calendarMessages)
  const { format } = useI18n()
  const { from, to, lane, laneCount, category, title, detail, start, item } = shown
  const tone =
    item.kind === 'booking' || item.kind === 'class' ? rest.toneOf(bookingOf(item)) : undefined
  const style = {
    ...placeOf({ from, to: Math.max(to, from + MIN_MINUTES) }),
    '--lane': lane,
    '--lanes': laneCount,
    background: tone?.color ?? `var(--category-${category})`,
    color: tone?.ink ?? `var(--category-${category}-ink)`,
    ...(offset !== undefined && { transform: `translateX(${offset}px)` }),
  } as CSSProperties
  const canMove = isMovable(shown) && !isBusy
  const names = [
    styles.item,
    pageStyles[category],
    canMove && styles.movable,
    offset !== undefined && styles.dragged,
    isBusy && styles.busyItem,
  ]
  return (
    <button
      type="button"
      title={[format.time(start, day.timeZone), title, detail].filter(Boolean).join(' · ')}
      className={names.filter(Boolean).join(' ')}
      style={style}
      aria-busy={isBusy}
      onClick={() => item.kind !== 'busy' && rest.onOpen(item)}
      {...(canMove && rest.handlersOf(shown.groupKey, fromId))}
    >
      <span className={styles.line} dir="auto">
        <span className={styles.time}>{format.time(start, day.timeZone)}</span>{' '}
        {isBusy ? t.reassigning : title}
      </span>
      {detail !== undefined && !isBusy && (
        <span className={styles.line} dir="auto">
          <span className="visually-hidden"> · </span>
          {detail}
        </span>
      )}
    </button>
  )
}

const MINUTE_MILLISECONDS = 60_000

/** The line of the current time, if the shown day is today. */
function Now({ day: { date, timeZone } }: Pick<ProviderColumnProps, 'day'>) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MILLISECONDS)
    return () => clearInterval(timer)
  }, [])
  const wall = wallTimeOf(new Date(now).toISOString(), timeZone)
  if (!wall.startsWith(date)) return null
  const minute = Number(wall.slice(11, 13)) * HOUR_MINUTES + Number(wall.slice(14, 16))
  return <div className={styles.now} style={placeOf({ from: minute, to: minute })} />
}
