import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { api, type EventType, ifMatch, isProblem, type Provider, unwrap } from '../api.ts'
import { saveDates } from '../hours/save-dates.ts'
import { commonMessages } from '../messages.ts'
import { eventTypesQuery, providersQuery } from '../queries.ts'
import { go, Link } from '../router.tsx'
import { Failure } from '../ui/failure.tsx'
import { fieldErrors } from '../ui/field-errors.ts'
import styles from '../ui/form-page.module.css'
import { useInputMessage } from '../ui/input-errors.ts'
import { Empty, Page } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { useToast } from '../ui/toasts.tsx'
import { useDraftForm } from '../ui/use-draft-form.ts'
import { AccessEditor } from './access-editor.tsx'
import { BasicsEditor, RulesEditor } from './basics-editor.tsx'
import { CountEditors } from './count-editors.tsx'
import { bodyOf, changedDatesOf, changeOf, type Draft, draftOf, newDraft } from './draft.ts'
import { LocationsEditor } from './locations-editor.tsx'
import { eventTypeMessages } from './messages.ts'
import { OpenHoursEditor } from './open-hours-editor.tsx'
import { PageEditor } from './page-editor.tsx'
import { PaymentEditor } from './payment-editor.tsx'
import { PolicyEditor } from './policy-editor.tsx'
import { QuestionsEditor } from './questions-editor.tsx'
import { RequirementsEditor } from './requirements-editor.tsx'
import { unreachableFor } from './unreachable.ts'

/** Edits an event type, or creates one if `id` is `new`. */
export default function EventTypePage({ id }: { readonly id: string }) {
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

/**
 * Saves an event type. Changes of dates alone are saved date by date, so that dates stay that somebody else has changed
 * meanwhile. Everything else is one call, which the server refuses if the event type has changed.
 */
async function save(eventType: EventType | undefined, draft: Draft): Promise<EventType> {
  if (eventType === undefined) {
    const body = { providerId: draft.providerId, ...bodyOf(draft) }
    return unwrap(api.POST('/v1/event-types', { body }))
  }
  const { id } = eventType
  const dates = changedDatesOf(draft, eventType)
  if (dates === undefined) {
    const params = { path: { id }, header: ifMatch(eventType) }
    return unwrap(api.PATCH('/v1/event-types/{id}', { params, body: changeOf(draft, eventType) }))
  }
  const path = '/v1/event-types/{id}/date-overrides/{date}'
  await saveDates(dates, {
    set: (date, windows) =>
      unwrap(api.PUT(path, { params: { path: { id, date } }, body: { windows } })),
    remove: (date) => unwrap(api.DELETE(path, { params: { path: { id, date } } })),
  })
  return unwrap(api.GET('/v1/event-types/{id}', { params: { path: { id } } }))
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
  const inputMessage = useInputMessage()
  const form = useDraftForm<Draft, EventType>({
    start: eventType,
    initial: () => (eventType ? draftOf(eventType) : newDraft(providers[0]?.id ?? '')),
    save,
    draftOf,
    onSaved: async (now, isNew) => {
      toast({ title: isNew ? t.created : t.saved })
      await client.invalidateQueries({ queryKey: ['event-types'] })
      if (isNew) go(`/event-types/${now.id}`)
    },
  })
  const { draft, saved, error, change } = form
  const provider = providers.find(({ id }) => id === draft.providerId)
  const errors = {
    ...fieldErrors(error, inputMessage),
    ...(isProblem(error, 'slug_taken') && { slug: t.slugTaken }),
  }
  const part = { draft, errors, onChange: change }
  const hours = (
    <div key="hours" className={styles.column}>
      <OpenHoursEditor
        draft={draft}
        errors={errors}
        providerZone={provider?.timeZone ?? 'UTC'}
        onChange={change}
      />
      <RequirementsEditor draft={draft} errors={errors} onChange={change} providers={providers} />
      <QuestionsEditor {...part} />
    </div>
  )
  const basics = (
    <div key="basics" className={styles.column}>
      <BasicsEditor
        draft={draft}
        errors={errors}
        onChange={change}
        providers={saved ? undefined : providers}
        unreachable={unreachableFor(draft, providers)}
      />
      <RulesEditor {...part} />
      <LocationsEditor {...part} />
      <CountEditors {...part} />
      <PaymentEditor {...part} />
      <AccessEditor {...part} />
      <PolicyEditor {...part} />
      <PageEditor {...part} />
    </div>
  )
  // A new event type needs a title first.
  return (
    <Page title={saved?.title ?? t.add} lead={provider?.name} back={<Back />}>
      {form.unsavedQuestion}
      <form className={styles.form} onSubmit={form.submit}>
        <div className={`${styles.columns} ${saved ? '' : styles.isNew}`}>
          {saved ? [hours, basics] : [basics, hours]}
        </div>
        {error !== undefined && <Failure error={error} />}
        <div className={styles.save}>
          <Button kind="primary" type="submit" isBusy={form.isBusy}>
            {saved ? common.save : common.create}
          </Button>
        </div>
      </form>
    </Page>
  )
}
