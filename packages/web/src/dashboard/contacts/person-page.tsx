import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { shownEmail } from '../../shared/shown-email.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { useAccess } from '../access.ts'
import { api, type Contact, unwrap } from '../api.ts'
import { NewBookingDialog } from '../bookings/new-booking-dialog.tsx'
import { Link } from '../router.tsx'
import { Failure } from '../ui/failure.tsx'
import { Badge, Empty, Page, Row, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Section } from '../ui/section.tsx'
import { useToast } from '../ui/toasts.tsx'
import { localZone } from '../zoned.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { contactMessages } from './messages.ts'
import { PersonBookings } from './person-bookings.tsx'
import { PersonConsents } from './person-consents.tsx'
import { personMessages } from './person-messages.ts'
import { PersonNotes } from './person-notes.tsx'
import styles from './person-page.module.css'
import { invalidatePeople, personQuery } from './person-queries.ts'
import { PersonMessages } from './person-sent-messages.tsx'
import { PersonStanding } from './person-standing.tsx'
import { PersonSuppressions } from './person-suppressions.tsx'

interface PersonPageProps {
  /** The id of a contact, or an email address. */
  readonly reference: string
}

/** The page of a person: details, bookings, notes, and merged contacts. */
export default function PersonPage({ reference }: PersonPageProps) {
  const t = useMessages(personMessages)
  const person = useQuery(personQuery(reference))
  return (
    <QueryView query={person}>
      {(contact) =>
        contact === null ? (
          <Page title={t.notFoundTitle} back={<Back />}>
            <Empty title={t.notFoundTitle}>
              <p>{t.notFound}</p>
            </Empty>
          </Page>
        ) : (
          <Person contact={contact} />
        )
      }
    </QueryView>
  )
}

const Back = () => <Link to="/contacts">{useMessages(personMessages).back}</Link>

function Person({ contact }: { readonly contact: Contact }) {
  const t = useMessages(personMessages)
  const access = useAccess()
  const [opened, setOpened] = useState<'booking' | 'merge'>()
  const { mergedInto, erasing } = contact
  const mayChange = access.can('bookings') && mergedInto === null && !erasing
  const close = () => setOpened(undefined)
  return (
    <Page
      title={contact.name}
      back={<Back />}
      actions={
        mayChange && (
          <>
            <Button onClick={() => setOpened('merge')}>{t.merge}</Button>
            <Button kind="primary" onClick={() => setOpened('booking')}>
              {t.bookAgain}
            </Button>
          </>
        )
      }
    >
      {mergedInto !== null && (
        <Notice tone="warn" title={t.mergedInto}>
          <Link to={`/contacts/${mergedInto}`}>{t.openOther}</Link>
        </Notice>
      )}
      <PersonSuppressions contactId={contact.id} />
      <Details contact={contact} />
      <PersonStanding contact={contact} mayChange={mayChange} />
      {contact.merged.length > 0 && <Merged contact={contact} mayUndo={mayChange} />}
      <PersonBookings contactId={contact.id} />
      <PersonMessages contactId={contact.id} />
      <PersonConsents contactId={contact.id} />
      <PersonNotes contactId={contact.id} />
      {opened === 'booking' && <NewBookingDialog person={contact} onClose={close} />}
      {opened === 'merge' && <MergeDialog contact={contact} onClose={close} />}
    </Page>
  )
}

function Details({ contact }: { readonly contact: Contact }) {
  const t = useMessages(personMessages)
  const counts = useMessages(contactMessages)
  const { format } = useI18n()
  const { email, phone, bookingCount, noShowCount, createdAt, erasing } = contact
  const facts = [
    t.since(format.shortDate(createdAt, localZone())),
    counts.bookings(bookingCount),
    ...(noShowCount > 0 ? [counts.noShows(noShowCount)] : []),
  ]
  return (
    <Section
      title={t.details}
      lead={facts.join(' · ')}
      actions={erasing && <Badge tone="warn">{t.erasing}</Badge>}
    >
      <dl className={styles.details}>
        <dt>{t.email}</dt>
        <dd>{email === null ? t.noEmail : <a href={`mailto:${email}`}>{shownEmail(email)}</a>}</dd>
        <dt>{t.phone}</dt>
        <dd>{phone === null ? t.none : <a href={`tel:${phone}`}>{phone}</a>}</dd>
      </dl>
    </Section>
  )
}

interface MergedProps {
  readonly contact: Contact
  readonly mayUndo: boolean
}

/** The contacts that were merged into this one. */
function Merged({ contact, mayUndo }: MergedProps) {
  const t = useMessages(personMessages)
  const { format } = useI18n()
  const client = useQueryClient()
  const toast = useToast()
  const [error, setError] = useState<unknown>()
  const undo = async (id: string) => {
    setError(undefined)
    try {
      await unwrap(api.POST('/v1/contacts/{id}/merge/undo', { params: { path: { id } } }))
      toast({ title: t.undone })
      await invalidatePeople(client)
    } catch (caught) {
      setError(caught)
    }
  }
  return (
    <Section title={t.merged}>
      {error !== undefined && <Failure error={error} />}
      <Rows label={t.merged}>
        {contact.merged.map(({ id, name, email, phone, mergedAt }) => (
          <Row
            key={id}
            title={name}
            meta={[
              email && shownEmail(email),
              phone,
              t.mergedOn(format.shortDate(mergedAt, localZone())),
            ]
              .filter(Boolean)
              .join(' · ')}
            actions={
              mayUndo && (
                <Button kind="quiet" onClick={() => void undo(id)}>
                  {t.undoMerge}
                </Button>
              )
            }
          />
        ))}
      </Rows>
    </Section>
  )
}
