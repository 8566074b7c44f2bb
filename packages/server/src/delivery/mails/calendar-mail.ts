import type { Provider } from '../../booking/providers/provider.ts'
import type { ConnectionStatus } from '../../external-calendars/connections/connection.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import type { ConnectionKind } from '../../kernel/ports/free-busy.ts'
import type { Rows, WrittenMail } from './mail-body.ts'
import { timeText } from './time-text.ts'

/** The members of a connection, as events represent it, that emails use. */
interface ConnectionData {
  readonly providerId: string
  readonly kind: ConnectionKind
  readonly status: ConnectionStatus
  readonly label: string | null
  readonly failure: { readonly detail: string; readonly since: string } | null
}

// The server itself writes the data of `calendar.*` events, so it needs no check here.
/** The connection of a `calendar.*` event. */
export const connectionOf = (event: DomainEvent): ConnectionData =>
  event.data.connection as unknown as ConnectionData

const NAMES: Readonly<Record<ConnectionKind, string>> = {
  google: 'Google Calendar',
  outlook: 'Outlook',
  ical: 'iCal feed',
  simulated: 'simulated calendar',
}

const LINK_LABEL = 'Manage your calendars'

/**
 * The email to a provider whose calendar cannot be read, with times in the provider's zone and a link
 * to the connected calendars. Undefined if the provider has no address or was deleted.
 */
export function calendarMail(
  event: DomainEvent,
  provider: Provider,
  connectionsUrl: string,
): WrittenMail | undefined {
  const { kind, status, label, failure } = connectionOf(event)
  if (provider.email === undefined || provider.deletedAtEpochSeconds !== undefined) return undefined
  const lead =
    status === 'broken'
      ? 'We no longer have access to your calendar. Nobody can book you until you reconnect or disconnect it.'
      : 'We cannot read your calendar. Nobody can book you until we can read it again or you disconnect it.'
  const since = failure ? Math.floor(Date.parse(failure.since) / 1000) : 0
  const rows: Rows = [
    ['Calendar', label === null ? NAMES[kind] : `${NAMES[kind]} (${label})`],
    ['Provider', provider.name],
    ...(failure
      ? ([
          ['Since', timeText(since, since, provider.timeZone)] as const,
          ['Reason', failure.detail] as const,
        ] as const)
      : []),
  ]
  const links = [{ url: connectionsUrl, label: LINK_LABEL }]
  return {
    id: `${event.id}.provider`,
    fromName: provider.name,
    to: { name: provider.name, address: provider.email },
    subject:
      status === 'broken' ? `Reconnect your ${NAMES[kind]}` : `We cannot read your ${NAMES[kind]}`,
    body: { lead, rows, links, language: 'en', receiver: 'staff' },
  }
}
