import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { nightsMessages } from '../../shared/nights/messages.ts'
import { shownEmail } from '../../shared/shown-email.ts'
import { Button } from '../../shared/ui/button.tsx'
import { useAccess } from '../access.ts'
import { type Booking, type Contact, type Provider, zonesOf } from '../api.ts'
import { countMessages } from '../event-types/count-messages.ts'
import { commonMessages } from '../messages.ts'
import { PaymentBadge } from '../payments/payment-badge.tsx'
import { bookingsQuery, eventTypesQuery, providersQuery } from '../queries.ts'
import { go, navigate } from '../router.tsx'
import { FoundBooking } from '../search/search-everywhere.tsx'
import { SearchField } from '../search/search-field.tsx'
import { ColorDot } from '../ui/color-dot.tsx'
import { Empty, Filters, Page, Row, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useNames } from '../use-names.ts'
import { addDays, localZone, startOfDate, today } from '../zoned.ts'
import { BookingDialog } from './booking-dialog.tsx'
import styles from './bookings-page.module.css'
import { datesText } from './dates-text.ts'
import { deskMessages } from './desk-messages.ts'
import { bookingMessages } from './messages.ts'
import { NewBookingDialog } from './new-booking-dialog.tsx'
import { StatusBadge } from './status-badge.tsx'
import { VisitBadge } from './visit-panel.tsx'

/** Every booking that someone wanted; `''` adds abandoned holds, too. */
const WANTED = 'wanted'

/** A hold that expired or was released before anyone entered their details, or never was confirmed. */
const isAbandoned = ({ status, confirmation, booker }: Booking): boolean =>
  confirmation === 'hold' && (status === 'expired' || (status === 'cancelled' && booker === null))

interface Filter {
  readonly providerId: string
  readonly status: Booking['status'] | typeof WANTED | ''
  readonly from: string
  readonly to: string
  /** Whose bookings alone are shown. */
  readonly person: Contact | undefined
}

/** How a list names the person of a filter. */
const bookerOf = (person: Contact | undefined) =>
  person === undefined
    ? {}
    : person.email === null
      ? { contactId: person.id }
      : { bookerEmail: person.email }

const DAYS_SHOWN = 30

/** The dates that are shown at first. */
const period = (zone: string) => ({
  from: today(zone),
  to: addDays(today(zone), DAYS_SHOWN),
})

/** Rows rendered at first, and added by each press on "Show more". */
const ROWS_MORE = 100

/** The page of bookings, with filters and a search. Opens the booking `openId` unless it is empty. */
export function BookingsPage({ openId }: { readonly openId: string }) {
  const t = useMessages(bookingMessages)
  const providers = useQuery(providersQuery)
  return (
    <Page title={t.title} lead={t.lead} actions={<CountLinks />}>
      <QueryView query={providers}>{(all) => <BookingList providers={all} />}</QueryView>
      {openId !== '' && <FoundBooking id={openId} onClose={() => go('/bookings')} />}
    </Page>
  )
}

/** Links to classes and wait lists, where there are any. */
function CountLinks() {
  const t = useMessages(countMessages)
  const { data: eventTypes = [] } = useQuery(eventTypesQuery)
  return (
    <>
      {eventTypes.some(({ seats }) => seats !== null) && (
        <Button onClick={() => navigate('/classes')}>{t.sessions}</Button>
      )}
      {eventTypes.some(({ waitlist }) => waitlist !== null) && (
        <Button onClick={() => navigate('/waitlist')}>{t.waitlistPage}</Button>
      )}
    </>
  )
}

