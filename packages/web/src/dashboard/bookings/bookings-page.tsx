import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { useAccess } from '../access.ts'
import { type Booking, type Provider, zonesOf } from '../api.ts'
import { countMessages } from '../event-types/count-messages.ts'
import { commonMessages } from '../messages.ts'
import { PaymentBadge } from '../payments/payment-badge.tsx'
import { bookingsQuery, eventTypesQuery, linkedBookingQuery, providersQuery } from '../queries.ts'
import { go, navigate } from '../router.tsx'
import { ColorDot } from '../ui/color-dot.tsx'
import { Failure } from '../ui/failure.tsx'
import { Modal } from '../ui/modal.tsx'
import { Empty, Filters, Page, Row, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { useNames } from '../use-names.ts'
import { addDays, localZone, startOfDate, today } from '../zoned.ts'
import { BookingDialog } from './booking-dialog.tsx'
import styles from './bookings-page.module.css'
import { bookingMessages } from './messages.ts'
import { NewBookingDialog } from './new-booking-dialog.tsx'
import { StatusBadge } from './status-badge.tsx'

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
  readonly search: string
}

/** How many pages of bookings a search loads at once, since the page itself looks for words. */
const PAGES_SEARCHED = 10

const DAYS_SHOWN = 30
/** Rows rendered at first, and added by each press on "Show more". */
const ROWS_MORE = 100

