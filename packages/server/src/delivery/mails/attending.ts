import { isTeam, type Provider } from '../../booking/providers/provider.ts'
import type { BookingContext } from './invitation.ts'

/** A provider who gets emails about a booking of several, and what the event changes for them. */
export interface Attending {
  readonly provider: Provider
  readonly part: 'joins' | 'stays' | 'leaves'
  /** The owner of the account who gets the email instead of the provider, which has no address. */
  readonly memberId?: string
}

/** A booking with the providers that it took before an event. */
export interface ChangingContext extends BookingContext {
  /** Absent: the event changed no provider. */
  readonly previous?: readonly Provider[]
}

/**
 * The providers that an event about a booking with assignments concerns: one for each address, first those
 * who take part, then the team whose event type it is, then those who leave. An address that stays, since it belongs to
 * two of them, neither joins nor leaves.
 */
export function attendingOf({
  provider: owner,
  assigned = [],
  previous,
}: Pick<ChangingContext, 'provider' | 'assigned' | 'previous'>): readonly Attending[] {
  const reached = new Set<string>()
  const before = new Set(previous?.flatMap(addressOf))
  const attending: Attending[] = []
  const add = (provider: Provider, partOf: (address: string) => Attending['part']) => {
    for (const address of addressOf(provider)) {
      if (reached.has(address)) continue
      reached.add(address)
      attending.push({ provider, part: partOf(address) })
    }
  }
  for (const provider of assigned) {
    add(provider, (address) => (previous === undefined || before.has(address) ? 'stays' : 'joins'))
  }
  if (isTeam(owner)) add(owner, () => 'stays')
  for (const provider of previous ?? []) add(provider, () => 'leaves')
  return attending
}

const addressOf = ({ email }: Provider): readonly string[] =>
  email === undefined ? [] : [email.toLowerCase()]
