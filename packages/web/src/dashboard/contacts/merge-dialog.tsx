import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { shownEmail } from '../../shared/shown-email.ts'
import { Button } from '../../shared/ui/button.tsx'
import { api, type Contact, ifMatch, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { navigate } from '../router.tsx'
import { SearchField } from '../search/search-field.tsx'
import { Failure } from '../ui/failure.tsx'
import { Actions, Modal } from '../ui/modal.tsx'
import { useToast } from '../ui/toasts.tsx'
import { keptFirst } from './kept-first.ts'
import { personMessages } from './person-messages.ts'
import styles from './person-page.module.css'
import { invalidatePeople } from './person-queries.ts'

interface MergeDialogProps {
  readonly contact: Contact
  readonly onClose: () => void
}

/** Merges a contact with another one. The one with an email address stays, so that the person goes on getting emails. */
export function MergeDialog({ contact, onClose }: MergeDialogProps) {
  const t = useMessages(personMessages)
  const common = useMessages(commonMessages)
  const client = useQueryClient()
  const toast = useToast()
  const [other, setOther] = useState<Contact>()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const isSame = other?.id === contact.id
  const [kept, merged] = keptFirst(contact, other ?? contact)
  const merge = async () => {
    setBusy(true)
    try {
      const params = { path: { id: merged.id }, header: ifMatch(merged) }
      await unwrap(api.POST('/v1/contacts/{id}/merge', { params, body: { into: kept.id } }))
      await invalidatePeople(client)
      toast({ title: t.mergeDone })
      onClose()
      navigate(`/contacts/${kept.id}`)
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  return (
    <Modal title={t.mergeTitle} lead={<p>{t.mergeLead}</p>} onClose={onClose}>
      <SearchField
        label={t.mergeChoose}
        withBookings={false}
        onPerson={setOther}
        onBooking={() => undefined}
      />
      {other !== undefined && (
        <p role="status" className={styles.choice} dir="auto">
          {isSame ? t.mergeSame : t.mergeKeeps(labelOf(kept), labelOf(merged))}
        </p>
      )}
      {error !== undefined && <Failure error={error} />}
      <Actions>
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button
          kind="primary"
          isBusy={isBusy}
          disabled={other === undefined || isSame}
          onClick={() => void merge()}
        >
          {t.merge}
        </Button>
      </Actions>
    </Modal>
  )
}

/** A contact by its name, and what tells it from another of the same name. */
const labelOf = ({ name, email, phone }: Contact): string => {
  const detail = email === null ? phone : shownEmail(email)
  return detail === null ? name : `${name} (${detail})`
}
