import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { shownEmail } from '../../shared/shown-email.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { useAccess } from '../access.ts'
import { contactsQuery } from '../queries.ts'
import { Link } from '../router.tsx'
import { Empty, Filters, Page, Row, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { localZone } from '../zoned.ts'
import { ImportDialog } from './import-dialog.tsx'
import { importMessages } from './import-messages.ts'
import { contactMessages } from './messages.ts'

/** The page of contacts. */
export function ContactsPage() {
  const t = useMessages(contactMessages)
  const { format } = useI18n()
  const [search, setSearch] = useState('')
  // The server finds complete email addresses; the page filters by anything shorter.
  const isAddress = /^\S+@\S+\.\S+$/.test(search.trim())
  const contacts = useQuery({
    ...contactsQuery(isAddress ? search.trim() : undefined),
    placeholderData: keepPreviousData,
  })
  const words = isAddress ? '' : search.trim().toLowerCase()
  return (
    <Page title={t.title} lead={t.lead} actions={<FileActions />}>
      <Filters>
        <Field label={t.search}>
          {(control) => (
            <input
              {...control}
              type="search"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          )}
        </Field>
      </Filters>
      <QueryView query={contacts}>
        {({ data, hasMore }) => {
          const found = data.filter(({ name, email, phone }) =>
            [name, email, email && shownEmail(email), phone].some((text) =>
              text?.toLowerCase().includes(words),
            ),
          )
          const looked = hasMore && <p role="status">{t.looked(data.length)}</p>
          return found.length === 0 ? (
            <Empty title={hasMore ? t.notYetTitle : t.emptyTitle}>
              {looked || <p>{t.empty}</p>}
            </Empty>
          ) : (
            <>
              <Rows label={t.title}>
                {found.map(({ id, name, email, phone, bookingCount, updatedAt }) => (
                  <Row
                    key={id}
                    title={<Link to={`/contacts/${id}`}>{name}</Link>}
                    meta={
                      <>
                        {email !== null && <a href={`mailto:${email}`}>{shownEmail(email)}</a>}
                        {phone !== null && <a href={`tel:${phone}`}>{phone}</a>}
                        <span>{t.bookings(bookingCount)}</span>
                        <span>{t.last(format.shortDate(updatedAt, localZone()))}</span>
                      </>
                    }
                  />
                ))}
              </Rows>
              {looked}
            </>
          )
        }}
      </QueryView>
    </Page>
  )
}

/** The buttons for files of contacts, as far as the session may use them. */
function FileActions() {
  const t = useMessages(importMessages)
  const { can, isRestricted } = useAccess()
  const [isOpen, setOpen] = useState(false)
  if (isRestricted) return null
  return (
    <>
      {can('admin') && (
        <ButtonLink href="/v1/contacts.csv" download="">
          {t.download}
        </ButtonLink>
      )}
      {can('bookings') && <Button onClick={() => setOpen(true)}>{t.open}</Button>}
      {isOpen && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  )
}
