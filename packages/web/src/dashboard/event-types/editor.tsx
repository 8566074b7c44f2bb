import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { type EventType, isProblem, type Provider } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { go } from '../router.tsx'
import { CheckField } from '../ui/check-field.tsx'
import { Failure } from '../ui/failure.tsx'
import { fieldErrors } from '../ui/field-errors.ts'
import formStyles from '../ui/form-page.module.css'
import { useInputMessage } from '../ui/input-errors.ts'
import { Page } from '../ui/page.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { useToast } from '../ui/toasts.tsx'
import { type DraftForm, useDraftForm } from '../ui/use-draft-form.ts'
import { useTabsOfForm } from '../ui/use-tabs-of-form.ts'
import { BackToEventTypes } from './back.tsx'
import { type Draft, draftOf, newDraft } from './draft.ts'
import styles from './editor.module.css'
import { editorMessages } from './editor-messages.ts'
import { EDITOR_TABS } from './editor-tabs.tsx'
import { hiddenPartsOf, type Intent, presetOf } from './intents.ts'
import { eventTypeMessages } from './messages.ts'
import { saveEventType } from './save-event-type.ts'

const Preview = lazy(() => import('./preview.tsx'))

interface EditorProps {
  readonly eventType: EventType | undefined
  /** What a new event type is for. */
  readonly intent: Exclude<Intent, 'stay'> | undefined
  readonly providers: readonly Provider[]
}

/** The form of an event type, and a preview of its page. */
export function Editor({ eventType, intent, providers }: EditorProps) {
  const t = useMessages(eventTypeMessages)
  const { member } = useMessages(editorMessages)
  const client = useQueryClient()
  const toast = useToast()
  const form = useDraftForm<Draft, EventType>({
    start: eventType,
    initial: () => {
      if (eventType) return draftOf(eventType)
      const draft = newDraft(providers[0]?.id ?? '')
      return intent ? { ...draft, ...presetOf(intent, draft, { member }) } : draft
    },
    save: saveEventType,
    draftOf,
    onSaved: async (now, isNew) => {
      toast({ title: isNew ? t.created : t.saved })
      await client.invalidateQueries({ queryKey: ['event-types'] })
      if (isNew) go(`/event-types/${now.id}`)
    },
  })
  const { draft, saved } = form
  const provider = providers.find(({ id }) => id === draft.providerId)
  return (
    <Page title={saved?.title ?? t.add} lead={provider?.name} back={<BackToEventTypes />}>
      {form.unsavedQuestion}
      <div className={styles.editor}>
        <EditorForm form={form} intent={intent} providers={providers} />
        {provider && (
          <Suspense>
            <Preview draft={draft} provider={provider} />
          </Suspense>
        )}
      </div>
    </Page>
  )
}

interface EditorFormProps extends Pick<EditorProps, 'intent' | 'providers'> {
  readonly form: DraftForm<Draft, EventType>
}

function EditorForm({ form, intent, providers }: EditorFormProps) {
  const t = useMessages(editorMessages)
  const common = useMessages(commonMessages)
  const { slugTaken } = useMessages(eventTypeMessages)
  const inputMessage = useInputMessage()
  const element = useRef<HTMLFormElement>(null)
  const [isWhole, setIsWhole] = useState(false)
  const { draft, saved, error, change } = form
  const tabs = useTabsOfForm(element, EDITOR_TABS[0].name, error)
  const isShort = saved === undefined && intent !== undefined
  const errors = {
    ...fieldErrors(error, inputMessage),
    ...(isProblem(error, 'slug_taken') && { slug: slugTaken }),
  }
  const props = {
    draft,
    errors,
    onChange: change,
    providers,
    ownId: saved?.id,
    hidden: hiddenPartsOf(isShort && !isWhole ? intent : undefined, errors),
  }
  return (
    <form
      ref={element}
      className={styles.form}
      onSubmit={form.submit}
      onInvalidCapture={tabs.onInvalid}
    >
      <Tabs
        label={t.parts}
        chosen={tabs.chosen}
        onChoose={tabs.choose}
        tabs={EDITOR_TABS.map(({ name, Content }) => ({
          name,
          label: t.tabs[name],
          mark: tabs.withErrors.has(name) ? t.hasErrors : undefined,
          content: <Content {...props} />,
        }))}
      />
      {isShort && (
        <CheckField isChecked={isWhole} onChange={setIsWhole}>
          {t.showAll}
        </CheckField>
      )}
      {error !== undefined && <Failure error={error} />}
      <div className={formStyles.save}>
        <Button kind="primary" type="submit" isBusy={form.isBusy}>
          {saved ? common.save : common.create}
        </Button>
      </div>
    </form>
  )
}
