import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { api, ifMatch, type Provider, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import { providersQuery, sessionQuery } from '../queries.ts'
import { Link } from '../router.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Badge, Empty, Page, Row, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { useToast } from '../ui/toasts.tsx'
import { localZone } from '../zoned.ts'
import { ConnectDialog } from './connect-dialog.tsx'
import { type CalendarConnection, connectionsQuery } from './connection-queries.ts'
import styles from './connections-page.module.css'
import { connectionMessages } from './messages.ts'
import { ProviderFeed } from './provider-feed.tsx'
import { VendorButtons } from './vendor-buttons.tsx'

/** The page of the providers' connected calendars, with the time of their last update. */
export function ConnectionsPage() {
  const t = useMessages(connectionMessages)
  const common = useMessages(commonMessages)
  const providers = useQuery(providersQuery)
  return (
    <Page title={t.title} lead={t.lead}>
      <QueryView query={providers}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={common.noProvidersTitle}>
              <p>{common.noProviders}</p>
              <Link to="/providers/new">{common.addProvider}</Link>
            </Empty>
          ) : (
            <>
              <MissingVendors />
              {all.map((provider) => (
                <ProviderConnections key={provider.id} provider={provider} />
              ))}
            </>
          )
        }
      </QueryView>
    </Page>
  )
}

/** Says which vendors are not set up on this server, and who can change that. */
function MissingVendors() {
  const t = useMessages(connectionMessages)
  const { format } = useI18n()
  const { data: session } = useQuery(sessionQuery)
  const missing = (['google', 'outlook'] as const).filter(
    (kind) => session && !session.features.calendarVendors.includes(kind),
  )
  if (missing.length === 0) return null
  return (
    <p className={styles.none}>{t.missing(format.list(missing.map((kind) => t.kinds[kind])))}</p>
  )
}

function ProviderConnections({ provider }: { readonly provider: Provider }) {
  const t = useMessages(connectionMessages)
  const connections = useQuery(connectionsQuery(provider.id))
  const [isConnecting, setConnecting] = useState(false)
  return (
    <section className={styles.provider} aria-label={provider.name}>
      <header>
        <h2>{provider.name}</h2>
        <div className={styles.actions}>
          <VendorButtons provider={provider} />
          <Button
            onClick={() => setConnecting(true)}
            aria-label={`${t.connectKinds.ical}: ${provider.name}`}
          >
            {t.connectKinds.ical}
          </Button>
        </div>
      </header>
      <QueryView query={connections}>
        {(all) =>
          all.length === 0 ? (
            <p className={styles.none}>{t.none}</p>
          ) : (
            <Rows label={provider.name}>
              {all.map((connection) => (
                <ConnectionRow key={connection.id} connection={connection} />
              ))}
            </Rows>
          )
        }
      </QueryView>
      {/* Bookings of a team are in the calendars of those who were chosen. */}
      {provider.kind !== 'team' && <ProviderFeed provider={provider} />}
      {isConnecting && <ConnectDialog provider={provider} onClose={() => setConnecting(false)} />}
    </section>
  )
}

const TONES = { active: 'good', failing: 'warn', unreadable: 'bad', broken: 'bad' } as const

function ConnectionRow({ connection }: { readonly connection: CalendarConnection }) {
  const t = useMessages(connectionMessages)
  const { format } = useI18n()
  const client = useQueryClient()
  const toast = useToast()
  const [isConfirming, setConfirming] = useState(false)
  const { providerId, kind, status, label, lastReadAt, nextReadAt, failure, warnings } = connection
  const zone = localZone()
  const at = (instant: string) =>
    `${format.shortDate(instant, zone)}, ${format.time(instant, zone)}`
  const disconnect = async () => {
    const params = { path: { id: providerId, kind }, header: ifMatch(connection) }
    await unwrap(api.DELETE('/v1/providers/{id}/calendar-connections/{kind}', { params }))
    await invalidate(client, 'connections', 'agenda')
    toast({ title: t.disconnected })
  }
  return (
    <Row
      title={label ?? t.kinds[kind]}
      badge={<Badge tone={TONES[status]}>{t.statuses[status]}</Badge>}
      meta={
        <>
          <span>{t.kinds[kind]}</span>
          <span>{lastReadAt ? t.lastRead(at(lastReadAt)) : t.neverRead}</span>
          {nextReadAt && <span>{t.nextRead(at(nextReadAt))}</span>}
          {failure && <span>{t.failures[failure.code]}</span>}
          {warnings.map((warning) => (
            <span key={warning}>{warning}</span>
          ))}
        </>
      }
      actions={
        <>
          <Button
            onClick={() => setConfirming(true)}
            aria-label={`${t.disconnect}: ${t.kinds[kind]}`}
          >
            {t.disconnect}
          </Button>
          {isConfirming && (
            <Confirm
              title={t.disconnectTitle}
              label={t.disconnect}
              onConfirm={disconnect}
              onClose={() => setConfirming(false)}
            >
              <p>{t.disconnectText}</p>
            </Confirm>
          )}
        </>
      }
    />
  )
}
