import {
  type AddressedBooker,
  ok,
  type Result,
  refuse,
  type TimeOfDay,
  type Weekday,
} from '@holdfast/engine'
import { type Caller, hasProved } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { isDerivedToken } from '../../kernel/manage-tokens.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { invalid, notFound } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { commit } from '../../kernel/transaction.ts'
import { checkBooker } from '../bookings/booking-input.ts'
import { type LoadedEventType, loadEventType } from '../bookings/offer.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { waitlistEntryKey, waitlistLine } from '../keys.ts'
import { INVALID_PHONE } from '../locations/check-locations.ts'
import { checkParty, checkSeatsPerBooking } from '../seats/party.ts'
import { wakeLine } from '../waitlist/due-line.ts'
import { confirmableUntil, type WaitlistEntry, waitlistEntryEntity } from '../waitlist/entry.ts'
import { confirmedEntry } from '../waitlist/entry-changes.ts'
import { entryWrites } from '../waitlist/entry-writes.ts'

/** How many people wait for one event type at most. A few more may join at the same moment. */
export const WAITLIST_MAX = 1000

const DAY_SECONDS = 24 * 60 * 60
/** The longest range of an entry. */
const RANGE_DAYS = 92
/** How far ahead a range may end. */
const AHEAD_DAYS = 366

/** What somebody waits for. Ends of the range are read in the zone of the provider. */
export interface JoinInput {
  /** Epoch seconds of an end of the range, `[from, to)`. */
  readonly from: (timeZone: string) => number
  readonly to: (timeZone: string) => number
  readonly weekdays?: readonly Weekday[] | undefined
  readonly timeOfDay?: TimeOfDay | undefined
  readonly seats?: number | undefined
  readonly booker: AddressedBooker
  /** Whether the entry is on the wait list only once its person has proved to own the address. Default: false. */
  readonly requiresEmailProof?: boolean
}

/** A new entry and its manage token, which is shown once. */
export interface JoinedWaitlist {
  readonly entry: WaitlistEntry
  readonly manageToken: string
}

/**
 * Puts somebody at the end of the wait list of an event type. The task of the wait list looks at it at once: a start that
 * fits may be free already.
 */
export async function joinWaitlist(
  deps: BookingDependencies,
  caller: Caller<JoinedWaitlist>,
  eventTypeId: string,
  input: JoinInput,
): Promise<Result<JoinedWaitlist, Refusal>> {
  const checked = checkBooker(input.booker)
  if (!checked.ok) return checked
  const loaded = await loadEventType(deps, caller.accountId, eventTypeId, true)
  if (!loaded.ok) return loaded
  const open = checkOpen(loaded.value)
  if (!open.ok) return open
  const entry = await newEntry(deps, caller, loaded.value, input)
  if (!entry.ok) return entry
  const room = await checkRoom(deps, eventTypeId)
  if (!room.ok) return room
  const isWaiting = entry.value.entry.status === 'waiting'
  const email = isWaiting ? 'waitlist.joined' : 'waitlist.unconfirmed'
  const writes = {
    ...entryWrites(deps, undefined, entry.value.entry, email),
    ...(isWaiting && { wake: wakeLine(deps, entry.value.entry, entry.value.entry.id) }),
  }
  const committed = await commit(deps, caller, writes, entry.value)
  if (committed.kind === 'done') return entry
  if (committed.kind === 'refused') return refuse(committed.refusal)
  if (committed.conflicts.has('person')) return refuse({ code: 'already_waiting', eventTypeId })
  throw new Error('a new entry of a wait list has the id of an existing one')
}

/** Refuses an event type whose wait list nobody can join. */
function checkOpen({ eventType, provider }: LoadedEventType): Result<undefined, Refusal> {
  const { id: eventTypeId, waitlist, status } = eventType
  if (waitlist === undefined) return refuse({ code: 'waitlist_closed', eventTypeId })
  if (status === 'inactive') return refuse({ code: 'event_type_inactive', eventTypeId })
  return provider.isInactive
    ? refuse({ code: 'provider_inactive', providerId: provider.id })
    : ok(undefined)
}

/**
 * Refuses another entry of a wait list that is full. The read may be a moment old: people who join at the same time can
 * exceed the bound anyway.
 */
async function checkRoom(
  { store }: Pick<Dependencies, 'store'>,
  eventTypeId: string,
): Promise<Result<undefined, Refusal>> {
  const line = await store.query({ ...waitlistLine(eventTypeId), limit: WAITLIST_MAX })
  return line.items.length < WAITLIST_MAX
    ? ok(undefined)
    : refuse({ code: 'waitlist_full', max: WAITLIST_MAX })
}

