import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import type { Booking, Provider } from '../api.ts'
import { useMove } from '../bookings/booking-changes.ts'
import { BookingDialog } from '../bookings/booking-dialog.tsx'
import { bookingMessages } from '../bookings/messages.ts'
import { NewBookingDialog } from '../bookings/new-booking-dialog.tsx'
import { commonMessages } from '../messages.ts'
import { providersQuery } from '../queries.ts'
import { Link } from '../router.tsx'
import { Empty, Page } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { localZone, startOfDate, today } from '../zoned.ts'
import { BlockDetails, BlockDialog, type BlockDraft } from './block-dialog.tsx'
import { CalendarFilters } from './calendar-filters.tsx'
import type { Item } from './calendar-items.ts'
import styles from './calendar-page.module.css'
import { hasCalendarsQuery } from './calendar-queries.ts'
import { CalendarView } from './calendar-view.tsx'
import { EventDialog } from './event-dialog.tsx'
import { calendarMessages } from './messages.ts'
import { useCalendarItems } from './use-calendar-items.ts'

/** The calendar of one provider or of all: bookings, blocks, busy times, events and stays. */
export default function CalendarPage() {
  const t = useMessages(calendarMessages)
  const common = useMessages(commonMessages)
  const providers = useQuery(providersQuery)
  const isEmpty = providers.data?.length === 0
  const calendars = useQuery({ ...hasCalendarsQuery, enabled: isEmpty })
  if (!isEmpty) {
    return <QueryView query={providers}>{(all) => <Calendar providers={all} />}</QueryView>
  }
  return (
    <QueryView query={calendars}>
      {(hasCalendars) =>
        // An account that only rents out houses has stays, but no providers.
        hasCalendars ? (
          <Calendar providers={[]} />
        ) : (
          <Page title={t.title}>
            <Empty title={common.noProvidersTitle}>
              <p>{common.noProviders}</p>
              <Link to="/providers/new">{common.addProvider}</Link>
            </Empty>
          </Page>
        )
      }
    </QueryView>
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
  const move = useMove()
  const canShowAll = providers.length <= MAX_SHOWN_PROVIDERS
  const [providerId, setProviderId] = useState(canShowAll ? '' : (providers[0]?.id ?? ''))
  const chosen = providers.filter(({ id }) => providerId === '' || id === providerId)
  const [zone, setZone] = useState('')
  const timeZone = zone || (chosen[0]?.timeZone ?? localZone())
  const calendar = useCalendarItems(chosen)
  const [opened, setOpened] = useState<Item>()
  const [draft, setDraft] = useState<BlockDraft>()
  const { newBooking } = useMessages(bookingMessages)
  const [isAdding, setAdding] = useState(false)
  const close = () => {
    setAdding(false)
    setOpened(undefined)
    setDraft(undefined)
  }
  const moveBooking = (booking: Booking, start: string, revert: () => void) => {
    void move(booking, start, timeZone).then((isMoved) => isMoved || revert())
  }
  return (
    <Page
      title={t.title}
      actions={
        <>
          <CalendarFilters
            providers={providers}
            canShowAll={canShowAll}
            providerId={providerId}
            onProvider={setProviderId}
            timeZone={timeZone}
            onTimeZone={setZone}
          />
          {providers.length > 0 && (
            <>
              <Button onClick={() => setDraft(blockToday(timeZone))}>{t.blockTime}</Button>
              <Button kind="primary" onClick={() => setAdding(true)}>
                {newBooking}
              </Button>
            </>
          )}
        </>
      }
    >
      {calendar.hasFailed && (
        <p className={styles.incomplete} role="status">
          {t.incomplete}
        </p>
      )}
      <CalendarView
        events={calendar.events}
        timeZone={timeZone}
        isLoading={calendar.isLoading}
        onRange={calendar.setRange}
        onOpen={setOpened}
        onMove={moveBooking}
        onSelectRange={(selected) => providers.length > 0 && setDraft(selected)}
      />
      {opened?.kind === 'booking' && (
        <BookingDialog booking={opened.booking} timeZone={timeZone} onClose={close} />
      )}
      {opened?.kind === 'block' && (
        <BlockDetails
          block={opened.block}
          provider={providers.find(({ id }) => id === opened.block.providerId)}
          timeZone={timeZone}
          onClose={close}
        />
      )}
      {opened?.kind === 'event' && (
        <EventDialog entry={opened.entry} timeZone={timeZone} onClose={close} />
      )}
      {isAdding && <NewBookingDialog onClose={close} />}
      {draft && (
        <BlockDialog
          draft={draft}
          providers={providers}
          providerId={providerId}
          timeZone={timeZone}
          onClose={close}
        />
      )}
    </Page>
  )
}
