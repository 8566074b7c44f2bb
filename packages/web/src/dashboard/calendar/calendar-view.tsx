import FullCalendar, {
  type DateSelectInfo,
  type EventApi,
  type EventInput,
  useCalendarController,
} from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import list from '@fullcalendar/react/list'
import german from '@fullcalendar/react/locales/de'
import british from '@fullcalendar/react/locales/en-gb'
import '@fullcalendar/react/skeleton.css'
import theme from '@fullcalendar/react/themes/classic'
import '@fullcalendar/react/themes/classic/theme.css'
import timeGrid from '@fullcalendar/react/timegrid'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { staffLanguageOf } from '../../shared/language.ts'
import type { Booking } from '../api.ts'
import { startOfDate } from '../zoned.ts'
import type { BlockDraft } from './block-dialog.tsx'
import { CalendarBar } from './calendar-bar.tsx'
import type { Item } from './calendar-items.ts'
import styles from './calendar-page.module.css'
import type { Range } from './calendar-queries.ts'
import type { Tone } from './coloring.ts'
import type { DayCount } from './day-counts.ts'
import dayStyles from './day-total.module.css'
import { DayTop } from './day-total.tsx'
import { Legend } from './legend.tsx'
import { calendarMessages } from './messages.ts'
import type { ChosenLook } from './use-look.ts'
import { VIEWS, type View } from './views.ts'
import { fromWall, toWall, wallEvent } from './wall-events.ts'
import './calendar-theme.css'

const PLUGINS = [dayGrid, timeGrid, list, interaction, theme]
const LOCALES = { en: british, de: german }
const MONTH_TITLE = { month: 'long', year: 'numeric' } as const

const TIME_FORMATS = {
  h23: { hour: '2-digit', minute: '2-digit', hour12: false },
  h12: { hour: 'numeric', minute: '2-digit', hour12: true },
} as const

interface CalendarViewProps {
  readonly events: EventInput[]
  readonly timeZone: string
  readonly isLoading: boolean
  /** What the colors of bookings stand for. Undefined: the status. */
  readonly tones: readonly Tone[] | undefined
  /** How full the days of a month are. */
  readonly counts: ReadonlyMap<string, DayCount> | undefined
  readonly view: Exclude<View, 'providers'>
  /** The date that is shown first. */
  readonly date: string
  /** Whether the account has providers, so that they can have columns. */
  readonly hasProviders: boolean
  /** Whether bookings can be dragged and time selected. */
  readonly canChange: boolean
  readonly look: ChosenLook
  readonly onView: (view: View) => void
  /** Reports the shown range, as dates of the time zone. */
  readonly onDates: (from: string, to: string) => void
  readonly onRange: (range: Range) => void
  readonly onOpen: (item: Item) => void
  readonly onMove: (booking: Booking, start: string, revert: () => void) => void
  readonly onSelectRange: (draft: BlockDraft) => void
  /** What can be done with what is shown, by its title. */
  readonly listOf: (title: string) => ReactNode
}

const itemOf = (event: EventApi): Item => event.extendedProps.item as Item

/**
 * The start of a booking of which a part was moved to another wall time. All parts move as far on the clock: each of several
 * days keeps its time of day.
 */
function startOfMoved(
  { start }: Booking,
  { extendedProps, startStr }: EventApi,
  timeZone: string,
): string {
  const wallOf = (instant: string) => Date.parse(toWall(instant, timeZone))
  const moved = Date.parse(startStr) - wallOf(String(extendedProps.start))
  return fromWall(new Date(wallOf(start) + moved).toISOString(), timeZone)
}

/** The selected range as instants; whole days run from midnight to midnight. */
function rangeOf({ startStr, endStr, allDay }: DateSelectInfo, timeZone: string): BlockDraft {
  const instant = (text: string) =>
    allDay ? startOfDate(text.slice(0, 10), timeZone) : fromWall(text, timeZone)
  return { start: instant(startStr), end: instant(endStr) }
}

/** Makes the scrolling parts of the calendar reachable with the keyboard. */
function makeScrollable(root: HTMLElement): void {
  for (const element of root.querySelectorAll<HTMLElement>('div')) {
    const { overflowY } = getComputedStyle(element)
    const scrolls = overflowY === 'auto' || overflowY === 'scroll'
    if (!scrolls || element.scrollHeight <= element.clientHeight) continue
    const rows = element.parentElement?.closest('[role="rowgroup"]')
    if (rows) {
      // ARIA allows only row groups between a table and its rows, so the scrolling element becomes one.
      rows.removeAttribute('role')
      element.role = 'rowgroup'
    }
    element.tabIndex = 0
  }
}

