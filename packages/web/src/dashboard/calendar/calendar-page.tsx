import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useAccess } from '../access.ts'
import type { Booking, Provider } from '../api.ts'
import { useMove } from '../bookings/booking-changes.ts'
import { bookingMessages } from '../bookings/messages.ts'
import { useFirstDayState } from '../first-day/remembered.ts'
import { commonMessages } from '../messages.ts'
import { providersQuery, sessionQuery } from '../queries.ts'
import { Link, navigate, replace } from '../router.tsx'
import { timeOffMessages } from '../time-off/messages.ts'
import { Empty, Page } from '../ui/page.tsx'
import { Loading, QueryView } from '../ui/query-view.tsx'
import { localZone, startOfDate, today } from '../zoned.ts'
import type { BlockDraft } from './block-dialog.tsx'
import { CalendarFilters } from './calendar-filters.tsx'
import { classTypeOf, type Item } from './calendar-items.ts'
import styles from './calendar-page.module.css'
import { hasCalendarsQuery } from './calendar-queries.ts'
import { CalendarView } from './calendar-view.tsx'
import { ColumnsView } from './columns-view.tsx'
import { calendarMessages } from './messages.ts'
import { type Open, OpenItem, opensFor } from './open-item.tsx'
import { initialColumns, MAX_COLUMNS, ProviderChoice, saveColumns } from './provider-choice.tsx'
import { ShownList } from './shown-list.tsx'
import { useCalendarItems } from './use-calendar-items.ts'
import { useLook } from './use-look.ts'
import { initialView, saveView, type View } from './views.ts'

/** The calendar of one provider or of all: bookings, blocks, busy times, events and stays. */
export default function CalendarPage() {
  const providers = useQuery(providersQuery)
  const isEmpty = providers.data?.length === 0
  const calendars = useQuery({ ...hasCalendarsQuery, enabled: isEmpty, staleTime: 0 })
  if (!isEmpty) {
    return <QueryView query={providers}>{(all) => <Calendar providers={all} />}</QueryView>
  }
  // What was read before may be outdated: a calendar was created meanwhile.
  if (calendars.isFetching && calendars.data !== true) return <Loading />
  return (
    <QueryView query={calendars}>
      {(hasCalendars) =>
        // An account that only rents out houses has stays, but no providers.
        hasCalendars ? <Calendar providers={[]} /> : <NothingYet />
      }
    </QueryView>
  )
}

/** Leads an account that has nothing to show yet to the list of first steps, unless somebody hid it. */
function NothingYet() {
  const t = useMessages(calendarMessages)
  const common = useMessages(commonMessages)
  const access = useAccess()
  const accountId = useQuery(sessionQuery).data?.account.id ?? ''
  const leads = useFirstDayState(accountId) !== 'hidden' && access.can('settings')
  useEffect(() => {
    if (leads) replace('/first-day')
  }, [leads])
  return leads ? null : (
    <Page title={t.title}>
      <Empty title={common.noProvidersTitle}>
        <p>{common.noProviders}</p>
        {access.can('settings') && <Link to="/providers/new">{common.addProvider}</Link>}
      </Empty>
    </Page>
  )
}

const HOUR_MILLISECONDS = 3_600_000

/** The default range of a new block: today, one hour from noon. */
function blockToday(timeZone: string): BlockDraft {
  const noon = Date.parse(startOfDate(today(timeZone), timeZone)) + 12 * HOUR_MILLISECONDS
  return {
    start: new Date(noon).toISOString(),
    end: new Date(noon + HOUR_MILLISECONDS).toISOString(),
  }
}

/** More providers in one view would be unreadable, and each costs one or two reads. */
const MAX_SHOWN_PROVIDERS = 25

