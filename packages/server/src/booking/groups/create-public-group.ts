import { ok, type Result } from '@holdfast/engine'
import type { PublicGuard } from '../../identity/limits/cap-sizes.ts'
import { type PublicCapsContext, takeBookings } from '../../identity/limits/public-caps.ts'
import type { ShownProof } from '../../identity/limits/spent-proof.ts'
import { type Caller, checkSignInAccount } from '../../kernel/caller.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { typedBooker } from '../bookings/typed-booker.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { gapOfVisits } from '../providers/visit-rules.ts'
import { arrivalCapacity, dayCapacity } from '../public/day-capacity.ts'
import {
  findPublicEventType,
  findPublicStayType,
  type PublicEventType,
  type PublicStayType,
} from '../public/public-event-type.ts'
import { checkSeatsPerBooking } from '../seats/party.ts'
import { type CreatedGroup, createBookingGroup } from './create-group.ts'
import { wantedBookings } from './expand-items.ts'
import type { GroupInput } from './group-input.ts'

/** What a caller without an API key books together. */
export interface PublicGroupInput extends GroupInput {
  readonly accountSlug?: string | undefined
  readonly proof: ShownProof
  readonly guard: PublicGuard | undefined
}

/**
 * Books several starts for a caller without an API key. All event types must be public and of one account. Each
 * start counts against the caps of the caller's network.
 */
export async function createPublicBookingGroup(
  { deps, caps }: PublicCapsContext & { readonly deps: BookingDependencies },
  caller: Caller<CreatedGroup>,
  sent: PublicGroupInput,
): Promise<Result<CreatedGroup, Refusal>> {
  const found = await findEventTypes(deps, sent)
  if (!found.ok) return found
  const { accountId, eventTypes } = found.value
  const gap = gapFor(sent, eventTypes)
  if (!gap.ok) return gap
  const input = { ...sent, maxGapMinutes: gap.value }
  const own = checkSignInAccount(caller, accountId)
  if (!own.ok) return own
  const asAccount = { ...caller, accountId }
  const wanted = await wantedBookings(deps, accountId, input)
  if (!wanted.ok) return wanted
  const inSessions = new Map<string, number>()
  for (const { item, itemIndex, startEpochSeconds } of wanted.value.bookings) {
    const session = `${item.eventTypeId} ${startEpochSeconds}`
    const seats = (inSessions.get(session) ?? 0) + (item.seats ?? 1)
    inSessions.set(session, seats)
    const { eventType } = eventTypes.get(item.eventTypeId) ?? {}
    const pointer = `/items/${itemIndex}/seats`
    const fits = checkSeatsPerBooking(pointer, eventType, seats, caller.role)
    if (!fits.ok) return fits
  }
  const counted = wanted.value.bookings.flatMap(({ item, startEpochSeconds }) => {
    const found = eventTypes.get(item.eventTypeId)
    if (found === undefined || startEpochSeconds === undefined) return []
    const capacity =
      'units' in found
        ? arrivalCapacity(found.units, { arrivalDay: item.stay?.arrivalDay ?? 0 })
        : dayCapacity(found.policy, startEpochSeconds, found.eventType)
    return [{ providerId: found.provider.id, seats: item.seats, ...capacity }]
  })
  const { guard, proof } = input
  const timeZone = eventTypes.values().next().value?.provider.timeZone
  const typed = await typedBooker(deps, { accountId, booker: input.booker, timeZone, guard })
  if (!typed.ok) return typed
  const booker = typed.value
  const counts = { ...asAccount, email: booker?.email, phone: booker?.phone, proof }
  const taken = await takeBookings({ deps, caps }, counts, counted)
  return taken.ok ? await createBookingGroup(deps, asAccount, { ...input, booker }) : taken
}

/** The longest pause between the parts of a sequence. Refuses a longer one than the providers allow. */
function gapFor(
  { maxGapMinutes }: Pick<PublicGroupInput, 'maxGapMinutes'>,
  eventTypes: Found['eventTypes'],
): Result<number, Refusal> {
  const most = gapOfVisits([...eventTypes.values()].map(({ provider }) => provider))
  return maxGapMinutes !== undefined && maxGapMinutes > most
    ? invalid('/maxGapMinutes', `must be at most ${most}, the longest pause of their providers`)
    : ok(maxGapMinutes ?? most)
}

interface Found {
  readonly accountId: string
  readonly eventTypes: ReadonlyMap<string, PublicEventType | PublicStayType>
}

async function findEventTypes(
  deps: BookingDependencies,
  { items, accountSlug }: PublicGroupInput,
): Promise<Result<Found, Refusal>> {
  const eventTypes = new Map<string, PublicEventType | PublicStayType>()
  let accountId = ''
  for (const [index, { eventTypeId, stay }] of items.entries()) {
    if (eventTypes.has(eventTypeId)) continue
    const found = stay
      ? await findPublicStayType(deps, { eventTypeId, accountSlug }, `/items/${index}/arrival`)
      : await findPublicEventType(deps, { eventTypeId, accountSlug })
    if (!found.ok) return found
    const owner = found.value.provider.accountId
    if (accountId !== '' && accountId !== owner) return notFound('event_type', eventTypeId)
    accountId = owner
    eventTypes.set(eventTypeId, found.value)
  }
  return ok({ accountId, eventTypes })
}