/** The items and the time now as wall times of the time zone; reports the shown range as instants. */
function useWallTimes({ events, timeZone, onRange }: CalendarViewProps) {
  const [shown, setShown] = useState<readonly [from: string, to: string]>()
  // A new callback is no new range.
  const report = useRef(onRange)
  useEffect(() => {
    report.current = onRange
  })
  useEffect(() => {
    if (!shown) return
    const [from, to] = shown
    report.current({ from: fromWall(from, timeZone), to: fromWall(to, timeZone) })
  }, [shown, timeZone])
  return {
    events: useMemo(() => events.map((event) => wallEvent(event, timeZone)), [events, timeZone]),
    now: useCallback(() => toWall(Date.now(), timeZone), [timeZone]),
    setShown,
  }
}

/** The calendar, with its toolbar above and the color legend below. */
export function CalendarView(props: CalendarViewProps) {
  const t = useMessages(calendarMessages)
  const { language, preferences } = useI18n()
  const controller = useCalendarController()
  const { timeZone } = props
  const { events, now, setShown } = useWallTimes(props)
  const root = useRef<HTMLDivElement>(null)
  const [title, setTitle] = useState('')
  const { view } = props
  const show = (next: View) => {
    if (next !== 'providers') controller.changeView(next)
    props.onView(next)
  }
  const timeFormat = { ...TIME_FORMATS[preferences.hourCycle] }
  const { counts } = props
  const dayTop = useCallback(
    ({ date, dayNumberText }: { readonly date: Date; readonly dayNumberText: string }) => (
      <DayTop count={counts?.get(date.toISOString().slice(0, 10))} dayNumber={dayNumberText} />
    ),
    [counts],
  )
  const updateScrollAreas = () => {
    if (root.current) makeScrollable(root.current)
  }
  return (
    <section className={styles.card} aria-busy={props.isLoading}>
      <CalendarBar
        title={title}
        view={view}
        views={VIEWS.filter((each) => each !== 'providers' || props.hasProviders)}
        onView={show}
        onPrevious={() => controller.prev()}
        onToday={() => controller.today()}
        onNext={() => controller.next()}
      />
      <div ref={root} className={`${styles.calendar} ${view === 'listWeek' ? styles.listed : ''}`}>
        <FullCalendar
          controller={controller}
          plugins={PLUGINS}
          locale={LOCALES[staffLanguageOf(language)]}
          timeZone="UTC"
          now={now}
          initialView={view}
          initialDate={props.date}
          headerToolbar={false}
          height="100%"
          titleFormat={{ day: 'numeric', month: 'short', year: 'numeric' }}
          views={{
            dayGridMonth: {
              titleFormat: MONTH_TITLE,
              dayCellTopContent: dayTop,
              dayCellTopInnerClass: dayStyles.whole,
            },
          }}
          events={events}
          // FullCalendar counts from 0 for Sunday.
          firstDay={(preferences.firstWeekday + 1) % 7}
          nowIndicator
          selectable={props.canChange}
          selectMirror
          eventInteractive
          scrollTime="07:30:00"
          slotDuration="00:30:00"
          snapDuration="00:15:00"
          slotHeaderFormat={timeFormat}
          eventTimeFormat={timeFormat}
          eventDurationEditable={false}
          displayEventEnd={false}
          dayMaxEvents
          allDayText={t.allDay}
          noEventsText={t.noEvents}
          datesSet={({ startStr, endStr, view: shown }) => {
            setTitle(shown.title)
            setShown([startStr, endStr])
            props.onDates(
              shown.currentStart.toISOString().slice(0, 10),
              shown.currentEnd.toISOString().slice(0, 10),
            )
            requestAnimationFrame(updateScrollAreas)
          }}
          eventsSet={() => requestAnimationFrame(updateScrollAreas)}
          eventClick={({ event }) => props.onOpen(itemOf(event))}
          eventDrop={({ event, revert }) => {
            const item = itemOf(event)
            if (item.kind !== 'booking' || event.allDay) return revert()
            props.onMove(item.booking, startOfMoved(item.booking, event, timeZone), revert)
          }}
          select={(info) => props.onSelectRange(rangeOf(info, timeZone))}
        />
      </div>
      <Legend look={props.look} tones={props.tones} hint={props.canChange ? t.hint : undefined}>
        {props.listOf(title)}
      </Legend>
    </section>
  )
}
