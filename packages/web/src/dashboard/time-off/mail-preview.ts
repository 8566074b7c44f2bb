import type { Booking, EventType, Provider } from '../api.ts'
import { leavingIn, providerIdsOf } from '../bookings/candidates.ts'
import { type Appointment, partiesOf } from '../calendar/appointments.ts'
import type { Decision } from './decisions.ts'

/** What an email tells its recipient. */
export type MailKind = 'cancellation' | 'update' | 'handover' | 'removal'

/** Emails of one kind to one recipient. */
export interface MailLine {
  readonly kind: MailKind
  /** Undefined: whoever takes over, which the server decides. */
  readonly name: string | undefined
  readonly count: number
}

/** Who is away, and everybody with their addresses. */
export interface MailWorld {
  readonly awayIds: ReadonlySet<string>
  readonly providers: readonly Provider[]
  readonly eventTypes: readonly Pick<EventType, 'id' | 'providerId'>[]
}

interface Mail {
  readonly kind: MailKind
  readonly name: string | undefined
  /** The address. Empty: not known yet. */
  readonly to: string
}

/** Nobody has an email about a hold, or gets one until its booker has proved to own the address. */
const isAnnounced = ({ confirmedAt, confirmation, emailUnconfirmed }: Booking): boolean =>
  !emailUnconfirmed && (confirmedAt !== null || confirmation === 'approval')

const toBookers = (bookings: readonly Booking[], kind: MailKind): readonly Mail[] =>
  bookings.flatMap(({ booker }) =>
    booker?.email == null ? [] : [{ kind, name: booker.name, to: booker.email }],
  )

/** One email for each address of these providers. */
function reachable(ids: readonly string[], { providers }: MailWorld): readonly Mail[] {
  const found = ids.flatMap((id) => providers.find((each) => each.id === id) ?? [])
  const mails = found.flatMap(({ name, email }) =>
    email ? [{ kind: 'update' as const, name, to: email.toLowerCase() }] : [],
  )
  return mails.filter((mail, index) => mails.findIndex(({ to }) => to === mail.to) === index)
}

/** The team that offers the event type of a booking. It gets the emails of those who take part. */
const teamOf = (
  { eventTypeId }: Booking,
  { eventTypes, providers }: MailWorld,
): readonly string[] =>
  eventTypes.flatMap(({ id, providerId }) =>
    id === eventTypeId && providers.find((each) => each.id === providerId)?.kind === 'team'
      ? [providerId]
      : [],
  )

const isAmong = (mails: readonly Mail[], { to }: Mail): boolean =>
  mails.some((each) => each.to === to)

/**
 * As the server does it: one email to each address, and none of leaving to one that stays. Those who give a class get one
 * email about all of it.
 */
function mailsOfDecision(
  appointment: Appointment,
  decision: Decision,
  world: MailWorld,
): readonly Mail[] {
  const announced = partiesOf(appointment).filter(isAnnounced)
  const [first] = announced
  if (decision.kind === 'leave' || first === undefined) return []
  const ids = [...providerIdsOf(first), ...teamOf(first, world)]
  const before = reachable(ids, world)
  if (decision.kind === 'cancel') {
    const providers = before.map((mail) => ({ ...mail, kind: 'cancellation' as const }))
    return [...toBookers(announced, 'cancellation'), ...providers]
  }
  const { toId } = decision
  const leaving = leavingIn(first, world.awayIds)
  const rest = reachable(
    ids.filter((id) => id !== leaving),
    world,
  )
  const taking: readonly Mail[] =
    toId === undefined ? [{ kind: 'handover', name: undefined, to: '' }] : reachable([toId], world)
  const joining = taking
    .filter((mail) => !isAmong(before, mail))
    .map((mail) => ({ ...mail, kind: 'handover' as const }))
  const removed = before
    .filter((mail) => !isAmong(rest, mail) && !isAmong(taking, mail))
    .map((mail) => ({ ...mail, kind: 'removal' as const }))
  return [...joining, ...toBookers(announced, 'update'), ...rest, ...removed]
}

/** The emails that decisions cause, one line per recipient and kind, in the order of the appointments. */
export function mailsOf(
  appointments: readonly Appointment[],
  decisionOf: (appointment: Appointment) => Decision,
  world: MailWorld,
): readonly MailLine[] {
  const lines = new Map<string, MailLine>()
  for (const appointment of appointments) {
    for (const { kind, name, to } of mailsOfDecision(appointment, decisionOf(appointment), world)) {
      const key = `${kind} ${to}`
      lines.set(key, { kind, name, count: (lines.get(key)?.count ?? 0) + 1 })
    }
  }
  return [...lines.values()]
}
