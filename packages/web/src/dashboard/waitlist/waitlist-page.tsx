import type { components } from '@holdfast/client'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { canLeave } from '../../shared/entry-status.ts'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { shownEmail } from '../../shared/shown-email.ts'
import { WEEKDAYS } from '../../shared/time/weekdays.ts'
import { Button } from '../../shared/ui/button.tsx'
import { useAccess } from '../access.ts'
import { api, type EventType, readPages, unwrap } from '../api.ts'
import { eventTypesQuery } from '../queries.ts'
import { Link, replace } from '../router.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Badge, Empty, Filters, Page, Row, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { useToast } from '../ui/toasts.tsx'
import { useNames } from '../use-names.ts'
import { localZone } from '../zoned.ts'
import { waitlistPageMessages } from './messages.ts'

type Entry = components['schemas']['WaitlistEntry']

const TONES = {
  unconfirmed: 'quiet',
  waiting: 'warn',
  offered: 'good',
  booked: 'good',
  left: 'quiet',
  ended: 'quiet',
} as const

const waitlistQuery = (eventTypeId: string) =>
  queryOptions({
    // An offer is a booking, so whatever changes a booking may change the line.
    queryKey: ['bookings', 'waitlist', eventTypeId],
    queryFn: async () =>
      (
        await readPages((query) =>
          unwrap(
            api.GET('/v1/event-types/{id}/waitlist', {
              params: { path: { id: eventTypeId }, query },
            }),
          ),
        )
      ).data,
    // No event announces who joins.
    refetchInterval: 15_000,
  })

/** The page of the wait list of an event type; without an id, of the first that has one. */
export default function WaitlistPage({ eventTypeId }: { readonly eventTypeId: string }) {
  const t = useMessages(waitlistPageMessages)
  const eventTypes = useQuery(eventTypesQuery)
  return (
    <Page title={t.title} lead={t.lead}>
      <QueryView query={eventTypes}>
        {(all) => {
          const withList = all.filter(({ waitlist }) => waitlist !== null)
          const shown = withList.find(({ id }) => id === eventTypeId) ?? withList[0]
          return shown === undefined ? (
            <Empty title={t.offTitle}>
              <p>{t.off}</p>
            </Empty>
          ) : (
            <>
              <Filters>
                <SelectField
                  label={t.eventType}
                  value={shown.id}
                  onChange={(id) => replace(`/waitlist/${id}`)}
                  options={withList.map(({ id, title }) => ({ value: id, label: title }))}
                />
              </Filters>
              <Line key={shown.id} eventType={shown} />
            </>
          )
        }}
      </QueryView>
    </Page>
  )
}

function Line({ eventType }: { readonly eventType: EventType }) {
  const t = useMessages(waitlistPageMessages)
  const query = useQuery(waitlistQuery(eventType.id))
  return (
    <QueryView query={query}>
      {(entries) =>
        entries.length === 0 ? (
          <Empty title={t.emptyTitle}>
            <p>{t.empty}</p>
          </Empty>
        ) : (
          <Rows label={t.title}>
            {entries.map((entry) => (
              <EntryRow key={entry.id} entry={entry} eventType={eventType} />
            ))}
          </Rows>
        )
      }
    </QueryView>
  )
}

interface EntryRowProps {
  readonly entry: Entry
  readonly eventType: EventType
}

function EntryRow({ entry, eventType }: EntryRowProps) {
  const t = useMessages(waitlistPageMessages)
  const { format } = useI18n()
  const access = useAccess()
  const client = useQueryClient()
  const toast = useToast()
  const [isAsking, setAsking] = useState(false)
  const zone = useNames().provider(eventType.providerId)?.timeZone ?? localZone()
  const { booker, status, weekdays, timeOfDay, seats, offer, lapsedOffers } = entry
  const isWaiting = canLeave(status)
  const day = (instant: string) => format.shortDate(instant, zone)
  const at = (instant: string) => `${day(instant)}, ${format.time(instant, zone)}`
  const names = format.weekdays()
  // `to` is exclusive: at midnight, the day before is the last one.
  const last = new Date(Date.parse(entry.to) - 1).toISOString()
  const remove = async () => {
    await unwrap(api.DELETE('/v1/waitlist/{id}', { params: { path: { id: entry.id } } }))
    await client.invalidateQueries({ queryKey: ['bookings'] })
    toast({ title: t.removed })
  }
  return (
    <Row
      title={booker.name}
      badge={<Badge tone={TONES[status]}>{t.statuses[status]}</Badge>}
      meta={
        <>
          <span>{booker.email && shownEmail(booker.email)}</span>
          <span>{t.dates(day(entry.from), day(last))}</span>
          {weekdays && (
            <span>
              {format.list(weekdays.map((name) => names[WEEKDAYS.indexOf(name)]?.short ?? name))}
            </span>
          )}
          {timeOfDay && <span>{t.times(format.wallTime(timeOfDay.start), timeOfDay.end)}</span>}
          {seats > 1 && <span>{t.seats(seats)}</span>}
          {status === 'offered' && offer && (
            <Link to={`/bookings/${offer.bookingId}`}>{t.offer(at(offer.expiresAt))}</Link>
          )}
          {status === 'booked' && offer && (
            <Link to={`/bookings/${offer.bookingId}`}>{at(offer.start)}</Link>
          )}
          {lapsedOffers > 0 && <span>{t.lapsed(lapsedOffers)}</span>}
          <span>{t.joined(at(entry.createdAt))}</span>
        </>
      }
      actions={
        isWaiting &&
        access.can('bookings') && (
          <>
            <Button aria-label={`${t.remove}: ${booker.name}`} onClick={() => setAsking(true)}>
              {t.remove}
            </Button>
            {isAsking && (
              <Confirm
                title={t.removeTitle}
                label={t.remove}
                onConfirm={remove}
                onClose={() => setAsking(false)}
              >
                {t.removeText(booker.name)}
              </Confirm>
            )}
          </>
        )
      }
    />
  )
}