async function newEntry(
  deps: BookingDependencies,
  caller: Pick<Caller, 'accountId' | 'actor' | 'role' | 'booker'>,
  { eventType, provider }: LoadedEventType,
  input: JoinInput,
): Promise<Result<JoinedWaitlist, Refusal>> {
  const { accountId, actor, role } = caller
  const isUnproven = role !== 'account' && !hasProved(caller, input.booker)
  const { timeZone } = provider
  const now = epochSeconds(deps.clock)
  const range = rangeOf(input, timeZone, now)
  if (!range.ok) return range
  const party = checkParty('/seats', eventType, input.seats)
  if (!party.ok) return party
  const fits = checkSeatsPerBooking('/seats', eventType, party.value, role)
  if (!fits.ok) return fits
  const booker = await withReadPhone(deps, input.booker, timeZone)
  if (!booker.ok) return booker
  const id = deps.ids.next('waitlistEntry', deps.clock.nowEpochMilliseconds())
  const manageToken = deps.secrets.manageToken(id)
  const { weekdays, timeOfDay, requiresEmailProof } = input
  const entry: WaitlistEntry = {
    id,
    accountId,
    eventTypeId: eventType.id,
    providerId: provider.id,
    version: 1,
    actor,
    status: requiresEmailProof ? 'unconfirmed' : 'waiting',
    ...range.value,
    ...(weekdays && { weekdays }),
    ...(timeOfDay && { timeOfDay }),
    ...(eventType.seats && { seats: party.value }),
    booker: booker.value,
    ...(isUnproven && { isUnproven }),
    personMark: deps.secrets.personMarks(accountId, booker.value.email)[0] ?? booker.value.email,
    manageTokenHash: deps.secrets.hash(manageToken),
    createdAtEpochSeconds: now,
    updatedAtEpochSeconds: now,
  }
  return ok({ entry, manageToken })
}

function rangeOf(
  { from, to }: JoinInput,
  timeZone: string,
  now: number,
): Result<Pick<WaitlistEntry, 'fromEpochSeconds' | 'toEpochSeconds'>, Refusal> {
  const fromEpochSeconds = Math.max(from(timeZone), now)
  const toEpochSeconds = to(timeZone)
  if (toEpochSeconds <= now) return invalid('/to', '`to` must be in the future.')
  if (toEpochSeconds <= fromEpochSeconds) return invalid('/to', '`to` must be after `from`.')
  if (toEpochSeconds - fromEpochSeconds > RANGE_DAYS * DAY_SECONDS) {
    return invalid('/to', `\`to\` must be at most ${RANGE_DAYS} days after \`from\`.`)
  }
  return toEpochSeconds - now > AHEAD_DAYS * DAY_SECONDS
    ? invalid('/to', `\`to\` must be at most ${AHEAD_DAYS} days ahead.`)
    : ok({ fromEpochSeconds, toEpochSeconds })
}

/** A booker with their phone number in E.164. */
async function withReadPhone(
  { phoneNumbers }: BookingDependencies,
  booker: AddressedBooker,
  timeZone: string,
): Promise<Result<AddressedBooker, Refusal>> {
  if (booker.phone === undefined) return ok(booker)
  const phone = await phoneNumbers.toE164(booker.phone, [booker.timeZone ?? timeZone, timeZone])
  return phone === undefined
    ? invalid('/booker/phone', `"${booker.phone}" ${INVALID_PHONE}`)
    : ok({ ...booker, phone })
}

/** What the token in the link of an email is derived from: it proves one address for one entry. */
const proofOf = ({ id, booker }: Pick<WaitlistEntry, 'id' | 'booker'>): string =>
  `${id} email ${booker.email}`

/** The token in the link of the email that asks to confirm the address. */
export const waitlistProofToken = (
  { secrets }: Pick<Dependencies, 'secrets'>,
  entry: Pick<WaitlistEntry, 'id' | 'booker'>,
): string => secrets.manageToken(proofOf(entry))

/**
 * Puts an entry on the wait list by the token that was emailed to its person. A token that was used already changes
 * nothing. A wrong one, or one that is over a day old, finds nothing.
 */
export async function confirmWaitlistEmail(
  deps: Dependencies,
  caller: Caller<WaitlistEntry>,
  entryId: string,
  token: string,
): Promise<Result<WaitlistEntry, Refusal>> {
  return await retryOnConflict(`wait-list entry ${entryId}`, async () => {
    const before = await waitlistEntryEntity.read(deps.store, waitlistEntryKey(entryId))
    const now = epochSeconds(deps.clock)
    if (before === undefined || !isDerivedToken(deps, proofOf(before), token)) {
      return notFound('waitlist_entry', entryId)
    }
    if (before.status !== 'unconfirmed') return ok(before)
    if (confirmableUntil(before) <= now) return notFound('waitlist_entry', entryId)
    const room = await checkRoom(deps, before.eventTypeId)
    if (!room.ok) return room
    const after = confirmedEntry(before, { actor: caller.actor, now })
    const writes = {
      ...entryWrites(deps, before, after, 'waitlist.joined'),
      wake: wakeLine(deps, after, after.id),
    }
    const committed = await commit(deps, caller, writes, after)
    if (committed.kind === 'done') return ok(after)
    if (committed.kind === 'refused') return refuse(committed.refusal)
    const { eventTypeId } = before
    return committed.conflicts.has('person') && !committed.conflicts.has('entry')
      ? refuse({ code: 'already_waiting', eventTypeId })
      : CONFLICT
  })
}
