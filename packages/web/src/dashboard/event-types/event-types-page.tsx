import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { api, type EventType, ifMatch, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { eventTypesQuery, providersQuery } from '../queries.ts'
import { Link, navigate } from '../router.tsx'
import { ColorDot } from '../ui/color-dot.tsx'
import { useFailureText } from '../ui/failure.tsx'
import { Badge, Empty, Page, Row, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { useToast } from '../ui/toasts.tsx'
import { useNames } from '../use-names.ts'
import { countMessages } from './count-messages.ts'
import { eventTypeMessages } from './messages.ts'
import { PageLink } from './page-link.tsx'
import { ShareButtons } from './share-buttons.tsx'

/** The page of all event types. */
export function EventTypesPage() {
  const t = useMessages(eventTypeMessages)
  const common = useMessages(commonMessages)
  const eventTypes = useQuery(eventTypesQuery)
  const providers = useQuery(providersQuery)
  const hasProvider = (providers.data?.length ?? 0) > 0
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        hasProvider && (
          <Button kind="primary" onClick={() => navigate('/event-types/new')}>
            {t.add}
          </Button>
        )
      }
    >
      <QueryView query={eventTypes}>
        {(all) =>
          all.length > 0 ? (
            <Rows label={t.title}>
              {all.map((eventType) => (
                <EventTypeRow key={eventType.id} eventType={eventType} />
              ))}
            </Rows>
          ) : providers.isSuccess && !hasProvider ? (
            <Empty title={common.noProvidersTitle}>
              <p>{common.noProviders}</p>
              <Link to="/providers/new">{common.addProvider}</Link>
            </Empty>
          ) : (
            <Empty title={t.emptyTitle}>
              <p>{t.empty}</p>
            </Empty>
          )
        }
      </QueryView>
    </Page>
  )
}

function EventTypeRow({ eventType }: { readonly eventType: EventType }) {
  const t = useMessages(eventTypeMessages)
  const common = useMessages(commonMessages)
  const counts = useMessages(countMessages)
  const { format } = useI18n()
  const names = useNames()
  const client = useQueryClient()
  const toast = useToast()
  const failureText = useFailureText()
  const [isBusy, setBusy] = useState(false)
  const provider = names.provider(eventType.providerId)
  const isActive = eventType.status === 'active'
  const toggle = async () => {
    setBusy(true)
    const params = { path: { id: eventType.id }, header: ifMatch(eventType) }
    try {
      if (isActive) await unwrap(api.POST('/v1/event-types/{id}/deactivate', { params, body: {} }))
      else await unwrap(api.POST('/v1/event-types/{id}/activate', { params, body: {} }))
      toast({ title: isActive ? t.deactivated : t.activated })
    } catch (error) {
      toast({ ...failureText(error), tone: 'danger' })
    }
    await client.invalidateQueries({ queryKey: ['event-types'] })
    setBusy(false)
  }
  return (
    <Row
      title={
        <>
          <ColorDot color={eventType.color} />
          {eventType.title}
        </>
      }
      badge={
        <>
          <Badge tone={isActive ? 'good' : 'quiet'}>{isActive ? t.active : t.inactive}</Badge>
          {eventType.hidden && <Badge tone="quiet">{t.hidden}</Badge>}
        </>
      }
      meta={
        <>
          {eventType.durationMinutes !== null && (
            <span>{format.minutes(eventType.durationMinutes)}</span>
          )}
          <span>{provider?.name}</span>
          <span>{t.confirmations[eventType.confirmation]}</span>
        </>
      }
      actions={
        <>
          {provider && isActive && <ShareButtons provider={provider} eventType={eventType} />}
          {provider && isActive && (
            <PageLink
              provider={provider}
              eventType={eventType}
              label={`${t.view}: ${eventType.title}`}
            >
              {t.view}
            </PageLink>
          )}
          {eventType.seats && (
            <Button
              kind="quiet"
              onClick={() => navigate(`/classes/${eventType.id}`)}
              aria-label={`${counts.sessions}: ${eventType.title}`}
            >
              {counts.sessions}
            </Button>
          )}
          {eventType.waitlist && (
            <Button
              kind="quiet"
              onClick={() => navigate(`/waitlist/${eventType.id}`)}
              aria-label={`${counts.waitlistPage}: ${eventType.title}`}
            >
              {counts.waitlistPage}
            </Button>
          )}
          <Button
            isBusy={isBusy}
            onClick={() => void toggle()}
            aria-label={`${isActive ? t.deactivate : t.activate}: ${eventType.title}`}
          >
            {isActive ? t.deactivate : t.activate}
          </Button>
          <Button
            kind="primary"
            onClick={() => navigate(`/event-types/${eventType.id}`)}
            aria-label={`${common.edit}: ${eventType.title}`}
          >
            {common.edit}
          </Button>
        </>
      }
    />
  )
}
