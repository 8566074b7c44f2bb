import { useQuery } from '@tanstack/react-query'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Row, Rows } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { useNames } from '../use-names.ts'
import { localZone, today } from '../zoned.ts'
import { consentsOf } from './consents-of.ts'
import { personMessages } from './person-messages.ts'
import styles from './person-page.module.css'
import { personBookingsQuery } from './person-queries.ts'

/** What a person agreed to in the bookings that their page lists. Nothing if they were not asked. */
export function PersonConsents({ contactId }: { readonly contactId: string }) {
  const t = useMessages(personMessages)
  const { format } = useI18n()
  const names = useNames()
  const day = today(localZone())
  const next = useQuery(personBookingsQuery(contactId, 'next', day))
  const past = useQuery(personBookingsQuery(contactId, 'past', day))
  const consents = consentsOf([...(next.data?.data ?? []), ...(past.data?.data ?? [])])
  if (consents.length === 0) return null
  return (
    <Section title={t.consents} lead={t.consentsLead}>
      <Rows label={t.consents}>
        {consents.map(({ text, givenAt, booking }) => (
          <Row
            key={text}
            title={<span className={styles.note}>{text}</span>}
            meta={[
              `${format.shortDate(givenAt, localZone())}, ${format.time(givenAt, localZone())}`,
              names.service(booking),
            ].join(' · ')}
          />
        ))}
      </Rows>
    </Section>
  )
}
