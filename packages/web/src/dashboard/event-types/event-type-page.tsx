import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { api, type EventType, ifMatch, isProblem, type Provider, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { eventTypesQuery, providersQuery } from '../queries.ts'
import { go, Link } from '../router.tsx'
import { Failure } from '../ui/failure.tsx'
import { useInputMessage } from '../ui/input-errors.ts'
import { Empty, Page } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { useToast } from '../ui/toasts.tsx'
import { useUnsavedGuard } from '../ui/unsaved.tsx'
import { BasicsEditor, type Errors, RulesEditor } from './basics-editor.tsx'
import { bodyOf, type Draft, draftOf, newDraft } from './draft.ts'
import styles from './event-type-page.module.css'
import { HoursEditor, OverridesEditor } from './hours-editor.tsx'
import { eventTypeMessages } from './messages.ts'

/** Edits an event type, or creates one if `id` is `new`. */
export function EventTypePage({ id }: { readonly id: string }) {
  const t = useMessages(eventTypeMessages)
  const common = useMessages(commonMessages)
  const providers = useQuery(providersQuery)
  const eventTypes = useQuery(eventTypesQuery)
  return (
    <QueryView query={providers}>
      {(all) => (
        <QueryView query={eventTypes}>
          {(list) => {
            const eventType = list.find((each) => each.id === id)
            const isThere = id === 'new' ? all.length > 0 : eventType !== undefined
            return isThere ? (
              <Editor key={id} eventType={eventType} providers={all} />
            ) : (
              <Page title={t.title} back={<Back />}>
                <Empty title={id === 'new' ? common.noProvidersTitle : t.notFoundTitle} />
              </Page>
            )
          }}
        </QueryView>
      )}
    </QueryView>
  )
}

function Back() {
  const t = useMessages(eventTypeMessages)
  return (
    <p className={styles.back}>
      <Link to="/event-types">‹ {t.title}</Link>
    </p>
  )
}

/** The server's validation errors, by the first part of their pointer. */
function errorsOf(
  error: unknown,
  slugTaken: string,
  inputMessage: (serverMessage: string) => string,
): Errors {
  if (isProblem(error, 'slug_taken')) return { slug: slugTaken }
  if (!isProblem(error, 'validation_failed')) return {}
  const named = (error.problem.errors ?? []).map(
    ({ pointer, message }) => [pointer.split('/')[1] ?? '', inputMessage(message)] as const,
  )
  return Object.fromEntries(named.reverse())
}

async function save(eventType: EventType | undefined, draft: Draft): Promise<EventType> {
  const body = bodyOf(draft)
  const description = draft.description.trim()
  if (eventType === undefined) {
    const { providerId } = draft
    const whole = { ...body, providerId, ...(description && { description }) }
    return unwrap(api.POST('/v1/event-types', { body: whole }))
  }
  const params = { path: { id: eventType.id }, header: ifMatch(eventType) }
  const change = { ...body, description: description || null }
  return unwrap(api.PATCH('/v1/event-types/{id}', { params, body: change }))
}

interface EditorProps {
  readonly eventType: EventType | undefined
  readonly providers: readonly Provider[]
}

function Editor({ eventType, providers }: EditorProps) {
  const t = useMessages(eventTypeMessages)
  const common = useMessages(commonMessages)
  const client = useQueryClient()
  const toast = useToast()
  const [start] = useState(eventType)
  const [draft, setDraft] = useState(() =>
    eventType ? draftOf(eventType) : newDraft(providers[0]?.id ?? ''),
  )
  const [savedDraft, setSavedDraft] = useState(draft)
  const unsavedQuestion = useUnsavedGuard(JSON.stringify(draft) !== JSON.stringify(savedDraft))
  const [saved, setSaved] = useState(start)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const change = (part: Partial<Draft>) => setDraft((last) => ({ ...last, ...part }))
  const provider = providers.find(({ id }) => id === draft.providerId)
  const timeZone = provider?.timeZone ?? 'UTC'
  const errors = errorsOf(error, t.slugTaken, useInputMessage())
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      const now = await save(saved, draft)
      setSaved(now)
      setSavedDraft(draft)
      toast({ title: saved ? t.saved : t.created })
      await client.invalidateQueries({ queryKey: ['event-types'] })
      if (!saved) go(`/event-types/${now.id}`)
    } catch (caught) {
      setError(caught)
    }
    setBusy(false)
  }
  const hours = (
    <div key="hours" className={styles.column}>
      <HoursEditor draft={draft} timeZone={timeZone} onChange={change} />
      <OverridesEditor draft={draft} timeZone={timeZone} onChange={change} />
    </div>
  )
  const basics = (
    <div key="basics" className={styles.column}>
      <BasicsEditor
        draft={draft}
        errors={errors}
        onChange={change}
        providers={saved ? undefined : providers}
      />
      <RulesEditor draft={draft} errors={errors} onChange={change} />
    </div>
  )
  // A new event type needs a title first.
  return (
    <Page title={saved?.title ?? t.add} lead={provider?.name} back={<Back />}>
      {unsavedQuestion}
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <div className={`${styles.columns} ${saved ? '' : styles.isNew}`}>
          {saved ? [hours, basics] : [basics, hours]}
        </div>
        {error !== undefined && <Failure error={error} />}
        <div className={styles.save}>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {saved ? common.save : common.create}
          </Button>
        </div>
      </form>
    </Page>
  )
}