/** The page of bookings, with filters and a search. Opens the booking `openId` unless it is empty. */
export function BookingsPage({ openId }: { readonly openId: string }) {
  const t = useMessages(bookingMessages)
  const providers = useQuery(providersQuery)
  return (
    <Page title={t.title} lead={t.lead} actions={<CountLinks />}>
      <QueryView query={providers}>{(all) => <BookingList providers={all} />}</QueryView>
      {openId !== '' && <LinkedBooking id={openId} />}
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

/** The booking that a link from an email names. */
function LinkedBooking({ id }: { readonly id: string }) {
  const t = useMessages(bookingMessages)
  const query = useQuery(linkedBookingQuery(id))
  const close = () => go('/bookings')
  if (query.isError) {
    return (
      <Modal title={t.title} onClose={close}>
        <Failure error={query.error} />
      </Modal>
    )
  }
  return query.data === undefined ? null : (
    <BookingDialog booking={query.data} timeZone={query.data.timeZone} onClose={close} />
  )
}

function BookingList({ providers }: { readonly providers: readonly Provider[] }) {
  const t = useMessages(bookingMessages)
  const common = useMessages(commonMessages)
  const zones = [...new Set([...zonesOf(providers), localZone()])]
  const [zone, setZone] = useState(zones[0] ?? 'UTC')
  const [isAdding, setAdding] = useState(false)
  const access = useAccess()
  const [filter, setFilter] = useState<Filter>({
    providerId: '',
    status: WANTED,
    from: today(zone),
    to: addDays(today(zone), DAYS_SHOWN),
    search: '',
  })
  const [pageCount, setPageCount] = useState(1)
  const [searchRounds, setSearchRounds] = useState(1)
  const [shownCount, setShownCount] = useState(ROWS_MORE)
  const [opened, setOpened] = useState<string>()
  const email = filter.search.includes('@') ? filter.search.trim() : ''
  // The server finds complete email addresses; the page filters by anything shorter.
  const isAddress = /^\S+@\S+\.\S+$/.test(email)
  const words = isAddress ? '' : filter.search.trim().toLowerCase()
  const query = useQuery({
    ...bookingsQuery({
      providerId: filter.providerId,
      status: filter.status === WANTED ? undefined : filter.status || undefined,
      from: filter.from === '' ? undefined : startOfDate(filter.from, zone),
      to: filter.to === '' ? undefined : startOfDate(addDays(filter.to, 1), zone),
      bookerEmail: isAddress ? email : undefined,
      pageCount: words === '' ? pageCount : Math.max(pageCount, searchRounds * PAGES_SEARCHED),
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
    // What was loaded for one word is there for the next, too.
    if (next.search === filter.search) setSearchRounds(1)
  }
  const fits = (booking: Booking) => {
    const { booker } = booking
    if (filter.status === WANTED && isAbandoned(booking)) return false
    return (
      words === '' ||
      [booker?.name, booker?.email, booker?.phone].some((text) =>
        text?.toLowerCase().includes(words),
      )
    )
  }
  const openBooking = query.data?.data.find(({ id }) => id === opened)
  return (
    <>
      <FilterBar providers={providers} filter={filter} onChange={change} />
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
          <Button kind="primary" onClick={() => setAdding(true)}>
            {t.newBooking}
          </Button>
        )}
      </div>
      {isAdding && <NewBookingDialog onClose={() => setAdding(false)} />}
      <QueryView query={query}>
        {({ data, hasMore }) => (
          <>
            <BookingRows
              bookings={data.filter(fits).slice(0, shownCount)}
              timeZone={zone}
              onOpen={setOpened}
              isSearching={query.isPlaceholderData}
              searched={hasMore ? data : undefined}
            />
            {(data.filter(fits).length > shownCount || (hasMore && words === '')) && (
              <Button
                isBusy={query.isPlaceholderData}
                onClick={() => showMore(data.filter(fits).length, hasMore)}
              >
                {common.more}
              </Button>
            )}
            {hasMore && words !== '' && (
              <Button
                isBusy={query.isPlaceholderData}
                onClick={() => setSearchRounds(searchRounds + 1)}
              >
                {t.searchOn}
              </Button>
            )}
          </>
        )}
      </QueryView>
      {openBooking && (
        <BookingDialog booking={openBooking} timeZone={zone} onClose={() => setOpened(undefined)} />
      )}
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
}

function FilterBar({ providers, filter, onChange }: FilterBarProps) {
  const t = useMessages(bookingMessages)
  const common = useMessages(commonMessages)
  const set = (change: Partial<Filter>) => onChange({ ...filter, ...change })
  const statuses = Object.entries(common.statuses) as [Booking['status'], string][]
  const input = (type: string, name: 'from' | 'to' | 'search', label: string) => (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          type={type}
          placeholder={name === 'search' ? t.searchHint : undefined}
          value={filter[name]}
          onChange={(event) => set({ [name]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <Filters>
      {input('search', 'search', t.search)}
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
      {input('date', 'from', common.from)}
      {input('date', 'to', common.to)}
    </Filters>
  )
}

interface BookingRowsProps {
  readonly bookings: readonly Booking[]
  readonly timeZone: string
  readonly onOpen: (id: string) => void
  /** Whether more bookings are being loaded. */
  readonly isSearching: boolean
  /** The bookings that were looked at, if there are more on the server. */
  readonly searched: readonly Booking[] | undefined
}

function BookingRows({ bookings, timeZone, onOpen, isSearching, searched }: BookingRowsProps) {
  const t = useMessages(bookingMessages)
  const common = useMessages(commonMessages)
  const { format } = useI18n()
  const names = useNames()
  if (bookings.length === 0 && isSearching) return <Empty title={t.searching} />
  if (bookings.length === 0) {
    const last = searched?.at(-1)
    return (
      <Empty title={last ? t.notYetTitle : t.emptyTitle}>
        <p>
          {last
            ? `${t.searched(searched?.length ?? 0, format.shortDate(last.start, timeZone))} ${t.byAddress}`
            : t.empty}
        </p>
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
                {booking.payment && <PaymentBadge status={booking.payment.status} />}
              </>
            }
            meta={
              <>
                <span>
                  {format.shortDate(start, timeZone)}, {format.time(start, timeZone)} –{' '}
                  {format.time(end, timeZone)}
                </span>
                <span>{names.service(booking)}</span>
                <span>{names.providers(booking)}</span>
                {booking.booker && (
                  <span>{booking.booker.email ?? booking.booker.phone ?? t.noEmail}</span>
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
