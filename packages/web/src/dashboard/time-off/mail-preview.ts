import type { Booking, Provider } from '../api.ts'
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

/** Who decides about what: the provider that is away, and the others with their addresses. */
export interface MailWorld {
  readonly providerId: string
  readonly providers: readonly Provider[]
}

type Mail = Omit<MailLine, 'count'> & { readonly to: string }

/** Nobody was told of a hold, and nobody is until its booker has proved to own the address. */
const isAnnounced = ({ confirmedAt, confirmation, emailUnconfirmed }: Booking): boolean =>
  !emailUnconfirmed && (confirmedAt !== null || confirmation === 'approval')

function mailsOfDecision(
  booking: Booking,
  decision: Decision,
  { providerId, providers }: MailWorld,
): readonly Mail[] {
  if (decision.kind === 'leave' || !isAnnounced(booking)) return []
  const toProvider = (kind: MailKind, id: string): readonly Mail[] => {
    const found = providers.find((each) => each.id === id)
    return found?.email ? [{ kind, name: found.name, to: id }] : []
  }
  const toBooker = (kind: MailKind): readonly Mail[] => {
    const { booker } = booking
    return booker ? [{ kind, name: booker.name, to: booker.email }] : []
  }
  if (decision.kind === 'cancel') {
    return [...toBooker('cancellation'), ...toProvider('cancellation', booking.providerId)]
  }
  const { toId } = decision
  return [
    ...(toId === undefined
      ? [{ kind: 'handover' as const, name: undefined, to: '' }]
      : toProvider('handover', toId)),
    ...toBooker('update'),
    ...toProvider('removal', providerId),
  ]
}

/** The emails that decisions cause, one line per recipient and kind, in the order of the bookings. */
export function mailsOf(
  bookings: readonly Booking[],
  decisionOf: (booking: Booking) => Decision,
  world: MailWorld,
): readonly MailLine[] {
  const lines = new Map<string, MailLine>()
  for (const booking of bookings) {
    for (const { kind, name, to } of mailsOfDecision(booking, decisionOf(booking), world)) {
      const key = `${kind} ${to}`
      const count = (lines.get(key)?.count ?? 0) + 1
      lines.set(key, { kind, name, count })
    }
  }
  return [...lines.values()]
}
