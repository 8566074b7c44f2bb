import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { api, type Contact, ifMatch, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { CheckField } from '../ui/check-field.tsx'
import { FormEnd } from '../ui/form-end.tsx'
import { Modal } from '../ui/modal.tsx'
import { Badge } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { TextField } from '../ui/text-field.tsx'
import { localZone } from '../zoned.ts'
import { personMessages } from './person-messages.ts'
import styles from './person-page.module.css'
import { invalidatePeople } from './person-queries.ts'
import { tagsIn } from './tags-in.ts'

interface PersonStandingProps {
  readonly contact: Contact
  readonly mayChange: boolean
}

/** What kind of customer a person is: tags, and whether they may book. */
export function PersonStanding({ contact, mayChange }: PersonStandingProps) {
  const t = useMessages(personMessages)
  const { format } = useI18n()
  const [isChanging, setChanging] = useState(false)
  const { tags, barred } = contact
  return (
    <Section
      title={t.standing}
      actions={mayChange && <Button onClick={() => setChanging(true)}>{t.changeStanding}</Button>}
    >
      {barred !== null && (
        <Notice tone="warn" title={t.barred}>
          <p dir="auto">
            {t.barredSince(format.shortDate(barred.since, localZone()), barred.reason)}
          </p>
        </Notice>
      )}
      {tags.length === 0 ? (
        <p className={styles.nothing}>{t.noTags}</p>
      ) : (
        <ul className={styles.tags} aria-label={t.tags}>
          {tags.map((tag) => (
            <li key={tag}>
              <Badge tone="quiet">{tag}</Badge>
            </li>
          ))}
        </ul>
      )}
      {isChanging && <StandingDialog contact={contact} onClose={() => setChanging(false)} />}
    </Section>
  )
}

interface StandingDialogProps {
  readonly contact: Contact
  readonly onClose: () => void
}

function StandingDialog({ contact, onClose }: StandingDialogProps) {
  const t = useMessages(personMessages)
  const common = useMessages(commonMessages)
  const client = useQueryClient()
  const [tags, setTags] = useState(contact.tags.join(', '))
  const [isBarred, setBarred] = useState(contact.barred !== null)
  const [reason, setReason] = useState(contact.barred?.reason ?? '')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      const params = { path: { id: contact.id }, header: ifMatch(contact) }
      const body = { tags: tagsIn(tags), barred: isBarred ? { reason } : null }
      await unwrap(api.PATCH('/v1/contacts/{id}', { params, body }))
      await invalidatePeople(client)
      onClose()
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  return (
    <Modal title={t.standingTitle} onClose={onClose}>
      <form className={styles.standing} onSubmit={(event) => void submit(event)}>
        <TextField label={t.tags} value={tags} hint={t.tagsHint} onChange={setTags} />
        <CheckField isChecked={isBarred} onChange={setBarred}>
          {t.bar}
        </CheckField>
        <p className={styles.nothing}>{t.barHint}</p>
        {isBarred && (
          <TextField
            label={t.reason}
            value={reason}
            isRequired
            maxLength={500}
            hint={t.reasonHint}
            onChange={setReason}
          />
        )}
        <FormEnd label={common.save} isBusy={isBusy} error={error} onClose={onClose} />
      </form>
    </Modal>
  )
}
