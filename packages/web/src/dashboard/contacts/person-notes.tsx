import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { useAccess } from '../access.ts'
import { api, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Failure } from '../ui/failure.tsx'
import { Row, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Section } from '../ui/section.tsx'
import { localZone } from '../zoned.ts'
import { personMessages } from './person-messages.ts'
import styles from './person-page.module.css'
import { notesQuery } from './person-queries.ts'

interface PersonNotesProps {
  readonly contactId: string
}

/** The private notes about a person. */
export function PersonNotes({ contactId }: PersonNotesProps) {
  const t = useMessages(personMessages)
  const common = useMessages(commonMessages)
  const { format } = useI18n()
  const client = useQueryClient()
  const access = useAccess()
  const notes = useQuery(notesQuery(contactId))
  const [deleting, setDeleting] = useState<string>()
  const reload = () => client.invalidateQueries({ queryKey: ['contacts'] })
  const remove = async (noteId: string) => {
    const params = { path: { id: contactId, noteId } }
    await unwrap(api.DELETE('/v1/contacts/{id}/notes/{noteId}', { params }))
    await reload()
  }
  const at = (instant: string) =>
    `${format.shortDate(instant, localZone())}, ${format.time(instant, localZone())}`
  const mayWrite = access.can('bookings')
  return (
    <Section title={t.notes} lead={t.notesLead}>
      {mayWrite && <NewNote contactId={contactId} onAdded={reload} />}
      <QueryView query={notes}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={styles.nothing}>{t.noNotes}</p>
          ) : (
            <Rows label={t.notes}>
              {data.map(({ id, text, author, createdAt }) => (
                <Row
                  key={id}
                  title={<span className={styles.note}>{text}</span>}
                  meta={[t.by[author.kind], at(createdAt)].filter(Boolean).join(' · ')}
                  actions={
                    mayWrite && (
                      <Button
                        kind="quiet"
                        aria-label={t.deleteNote}
                        onClick={() => setDeleting(id)}
                      >
                        {common.delete}
                      </Button>
                    )
                  }
                />
              ))}
            </Rows>
          )
        }
      </QueryView>
      {deleting !== undefined && (
        <Confirm
          title={t.deleteNoteTitle}
          label={common.delete}
          onConfirm={() => remove(deleting)}
          onClose={() => setDeleting(undefined)}
        >
          <p>{t.deleteNoteLead}</p>
        </Confirm>
      )}
    </Section>
  )
}

interface NewNoteProps extends PersonNotesProps {
  readonly onAdded: () => Promise<void>
}

function NewNote({ contactId, onAdded }: NewNoteProps) {
  const t = useMessages(personMessages)
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      const params = { path: { id: contactId } }
      await unwrap(api.POST('/v1/contacts/{id}/notes', { params, body: { text } }))
      setText('')
      await onAdded()
    } catch (caught) {
      setError(caught)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={styles.newNote} onSubmit={(event) => void submit(event)}>
      <Field label={t.newNote}>
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            rows={2}
            maxLength={5_000}
            required
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {error !== undefined && <Failure error={error} />}
      <Button type="submit" isBusy={isBusy}>
        {t.addNote}
      </Button>
    </form>
  )
}
