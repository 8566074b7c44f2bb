import {
  type Booking,
  bookerAddress,
  type CountedClaim,
  isErasedBooker,
  liveCount,
} from '@holdfast/engine'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { countFromItem } from '../../kernel/items/count-item.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { counterKey } from '../../ledger/keys.ts'
import { type Contact, contactEntity, personAddresses } from '../../people/contacts/contact.ts'
import { currentContact } from '../../people/contacts/contacts.ts'
import { contactKeyOf } from '../../people/keys.ts'
import {
  type BookedBy,
  type BookerNumbers,
  type BookerSubject,
  bookerSubjects,
  countedPerson,
  counterOfPerson,
  countsBookers,
  type LimitedEventType,
  NONE_ELSEWHERE,
  nameOfLimit,
} from './claimed-limits.ts'

/** What a person has booked with other addresses than that of a booking, and whose contact says so. */
export interface CountedElsewhere {
  /** How many bookings with other addresses count. */
  readonly counts: BookerNumbers
  /** The contact that stands for the person. */
  readonly contact: Contact
  /** Whether the person has other addresses: earlier ones, or those of merged contacts. */
  readonly hasOthers: boolean
}

/**
 * What the limits of a booker count of a person beside the address of a booking. Undefined if nothing limits them, and for a stranger
 * who only typed an address: it is not looked up, so the answer and the work are the same for all addresses. `own`: what the booking had
 * before, and gives back.
 */
export async function countedElsewhere(
  deps: Pick<Dependencies, 'store' | 'secrets' | 'clock'>,
  booking: Pick<Booking, 'accountId'> & BookedBy,
  eventType: LimitedEventType | undefined,
  own: readonly CountedClaim[] = [],
): Promise<CountedElsewhere | undefined> {
  const { accountId, booker, isUnproven } = booking
  if (eventType === undefined || !countsBookers(eventType) || isUnproven === true) return undefined
  const address = booker && !isErasedBooker(booker) ? bookerAddress(booker) : undefined
  if (address === undefined) return undefined
  const { store, secrets } = deps
  const found = await contactEntity.read(store, contactKeyOf(accountId, address))
  if (found === undefined) return undefined
  const contact = await currentContact(deps, found)
  const counted = countedPerson(booking)
  const others = personAddresses(contact).filter((other) => other !== counted)
  if (others.length === 0) return { counts: NONE_ELSEWHERE, contact, hasOthers: false }
  const countOf = async (of: BookerSubject): Promise<number> => {
    const counters = others.map((other) => counterOfPerson(secrets, accountId, of, other))
    const items = await readItems(store, counters.map(counterKey))
    const now = epochSeconds(deps.clock)
    const given = own.filter(({ counter }) => counters.includes(counter)).length
    const live = items.map((item) => liveCount(countFromItem(item), now))
    return live.reduce((sum, each) => sum + each, 0) - given
  }
  const limits = bookerSubjects(accountId, eventType)
  const numbers = await Promise.all(limits.map(countOf))
  const counts = new Map(limits.map((of, index) => [nameOfLimit(of), numbers[index] ?? 0]))
  return { counts, contact, hasOthers: true }
}

const NO_WRITES: readonly Write[] = []

/**
 * The writes that keep what was counted true until bookings are committed: no merge, undo or change of an address passes them, and of two
 * bookings of one person with several addresses the later one counts the earlier one. Each is based on the version that was read first.
 */
export function elsewhereWrites(
  changes: readonly { readonly decision: { readonly elsewhere?: CountedElsewhere } }[],
): readonly Write[] {
  // Nearly all bookings.
  if (!changes.some(({ decision }) => decision.elsewhere)) return NO_WRITES
  const first = new Map<string, CountedElsewhere>()
  for (const { decision } of changes) {
    const each = decision.elsewhere
    if (each === undefined) continue
    const { id, version } = each.contact
    if (version < (first.get(id)?.contact.version ?? Infinity)) first.set(id, each)
  }
  return [...first.values()].map(({ contact, hasOthers }) =>
    hasOthers
      ? contactEntity.replace(contact, { ...contact, version: contact.version + 1 })
      : contactEntity.check(contact),
  )
}
