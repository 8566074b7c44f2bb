import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { formatMoney } from '../../shared/money.ts'
import { Button } from '../../shared/ui/button.tsx'
import type { Booking } from '../api.ts'
import { StatusBadge } from '../bookings/status-badge.tsx'
import { commonMessages } from '../messages.ts'
import { FoundBooking } from '../search/search-everywhere.tsx'
import { Row, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Section } from '../ui/section.tsx'
import { useNames } from '../use-names.ts'
import { localZone, today } from '../zoned.ts'
import { personMessages } from './person-messages.ts'
import styles from './person-page.module.css'
import { orderQuery, personBookingsQuery } from './person-queries.ts'

interface PersonBookingsProps {
  readonly contactId: string
}

/** The bookings of a person: the next, the past, and what of them is to be paid. */
export function PersonBookings({ contactId }: PersonBookingsProps) {
  const t = useMessages(personMessages)
  const day = today(localZone())
  const next = useQuery(personBookingsQuery(contactId, 'next', day))
  const past = useQuery(personBookingsQuery(contactId, 'past', day))
  const [opened, setOpened] = useState<string>()
  const unpaid = useUnpaid([...(next.data?.data ?? []), ...(past.data?.data ?? [])])
  return (
    <>
      {unpaid.length > 0 && (
        <Section title={t.unpaid}>
          <BookingRows
            label={t.unpaid}
            bookings={unpaid.map(({ booking }) => booking)}
            detailOf={(booking) => unpaid.find((each) => each.booking === booking)?.text}
            onOpen={setOpened}
          />
        </Section>
      )}
      <Section title={t.next}>
        <QueryView query={next}>
          {({ data }) => (
            <BookingRows label={t.next} empty={t.noNext} bookings={data} onOpen={setOpened} />
          )}
        </QueryView>
      </Section>
      <Section title={t.past}>
        <QueryView query={past}>
          {({ data }) => (
            <BookingRows label={t.past} empty={t.noPast} bookings={data} onOpen={setOpened} />
          )}
        </QueryView>
      </Section>
      {opened !== undefined && <FoundBooking id={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

/** How many orders are looked at. */
const MOST_ORDERS = 25

/** Of some bookings, those that are not cancelled and have something to pay. */
function useUnpaid(bookings: readonly Booking[]) {
  const { language } = useI18n()
  const t = useMessages(personMessages)
  const priced = bookings
    .filter(({ orderId, status }) => orderId !== null && !['cancelled', 'expired'].includes(status))
    .slice(0, MOST_ORDERS)
  const orders = useQueries({ queries: priced.map(({ orderId }) => orderQuery(orderId ?? '')) })
  return priced.flatMap((booking, at) => {
    const order = orders[at]?.data
    if (order === undefined || order.due <= 0) return []
    return [{ booking, text: t.unpaidOf(formatMoney(order.due, order.currency, language)) }]
  })
}

const ROWS_MORE = 10

interface BookingRowsProps {
  readonly label: string
  readonly empty?: string
  readonly bookings: readonly Booking[]
  readonly detailOf?: (booking: Booking) => string | undefined
  readonly onOpen: (id: string) => void
}

function BookingRows({ label, empty, bookings, detailOf, onOpen }: BookingRowsProps) {
  const common = useMessages(commonMessages)
  const { format } = useI18n()
  const names = useNames()
  const [count, setCount] = useState(ROWS_MORE)
  if (bookings.length === 0) return <p className={styles.nothing}>{empty}</p>
  return (
    <>
      <Rows label={label}>
        {bookings.slice(0, count).map((booking) => {
          const { id, start, timeZone, status } = booking
          const parts = [names.service(booking), names.providers(booking), detailOf?.(booking)]
          return (
            <Row
              key={id}
              title={`${format.fullDate(start, timeZone)}, ${format.time(start, timeZone)}`}
              badge={<StatusBadge status={status} />}
              meta={[...new Set(parts.filter(Boolean))].join(' · ')}
              actions={
                <Button kind="quiet" onClick={() => onOpen(id)}>
                  {common.open}
                </Button>
              }
            />
          )
        })}
      </Rows>
      {bookings.length > count && (
        <Button onClick={() => setCount(count + ROWS_MORE)}>{common.more}</Button>
      )}
    </>
  )
}
