import type { ComponentType } from 'react'
import type { Provider } from '../api.ts'
import type { FieldErrors } from '../ui/field-errors.ts'
import { AccessEditor } from './access-editor.tsx'
import { BasicsEditor, DurationEditor, RulesEditor } from './basics-editor.tsx'
import { LimitsEditor, SeatsEditor, WaitlistEditor } from './count-editors.tsx'
import type { Draft } from './draft.ts'
import type { EditorPart } from './intents.ts'
import { LocationsEditor } from './locations-editor.tsx'
import { OpenHoursEditor } from './open-hours-editor.tsx'
import { LookEditor, MessagesEditor } from './page-editor.tsx'
import { PaymentEditor } from './payment-editor.tsx'
import { PolicyEditor } from './policy-editor.tsx'
import { PricesEditor } from './prices-editor.tsx'
import { QuestionsEditor } from './questions-editor.tsx'
import { ReleaseEditor } from './release-editor.tsx'
import { RequirementsEditor } from './requirements-editor.tsx'
import { unreachableFor } from './unreachable.ts'

/** What every tab gets. */
export interface EditorTabProps {
  readonly draft: Draft
  readonly errors: FieldErrors
  readonly onChange: (change: Partial<Draft>) => void
  readonly providers: readonly Provider[]
  /** The id of the event type. Undefined: it is new. */
  readonly ownId: string | undefined
  /** Parts that are hidden as they do not matter for what is offered. */
  readonly hidden: ReadonlySet<EditorPart>
}

type TabName = 'basics' | 'times' | 'people' | 'price' | 'questions' | 'rules' | 'messages'

function Basics(props: EditorTabProps) {
  const { draft, providers, ownId } = props
  return (
    <>
      <BasicsEditor
        {...props}
        providers={ownId === undefined ? providers : undefined}
        unreachable={unreachableFor(draft, providers)}
      />
      <LookEditor {...props} />
    </>
  )
}

function Times(props: EditorTabProps) {
  const provider = props.providers.find(({ id }) => id === props.draft.providerId)
  return (
    <>
      <DurationEditor {...props} />
      <OpenHoursEditor {...props} provider={provider} />
    </>
  )
}

const People = (props: EditorTabProps) => (
  <>
    {!props.hidden.has('requirements') && <RequirementsEditor {...props} />}
    <LocationsEditor {...props} />
    {!props.hidden.has('seats') && <SeatsEditor {...props} />}
  </>
)

const Price = (props: EditorTabProps) => (
  <>
    <PaymentEditor {...props} />
    {!props.hidden.has('prices') && <PricesEditor {...props} />}
  </>
)

const Rules = (props: EditorTabProps) => (
  <>
    <RulesEditor {...props} />
    <ReleaseEditor {...props} />
    <PolicyEditor {...props} />
    <LimitsEditor {...props} />
    {!props.hidden.has('waitlist') && <WaitlistEditor {...props} />}
    {!props.hidden.has('access') && <AccessEditor {...props} />}
  </>
)

interface EditorTab {
  readonly name: TabName
  readonly Content: ComponentType<EditorTabProps>
}

/** The tabs of the editor in their order. A new field belongs in one of their parts. */
export const EDITOR_TABS: readonly [EditorTab, ...EditorTab[]] = [
  { name: 'basics', Content: Basics },
  { name: 'times', Content: Times },
  { name: 'people', Content: People },
  { name: 'price', Content: Price },
  { name: 'questions', Content: QuestionsEditor },
  { name: 'rules', Content: Rules },
  { name: 'messages', Content: MessagesEditor },
]
