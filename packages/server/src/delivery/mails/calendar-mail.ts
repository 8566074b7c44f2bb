import type { Provider } from '../../booking/providers/provider.ts'
import type { ConnectionStatus } from '../../external-calendars/connections/connection.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import type { ConnectionKind } from '../../kernel/ports/free-busy.ts'
import type { Mail } from '../ports/mailer.ts'
import { htmlBody, type Rows, textBody, timeText } from './compose.ts'

/** The parts of a connection, as an event shows it, that a mail tells. */
interface ConnectionData {
  readonly providerId: string
  readonly kind: ConnectionKind
  readonly status: ConnectionStatus
  readonly label: string | null
  readonly failure: { readonly detail: string; readonly since: string } | null
}

/** The connection of a `calendar.*` event. */
export const connectionOf = (event: DomainEvent): ConnectionData =>
  event.data.connection as unknown as ConnectionData

/** Whether an event tells that a calendar took its provider's time off the offer. */
export const isOfLostCalendar = (event: DomainEvent): boolean =>
  event.type === 'calendar.sync_failed' && connectionOf(event).status !== 'failing'

const NAMES: Readonly<Record<ConnectionKind, string>> = {
  google: 'Google Calendar',
  outlook: 'Outlook',
  ical: 'iCal feed',
  simulated: 'simulated calendar',
}

const LINK_LABEL = 'Open your calendars'

/**
 * The mail to a provider whose calendar is lost, with times in the provider's zone and the link to
 * where it is connected; none where nobody knows an address.
 */
export function calendarMail(
  event: DomainEvent,
  provider: Provider,
  connectionsUrl: string,
): Mail | undefined {
  const { kind, status, label, failure } = connectionOf(event)
  if (provider.email === undefined || provider.deletedAtEpochSeconds !== undefined) return undefined
  const lead =
    status === 'broken'
      ? 'A calendar of yours does not let us in any more. Your times are not offered until you connect it again, or disconnect it.'
      : 'A calendar of yours cannot be read. Your times are not offered until it can be read again, or you disconnect it.'
  const since = failure ? Math.floor(Date.parse(failure.since) / 1000) : 0
  const rows: Rows = [
    ['Calendar', label === null ? NAMES[kind] : `${NAMES[kind]} (${label})`],
    ['For', provider.name],
    ...(failure
      ? ([
          ['Since', timeText(since, since, provider.timeZone)] as const,
          ['Why', failure.detail] as const,
        ] as const)
      : []),
  ]
  return {
    id: `${event.id}.provider`,
    fromName: provider.name,
    to: { name: provider.name, address: provider.email },
    subject:
      status === 'broken'
        ? `Please connect your ${NAMES[kind]} again`
        : `Your ${NAMES[kind]} cannot be read`,
    text: textBody(lead, rows, connectionsUrl, LINK_LABEL),
    html: htmlBody(lead, rows, connectionsUrl, LINK_LABEL),
  }
}
