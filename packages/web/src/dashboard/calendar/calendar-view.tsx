import FullCalendar, {
  type CalendarController,
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
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import type { Booking } from '../api.ts'
import { startOfDate } from '../zoned.ts'
import type { BlockDraft } from './block-dialog.tsx'
import { CATEGORIES, type Item } from './calendar-items.ts'
import styles from './calendar-page.module.css'
import type { Range } from './calendar-queries.ts'
import { calendarMessages } from './messages.ts'
import { fromWall, toWall, wallEvent } from './wall-events.ts'
import './calendar-theme.css'

const PLUGINS = [dayGrid, timeGrid, list, interaction, theme]
const LOCALES = { en: british, de: german }
const VIEWS = ['timeGridDay', 'timeGridWeek', 'dayGridMonth', 'listWeek'] as const
type View = (typeof VIEWS)[number]

const MONTH_TITLE = { dayGridMonth: { titleFormat: { month: 'long', year: 'numeric' } } } as const

const TIME_FORMATS = {
  h23: { hour: '2-digit', minute: '2-digit', hour12: false },
  h12: { hour: 'numeric', minute: '2-digit', hour12: true },
} as const

const IS_PHONE = '(max-width: 40rem)'
const VIEW_STORAGE_KEY = 'holdfast.calendar-view'

/** The view of the last visit; without one, the view that suits the screen. */
function initialView(): View {
  const saved = localStorage.getItem(VIEW_STORAGE_KEY)
  const known = VIEWS.find((view) => view === saved)
  return known ?? (matchMedia(IS_PHONE).matches ? 'timeGridDay' : 'timeGridWeek')
}

interface CalendarViewProps {
  readonly events: EventInput[]
  readonly timeZone: string
  readonly isLoading: boolean
  readonly onRange: (range: Range) => void
  readonly onOpen: (item: Item) => void
  readonly onMove: (booking: Booking, start: string, revert: () => void) => void
  readonly onSelectRange: (draft: BlockDraft) => void
}

const itemOf = (event: EventApi): Item => event.extendedProps.item as Item

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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new callback is no new range
  useEffect(() => {
    if (!shown) return
    const [from, to] = shown
    onRange({ from: fromWall(from, timeZone), to: fromWall(to, timeZone) })
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
  const [view, setView] = useState(initialView)
  const [title, setTitle] = useState('')
  const show = (next: View) => {
    localStorage.setItem(VIEW_STORAGE_KEY, next)
    setView(next)
    controller.changeView(next)
  }
  const timeFormat = { ...TIME_FORMATS[preferences.hourCycle] }
  const updateScrollAreas = () => {
    if (root.current) makeScrollable(root.current)
  }
  return (
    <section className={styles.card} aria-busy={props.isLoading}>
      <Bar title={title} view={view} onView={show} controller={controller} />
      <div ref={root} className={`${styles.calendar} ${view === 'listWeek' ? styles.listed : ''}`}>
        <FullCalendar
          controller={controller}
          plugins={PLUGINS}
          locale={LOCALES[language]}
          timeZone="UTC"
          now={now}
          initialView={view}
          headerToolbar={false}
          height="100%"
          titleFormat={{ day: 'numeric', month: 'short', year: 'numeric' }}
          views={MONTH_TITLE}
          events={events}
          // FullCalendar counts from 0 for Sunday.
          firstDay={(preferences.firstWeekday + 1) % 7}
          nowIndicator
          selectable
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
            requestAnimationFrame(updateScrollAreas)
          }}
          eventsSet={() => requestAnimationFrame(updateScrollAreas)}
          eventClick={({ event }) => props.onOpen(itemOf(event))}
          eventDrop={({ event, revert }) => {
            const item = itemOf(event)
            if (item.kind !== 'booking' || event.allDay) return revert()
            props.onMove(item.booking, fromWall(event.startStr, timeZone), revert)
          }}
          select={(info) => props.onSelectRange(rangeOf(info, timeZone))}
        />
      </div>
      <Legend />
    </section>
  )
}

interface BarProps {
  readonly title: string
  readonly view: View
  readonly onView: (view: View) => void
  readonly controller: CalendarController
}

function Bar({ title, view, onView, controller }: BarProps) {
  const t = useMessages(calendarMessages)
  return (
    <div className={styles.bar}>
      <div className={styles.steps}>
        <button type="button" aria-label={t.previous} onClick={() => controller.prev()}>
          ‹
        </button>
        <button type="button" onClick={() => controller.today()}>
          {t.today}
        </button>
        <button type="button" aria-label={t.next} onClick={() => controller.next()}>
          ›
        </button>
      </div>
      <h2 aria-live="polite">{title}</h2>
      <fieldset className={styles.views}>
        <legend className="visually-hidden">{t.views}</legend>
        {VIEWS.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === view}
            onClick={() => onView(each)}
          >
            {t[each]}
          </button>
        ))}
      </fieldset>
    </div>
  )
}

function Legend() {
  const t = useMessages(calendarMessages)
  return (
    <div className={styles.foot}>
      <ul className={styles.legend} aria-label={t.legend}>
        {CATEGORIES.map((category) => (
          <li key={category}>
            <span
              aria-hidden="true"
              className={`${styles.swatch} ${styles[`${category}Swatch`]}`}
            />
            {t.categories[category]}
          </li>
        ))}
      </ul>
      <p className={styles.hint}>{t.hint}</p>
    </div>
  )
}
