import {
  type Booker,
  type Booking,
  bookableRange,
  bookerAddress,
  ok,
  type Result,
  refuse,
} from '@holdfast/engine'
import { type Caller, provedStanding, type Standing } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { contactEntity, standingOf } from '../../people/contacts/contact.ts'
import { currentContact } from '../../people/contacts/contacts.ts'
import { contactKeyOf } from '../../people/keys.ts'
import { type EventType, eventTypeEntity } from '../event-types/event-type.ts'
import { type Asker, forPerson, NOBODY } from '../event-types/for-person.ts'
import { eventTypeKey } from '../keys.ts'
import { withAccountLimits } from '../limits/account-limits.ts'
import { mustBeKnown } from '../limits/claimed-limits.ts'
import { priceOfBooked } from '../teams/price-rows.ts'
import { checkNoShows } from './no-show-limits.ts'
import { loadEventType } from './offer.ts'

/** Whom a new booking is for. */
interface Wanted {
  readonly booker?: Booker | undefined
  readonly standing?: Standing | undefined
}

/**
 * Who a new booking is for. An address that was only typed is not looked up: its owner is treated as a stranger, so the answer
 * and the work are the same for all addresses. The account vouches for whom it names. Undefined: a hold of the account for somebody later.
 */
export async function whoBooks(
  deps: Pick<Dependencies, 'store'>,
  caller: Pick<Caller, 'role' | 'accountId' | 'booker'>,
  { booker, standing }: Wanted,
): Promise<Asker | undefined> {
  if (caller.role !== 'account') return provedStanding(caller, booker) ?? 'stranger'
  if (standing) return standing
  return booker && (await standingOfBooker(deps, caller.accountId, booker))
}

/** Who a booking is for, when it moves. */
export async function whoBooked(
  deps: Pick<Dependencies, 'store'>,
  { accountId, booker, isUnproven }: Booking,
): Promise<Asker> {
  return booker === undefined || isUnproven === true
    ? 'stranger'
    : await standingOfBooker(deps, accountId, booker)
}

/** What is known of somebody whose address was proved, or for whom the account vouches. */
async function standingOfBooker(
  deps: Pick<Dependencies, 'store'>,
  accountId: string,
  booker: Booker,
): Promise<Standing> {
  const address = bookerAddress(booker)
  if (address === undefined) return NOBODY
  const key = contactKeyOf(accountId, address)
  const contact = await contactEntity.read(deps.store, key)
  return contact ? standingOf(await currentContact(deps, contact)) : NOBODY
}

/** An event type with the limits of its account, as it is stored; undefined if it was erased. */
export const limitedEventType = async (
  deps: Pick<Dependencies, 'store' | 'clock'>,
  eventTypeId: string,
): Promise<EventType | undefined> =>
  await withAccountLimits(deps, await eventTypeEntity.read(deps.store, eventTypeKey(eventTypeId)))

/** Refuses a booker without an email address where a stranger has to prove who they are. */
export const checkProvable = (booker: Booker | undefined): Result<undefined, Refusal> =>
  booker !== undefined && booker.email === undefined
    ? invalid('/booker/email', 'is required: it shows who may book this event type')
    : ok(undefined)

/** An event type under the rules for the booker of a booking, as far as they have any. */
export async function underOwnRules(
  deps: Pick<Dependencies, 'store'>,
  { accountId, booker }: Pick<Booking, 'accountId' | 'booker'>,
  eventType: EventType | undefined,
): Promise<EventType | undefined> {
  if (eventType?.access?.some(({ limits }) => limits) !== true || booker === undefined) {
    return eventType
  }
  return forPerson(eventType, await standingOfBooker(deps, accountId, booker)) ?? eventType
}

/**
 * Refuses a booking whose booker has just proved who they are, if they may not book its event type so far ahead, or only for a
 * higher price than the one that everybody is asked, or have to pay all of it in advance and others have not. Answers the event type under their rules, where it matters who they are.
 */
export async function checkProved(
  deps: Dependencies,
  booking: Booking,
  now: number,
): Promise<Result<EventType | undefined, Refusal>> {
  const { accountId, eventTypeId, booker, startEpochSeconds } = booking
  if (eventTypeId === undefined || booker === undefined) return ok(undefined)
  const eventType = await limitedEventType(deps, eventTypeId)
  if (eventType === undefined || !mustBeKnown(eventType)) return ok(undefined)
  const standing = await standingOfBooker(deps, accountId, booker)
  if (standing.isBarred) return refuse({ code: 'booker_not_allowed' })
  if (booking.stay) {
    // Nights have no rules for kinds of customers.
    const present = checkNoShows(eventType, booking, standing)
    return present.ok ? ok(eventType) : present
  }
  const loaded = await loadFor(deps, booking, eventTypeId, standing)
  if (!loaded.ok) return loaded
  const own = await withAccountLimits(deps, loaded.value.eventType)
  const present = checkNoShows(own, booking, standing)
  if (!present.ok) return present
  if (eventType.access === undefined) return ok(own)
  const { endEpochMinutes } = bookableRange(loaded.value.policy, now)
  const isInWindow = startEpochSeconds < endEpochMinutes * 60
  return isInWindow && !(await costsMore(deps, booking, loaded.value.eventType))
    ? ok(own)
    : refuse({ code: 'booker_not_allowed' })
}

/** The event type of a booking with its answers, under the rules for somebody. */
const loadFor = (deps: Dependencies, booking: Booking, eventTypeId: string, asker: Asker) =>
  loadEventType(deps, booking.accountId, eventTypeId, true, {
    who: async () => asker,
    answers: { given: booking.answers ?? {}, from: 'agreed' },
  })

/** Whether a booking would cost its booker more than it costs everybody, for whom it was held. */
async function costsMore(deps: Dependencies, booking: Booking, own: EventType): Promise<boolean> {
  if (own.payment === undefined) return false
  const usual = await loadFor(deps, booking, own.id, 'stranger')
  if (!usual.ok) return false
  const priceFor = (eventType: EventType) =>
    priceOfBooked(eventType, booking, booking.startEpochSeconds)?.amount ?? 0
  return priceFor(own) > priceFor(usual.value.eventType)
}
