import { useQueries } from '@tanstack/react-query'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import type { Booking, Property } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { bookingsQuery } from '../queries.ts'
import { Link } from '../router.tsx'
import { Badge, Row, Rows } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { useNames } from '../use-names.ts'
import { addDays, today } from '../zoned.ts'
import { propertyMessages } from './messages.ts'
import { type Part, partOf } from './part-of-day.ts'

const PARTS: readonly Part[] = ['arrivals', 'departures', 'inHouse']

/** Who arrives at a house today, who leaves, and who stays. */
export function HouseToday({ property }: { readonly property: Property }) {
  const t = useMessages(propertyMessages)
  const { format } = useI18n()
  const day = today(property.timeZone)
  const found = useQueries({
    queries: property.unitIds.map((providerId) =>
      bookingsQuery({ providerId, from: day, to: addDays(day, 1) }),
    ),
  })
  if (found.some(({ data }) => data === undefined)) return null
  const stays = found.flatMap(({ data }) => data?.data ?? [])
  return (
    <Section title={t.today} lead={format.day(day)}>
      {PARTS.map((part) => (
        <Stays key={part} part={part} stays={stays.filter((stay) => partOf(stay, day) === part)} />
      ))}
    </Section>
  )
}

interface StaysProps {
  readonly part: Part
  readonly stays: readonly Booking[]
}

function Stays({ part, stays }: StaysProps) {
  const t = useMessages(propertyMessages)
  const common = useMessages(commonMessages)
  const { format } = useI18n()
  const names = useNames()
  return (
    <>
      <h3>{t.parts[part](stays.length)}</h3>
      {stays.length > 0 && (
        <Rows label={t.parts[part](stays.length)}>
          {stays.map((stay) => (
            <Row
              key={stay.id}
              title={names.booker(stay)}
              badge={
                stay.status === 'pending' && <Badge tone="warn">{common.statuses.pending}</Badge>
              }
              meta={
                <>
                  <span>{names.providers(stay)}</span>
                  <span>
                    {format.shortDay(stay.arrival ?? '')} – {format.shortDay(stay.departure ?? '')}
                  </span>
                </>
              }
              actions={
                <Link
                  to={`/bookings/${stay.id}`}
                  aria-label={`${common.open}: ${names.booker(stay)}`}
                >
                  {common.open}
                </Link>
              }
            />
          ))}
        </Rows>
      )}
    </>
  )
}
