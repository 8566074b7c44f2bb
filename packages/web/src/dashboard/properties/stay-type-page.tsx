import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { api, type EventType, ifMatch, isProblem, type Provider, unwrap } from '../api.ts'
import { BasicsEditor } from '../event-types/basics-editor.tsx'
import editorStyles from '../event-types/editor.module.css'
import { editorMessages } from '../event-types/editor-messages.ts'
import { LocationsEditor } from '../event-types/locations-editor.tsx'
import { eventTypeMessages } from '../event-types/messages.ts'
import { LookEditor, MessagesEditor } from '../event-types/page-editor.tsx'
import { PaymentEditor } from '../event-types/payment-editor.tsx'
import { PolicyEditor } from '../event-types/policy-editor.tsx'
import { QuestionsEditor } from '../event-types/questions-editor.tsx'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import { providersQuery } from '../queries.ts'
import { Link } from '../router.tsx'
import { Failure, useFailureText } from '../ui/failure.tsx'
import { type FieldErrors, fieldErrors } from '../ui/field-errors.ts'
import styles from '../ui/form-page.module.css'
import { useInputMessage } from '../ui/input-errors.ts'
import { Empty, Page } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { useToast } from '../ui/toasts.tsx'
import { useDraftForm } from '../ui/use-draft-form.ts'
import { useTabsOfForm } from '../ui/use-tabs-of-form.ts'
import { propertyMessages } from './messages.ts'
import { PoolEditor } from './pool-editor.tsx'
import { stayTypesQuery } from './property-queries.ts'
import { SecurityEditor } from './security-editor.tsx'
import { OccupancyEditor, PlansEditor, StayPhotosEditor, StayRulesEditor } from './stay-editors.tsx'
import { type StayTypeDraft, stayTypeChangeOf, stayTypeDraftOf } from './stay-type-draft.ts'

/** Edits what guests can book in a unit. */
export default function StayTypePage({ id }: { readonly id: string }) {
  const t = useMessages(eventTypeMessages)
  const types = useQuery(stayTypesQuery)
  const { data: providers } = useQuery(providersQuery)
  return (
    <QueryView query={types}>
      {(all) => {
        const type = all.find((each) => each.id === id)
        const unit = providers?.find((each) => each.id === type?.providerId)
        return type ? (
          <Editor type={type} unit={unit} />
        ) : (
          <Page title={t.title} back={<Back propertyId={null} />}>
            <Empty title={t.notFoundTitle} />
          </Page>
        )
      }}
    </QueryView>
  )
}

function Back({ propertyId }: Pick<EventType, 'propertyId'>) {
  const t = useMessages(propertyMessages)
  return (
    <p className={styles.back}>
      <Link to={`/properties/${propertyId ?? ''}`}>‹ {t.title}</Link>
    </p>
  )
}

function save(type: EventType | undefined, draft: StayTypeDraft): Promise<EventType> {
  if (type === undefined) throw new Error('an event type of nights is created in a dialog')
  const params = { path: { id: type.id }, header: ifMatch(type) }
  return unwrap(api.PATCH('/v1/event-types/{id}', { params, body: stayTypeChangeOf(draft, type) }))
}

interface TabProps {
  readonly draft: StayTypeDraft
  readonly errors: FieldErrors
  readonly onChange: (change: Partial<StayTypeDraft>) => void
}

/** The tabs of the editor in their order. */
const STAY_TABS = [
  {
    name: 'basics',
    Content: (part: TabProps) => (
      <>
        <BasicsEditor {...part} unreachable={[]} />
        <StayPhotosEditor {...part} />
        <LookEditor {...part} />
      </>
    ),
  },
  {
    name: 'nights',
    Content: (part: TabProps) => (
      <>
        <PoolEditor {...part} />
        <StayRulesEditor {...part} />
        <OccupancyEditor {...part} />
      </>
    ),
  },
  { name: 'where', Content: LocationsEditor },
  {
    name: 'price',
    Content: (part: TabProps) => (
      <>
        <PlansEditor {...part} />
        <PaymentEditor {...part} isAmountOptional={part.draft.ratePlanIds.length > 0} />
        <SecurityEditor {...part} />
      </>
    ),
  },
  { name: 'questions', Content: QuestionsEditor },
  { name: 'rules', Content: PolicyEditor },
  { name: 'messages', Content: MessagesEditor },
] as const

interface EditorProps {
  readonly type: EventType
  readonly unit: Provider | undefined
}

function Editor({ type, unit }: EditorProps) {
  const t = useMessages(eventTypeMessages)
  const common = useMessages(commonMessages)
  const texts = useMessages(editorMessages)
  const client = useQueryClient()
  const toast = useToast()
  const inputMessage = useInputMessage()
  const form = useDraftForm<StayTypeDraft, EventType>({
    start: type,
    initial: () => stayTypeDraftOf(type),
    save,
    draftOf: stayTypeDraftOf,
    onSaved: async () => {
      toast({ title: t.saved })
      await invalidate(client, 'event-types')
    },
  })
  const { draft, saved = type, error, change } = form
  const element = useRef<HTMLFormElement>(null)
  const tabs = useTabsOfForm<(typeof STAY_TABS)[number]['name']>(element, 'basics', error)
  const errors = {
    ...fieldErrors(error, inputMessage),
    ...(isProblem(error, 'slug_taken') && { slug: t.slugTaken }),
  }
  const part = { draft, errors, onChange: change }
  return (
    <Page
      title={saved.title}
      lead={unit?.name}
      back={<Back propertyId={saved.propertyId} />}
      actions={<Activation type={saved} />}
    >
      {form.unsavedQuestion}
      <form
        ref={element}
        className={`${styles.form} ${editorStyles.narrow}`}
        onSubmit={form.submit}
        onInvalidCapture={tabs.onInvalid}
      >
        <Tabs
          label={texts.parts}
          chosen={tabs.chosen}
          onChoose={tabs.choose}
          tabs={STAY_TABS.map(({ name, Content }) => ({
            name,
            label: texts.tabs[name],
            mark: tabs.withErrors.has(name) ? texts.hasErrors : undefined,
            content: <Content {...part} />,
          }))}
        />
        {error !== undefined && <Failure error={error} />}
        <div className={styles.save}>
          <Button kind="primary" type="submit" isBusy={form.isBusy}>
            {common.save}
          </Button>
        </div>
      </form>
    </Page>
  )
}

/** Takes it off its booking page, or puts it there again. */
function Activation({ type }: { readonly type: EventType }) {
  const t = useMessages(eventTypeMessages)
  const client = useQueryClient()
  const toast = useToast()
  const failureText = useFailureText()
  const isActive = type.status === 'active'
  const toggle = async () => {
    const params = { path: { id: type.id } }
    try {
      if (isActive) await unwrap(api.POST('/v1/event-types/{id}/deactivate', { params, body: {} }))
      else await unwrap(api.POST('/v1/event-types/{id}/activate', { params, body: {} }))
      toast({ title: isActive ? t.deactivated : t.activated })
    } catch (error) {
      toast({ ...failureText(error), tone: 'danger' })
    }
    await invalidate(client, 'event-types')
  }
  return <Button onClick={() => void toggle()}>{isActive ? t.deactivate : t.activate}</Button>
}
