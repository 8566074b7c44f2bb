import { useQueries, useQuery } from '@tanstack/react-query'
import { useMessages } from '../../shared/i18n.tsx'
import { Badge, Row, Rows } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { useWhen } from '../ui/use-when.ts'
import { localZone, today } from '../zoned.ts'
import { personMessages } from './person-messages.ts'
import { bookingSmsQuery, personBookingsQuery } from './person-queries.ts'

/** Of how many bookings the SMS are looked at. */
const MOST_BOOKINGS = 10

const TONES = { sending: 'quiet', accepted: 'good', refused: 'bad', notSent: 'warn' } as const

/** What a person without an email address was told by SMS about their latest bookings. Nothing if there was none. */
export function PersonSms({ contactId }: { readonly contactId: string }) {
  const t = useMessages(personMessages)
  const when = useWhen()
  const day = today(localZone())
  const next = useQuery(personBookingsQuery(contactId, 'next', day))
  const past = useQuery(personBookingsQuery(contactId, 'past', day))
  const bookings = [...(next.data?.data ?? []), ...(past.data?.data ?? [])]
    .filter(({ booker }) => booker?.email === null && booker.phone !== null)
    .slice(0, MOST_BOOKINGS)
  const lists = useQueries({ queries: bookings.map(({ id }) => bookingSmsQuery(id)) })
  const all = lists.flatMap(({ data }) => data?.data ?? []).sort((a, b) => (a.at < b.at ? 1 : -1))
  if (all.length === 0) return null
  return (
    <Section title={t.sms} lead={t.smsLead}>
      <Rows label={t.sms}>
        {all.map(({ bookingId, kind, state, reason, at }) => (
          <Row
            key={`${bookingId} ${at} ${kind}`}
            title={t.smsKinds[kind]}
            badge={<Badge tone={TONES[state]}>{t.smsStates[state]}</Badge>}
            meta={[when(at), reason].filter(Boolean).join(' · ')}
          />
        ))}
      </Rows>
    </Section>
  )
}