function Calendar({ providers }: { readonly providers: readonly Provider[] }) {
  const t = useMessages(calendarMessages)
  const { add: addTimeOff } = useMessages(timeOffMessages)
  const { newBooking } = useMessages(bookingMessages)
  const move = useMove()
  const access = useAccess()
  const canChange = access.can('bookings')
  const canShowAll = providers.length <= MAX_SHOWN_PROVIDERS
  const [providerId, setProviderId] = useState(canShowAll ? '' : (providers[0]?.id ?? ''))
  const chosen = providers.filter(({ id }) => providerId === '' || id === providerId)
  const columns = useColumnChoice(providers)
  const [view, show] = useView()
  const [zone, setZone] = useState('')
  const hasColumns = view === 'providers' && providers.length > 0
  const [first] = hasColumns ? columns.chosen : chosen
  const timeZone = zone || (first?.timeZone ?? localZone())
  const [date, setDate] = useState(() => today(timeZone))
  const [open, setOpen] = useState<Open>()
  const canBlock = canChange && providers.length > 0
  const look = useLook()
  const openItem = (item: Item) => {
    const classType = classTypeOf(item)
    if (classType) navigate(`/classes/${classType}`)
    else if (opensFor(access, item)) setOpen(item)
  }
  const moveBooking = (booking: Booking, start: string, revert: () => void) =>
    void move(booking, start, timeZone).then((isMoved) => isMoved || revert())
  return (
    <Page
      title={t.title}
      actions={
        <>
          <CalendarFilters
            choice={hasColumns && <ProviderChoice {...columns} />}
            providers={providers}
            canShowAll={canShowAll}
            providerId={providerId}
            onProvider={setProviderId}
            timeZone={timeZone}
            onTimeZone={setZone}
            look={look}
          />
          {canBlock && (
            <>
              <Button onClick={() => setOpen({ kind: 'away' })}>{addTimeOff}</Button>
              <Button onClick={() => setOpen({ kind: 'draft', draft: blockToday(timeZone) })}>
                {t.blockTime}
              </Button>
              <Button kind="primary" onClick={() => setOpen({ kind: 'new' })}>
                {newBooking}
              </Button>
            </>
          )}
        </>
      }
    >
      {hasColumns ? (
        <ColumnsView
          providers={columns.chosen}
          day={{ date, timeZone }}
          look={look}
          onDate={setDate}
          onView={show}
          onOpen={openItem}
        />
      ) : (
        <ItemsView
          providers={chosen}
          hasProviders={providers.length > 0}
          look={look}
          view={view === 'providers' ? 'timeGridDay' : view}
          date={date}
          timeZone={timeZone}
          onView={show}
          // The columns show today if it is in the range, else its first day.
          onDates={(from, to) => {
            const now = today(timeZone)
            setDate(from <= now && now < to ? now : from)
          }}
          onOpen={openItem}
          canChange={canChange}
          onMove={moveBooking}
          onSelectRange={(draft) => canBlock && setOpen({ kind: 'draft', draft })}
        />
      )}
      {open && (
        <OpenItem
          open={open}
          providers={providers}
          providerId={hasColumns ? (first?.id ?? '') : providerId}
          date={date}
          timeZone={timeZone}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Page>
  )
}

/** The view, which is saved for later visits. */
function useView() {
  const [view, setView] = useState(initialView)
  const show = (next: View) => {
    saveView(next)
    setView(next)
  }
  return [view, show] as const
}

/** The providers with a column, and how to choose others. A team has no time of its own. */
function useColumnChoice(all: readonly Provider[]) {
  const providers = all.filter(({ kind }) => kind !== 'team')
  const [chosenIds, setChosenIds] = useState(() => initialColumns(providers))
  const chosen = providers.filter(({ id }) => chosenIds.includes(id)).slice(0, MAX_COLUMNS)
  const onChange = (ids: readonly string[]) => {
    saveColumns(ids)
    setChosenIds(ids)
  }
  return { providers, chosen, chosenIds: chosen.map(({ id }) => id), onChange }
}

type ItemsViewProps = Omit<
  ComponentProps<typeof CalendarView>,
  'events' | 'isLoading' | 'onRange' | 'listOf' | 'tones' | 'counts'
> & { readonly providers: readonly Provider[] }

/** A view of one provider, or of all together. */
function ItemsView({ providers, canChange, ...rest }: ItemsViewProps) {
  const t = useMessages(calendarMessages)
  const calendar = useCalendarItems(providers, {
    withEmptyClasses: rest.look.emptyClasses.areShown,
    coloring: rest.look.coloring,
    isMonth: rest.view === 'dayGridMonth',
    timeZone: rest.timeZone,
  })
  return (
    <>
      {calendar.twice.length > 0 && (
        <p className={styles.incomplete} role="status">
          {t.twice(calendar.twice.join(', '))}
        </p>
      )}
      {calendar.hasFailed && (
        <p className={styles.incomplete} role="status">
          {t.incomplete}
        </p>
      )}
      <CalendarView
        {...rest}
        canChange={canChange}
        events={
          canChange
            ? calendar.events
            : calendar.events.map((each) => ({ ...each, editable: false }))
        }
        isLoading={calendar.isLoading}
        tones={calendar.tones}
        counts={calendar.counts}
        onRange={calendar.setRange}
        listOf={(title) => (
          <ShownList
            title={title}
            bookings={calendar.bookings}
            range={calendar.range}
            timeZone={rest.timeZone}
          />
        )}
      />
    </>
  )
}
