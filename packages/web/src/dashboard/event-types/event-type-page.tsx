import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import type { EventType, Provider } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { eventTypesQuery, providersQuery } from '../queries.ts'
import { navigate } from '../router.tsx'
import { Empty, Page } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { BackToEventTypes } from './back.tsx'
import { Editor } from './editor.tsx'
import { IntentChoice } from './intent-choice.tsx'
import type { Intent } from './intents.ts'
import { eventTypeMessages } from './messages.ts'

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
              <Start key={id} eventType={eventType} providers={all} />
            ) : (
              <Page title={t.title} back={<BackToEventTypes />}>
                <Empty title={id === 'new' ? common.noProvidersTitle : t.notFoundTitle} />
              </Page>
            )
          }}
        </QueryView>
      )}
    </QueryView>
  )
}

interface StartProps {
  readonly eventType: EventType | undefined
  readonly providers: readonly Provider[]
}

/** A new event type begins with what is offered. */
function Start({ eventType, providers }: StartProps) {
  const t = useMessages(eventTypeMessages)
  const [intent, setIntent] = useState<Exclude<Intent, 'stay'>>()
  if (eventType !== undefined || intent !== undefined) {
    return <Editor eventType={eventType} intent={intent} providers={providers} />
  }
  return (
    <Page title={t.add} back={<BackToEventTypes />}>
      <IntentChoice
        onChoose={(chosen) => (chosen === 'stay' ? navigate('/properties') : setIntent(chosen))}
      />
    </Page>
  )
}