function BookingList({ providers }: { readonly providers: readonly Provider[] }) {
  const t = useMessages(bookingMessages)
  const common = useMessages(commonMessages)
  const desk = useMessages(deskMessages)
  const zones = [...new Set([...zonesOf(providers), localZone()])]
  const [zone, setZone] = useState(zones[0] ?? 'UTC')
  const [adding, setAdding] = useState<'caller' | 'walk-in'>()
  const access = useAccess()
  const [filter, setFilter] = useState<Filter>({
    providerId: '',
    status: WANTED,
    ...period(zone),
    person: undefined,
  })
  const [pageCount, setPageCount] = useState(1)
  const [shownCount, setShownCount] = useState(ROWS_MORE)
  const [opened, setOpened] = useState<string>()
  const [foundId, setFoundId] = useState<string>()
  const query = useQuery({
    ...bookingsQuery({
      providerId: filter.providerId,
      status: filter.status === WANTED ? undefined : filter.status || undefined,
      from: filter.from === '' ? undefined : startOfDate(filter.from, zone),
      to: filter.to === '' ? undefined : startOfDate(addDays(filter.to, 1), zone),
      ...bookerOf(filter.person),
      pageCount,
    }),
    placeholderData: keepPreviousData,
  })
  const showMore = (loaded: number, hasMore: boolean) => {
    setShownCount(shownCount + ROWS_MORE)
    if (hasMore && loaded < shownCount + ROWS_MORE) setPageCount(pageCount + 1)
  }
  const change = (next: Filter) => {
    setFilter(next)
    setShownCount(ROWS_MORE)
    setPageCount(1)
  }
  const fits = (booking: Booking) => filter.status !== WANTED || !isAbandoned(booking)
  const openBooking = query.data?.data.find(({ id }) => id === opened)
  return (
    <>
      <FilterBar providers={providers} filter={filter} onChange={change} onBooking={setFoundId} />
      {filter.person && (
        <div className={styles.person}>
          <p>{t.ofPerson(filter.person.name)}</p>
          <Button
            kind="quiet"
            onClick={() => change({ ...filter, ...period(zone), person: undefined })}
          >
            {t.ofAll}
          </Button>
        </div>
      )}
      <div className={styles.zone}>
        {zones.length === 1 ? (
          <p>{common.zone(zone)}</p>
        ) : (
          <SelectField
            label={t.zone}
            value={zone}
            onChange={setZone}
            options={zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
          />
        )}
        {providers.length > 0 && access.can('bookings') && (
          <div className={styles.buttons}>
            <Button aria-keyshortcuts="Alt+W" onClick={() => setAdding('walk-in')}>
              {desk.walkIn}
            </Button>
            <Button kind="primary" onClick={() => setAdding('caller')}>
              {t.newBooking}
            </Button>
          </div>
        )}
      </div>
      {adding && (
        <NewBookingDialog isWalkIn={adding === 'walk-in'} onClose={() => setAdding(undefined)} />
      )}
      <QueryView query={query}>
        {({ data, hasMore }) => (
          <>
            <BookingRows
              bookings={data.filter(fits).slice(0, shownCount)}
              timeZone={zone}
              onOpen={setOpened}
              isSearching={query.isPlaceholderData}
            />
            {(data.filter(fits).length > shownCount || hasMore) && (
              <Button
                isBusy={query.isPlaceholderData}
                onClick={() => showMore(data.filter(fits).length, hasMore)}
              >
                {common.more}
              </Button>
            )}
          </>
        )}
      </QueryView>
      {openBooking && (
        <BookingDialog booking={openBooking} timeZone={zone} onClose={() => setOpened(undefined)} />
      )}
      {foundId && <FoundBooking id={foundId} onClose={() => setFoundId(undefined)} />}
      <p className="visually-hidden" role="status">
        {query.data && t.count(query.data.data.filter(fits).length)}
      </p>
    </>
  )
}

interface FilterBarProps {
  readonly providers: readonly Provider[]
  readonly filter: Filter
  readonly onChange: (filter: Filter) => void
  /** Opens a booking that the search found. */
  readonly onBooking: (id: string) => void
}

function FilterBar({ providers, filter, onChange, onBooking }: FilterBarProps) {
  const t = useMessages(bookingMessages)
  const common = useMessages(commonMessages)
  const set = (change: Partial<Filter>) => onChange({ ...filter, ...change })
  const statuses = Object.entries(common.statuses) as [Booking['status'], string][]
  const dateField = (name: 'from' | 'to', label: string) => (
    <TextField
      label={label}
      value={filter[name]}
      type="date"
      onChange={(value) => set({ [name]: value })}
    />
  )
  return (
    <Filters>
      <SearchField
        label={t.search}
        withBookings={true}
        // All of the person's bookings, the latest too.
        onPerson={(person) => set({ person, from: '', to: '' })}
        onBooking={onBooking}
      />
      <SelectField
        label={common.provider}
        value={filter.providerId}
        onChange={(providerId) => set({ providerId })}
        options={[
          { value: '', label: common.allProviders },
          ...providers.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <SelectField
        label={common.status}
        value={filter.status}
        onChange={(status) => set({ status })}
        options={[
          { value: WANTED, label: t.allWanted },
          { value: '' as const, label: t.allStatuses },
          ...statuses.map(([value, label]) => ({ value, label })),
        ]}
      />
      {dateField('from', common.from)}
      {dateField('to', common.to)}
    </Filters>
  )
}

interface BookingRowsProps {
  readonly bookings: readonly Booking[]
  readonly timeZone: string
  readonly onOpen: (id: string) => void
  /** Whether more bookings are being loaded. */
  readonly isSearching: boolean
}

function BookingRows({ bookings, timeZone, onOpen, isSearching }: BookingRowsProps) {
  const t = useMessages(bookingMessages)
  const common = useMessages(commonMessages)
  const { format } = useI18n()
  const names = useNames()
  const nights = useMessages(nightsMessages)
  if (bookings.length === 0 && isSearching) return <Empty title={t.searching} />
  if (bookings.length === 0) {
    return (
      <Empty title={t.emptyTitle}>
        <p>{t.empty}</p>
      </Empty>
    )
  }
  return (
    <Rows label={t.title}>
      {bookings.map((booking) => {
        const { id, start, end } = booking
        return (
          <Row
            key={id}
            title={
              <>
                <ColorDot color={names.eventType(booking.eventTypeId)?.color} />
                {names.booker(booking)}
              </>
            }
            badge={
              <>
                <StatusBadge status={booking.status} />
                <VisitBadge visit={booking.visit} />
                {booking.payment && <PaymentBadge status={booking.payment.status} />}
              </>
            }
            meta={
              <>
                <span>
                  {datesText(booking, format, nights) ??
                    `${format.shortDate(start, timeZone)}, ${format.time(start, timeZone)} – ${format.end(start, end, timeZone)}`}
                </span>
                <span>{names.service(booking)}</span>
                <span>{names.providers(booking)}</span>
                {booking.booker && (
                  <span>
                    {shownEmail(booking.booker.email ?? booking.booker.phone ?? t.noEmail)}
                  </span>
                )}
              </>
            }
            actions={
              <Button
                onClick={() => onOpen(id)}
                aria-label={`${common.open}: ${names.booker(booking)}`}
              >
                {common.open}
              </Button>
            }
          />
        )
      })}
    </Rows>
  )
}
