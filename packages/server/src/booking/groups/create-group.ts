import { amountToPay, awaitsPayment, type Booking, ok, type Result, refuse } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { formatWrite } from '../../kernel/format.ts'
import { mapAtMost } from '../../kernel/map-at-most.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict, tooContended } from '../../kernel/retry.ts'
import { propose } from '../../ledger/alternatives.ts'
import { hasPersonWrites, type PersonWrites, personWrites } from '../bookings/book-person.ts'
import type { BookingInput } from '../bookings/booking-input.ts'
import { type BookingChanges, commitBookings } from '../bookings/commit-booking.ts'
import type { Offer } from '../bookings/offer.ts'
import { prepareBooking } from '../bookings/prepare-booking.ts'
import type { Decision } from '../decision.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { PaidTogether, PaymentWrites } from '../ports/payments.ts'
import { searchTeam } from '../teams/assign-team.ts'
import { type BookingGroup, bookingGroupEntity } from '../visits/booking-group.ts'
import { bookSequence } from './book-sequence.ts'
import { PREPARED_AT_ONCE, ROUNDS_MAX } from './bounds.ts'
import { type WantedBooking, wantedBookings } from './expand-items.ts'
import { GroupDraft, type GroupMember, type SkippedBooking } from './group-draft.ts'
import type { GroupInput } from './group-input.ts'
import { groupMail } from './group-mail-task.ts'
import { bookWithOnePerson } from './one-person.ts'
import { sharedFields } from './shared-fields.ts'
import { withOneProof } from './visit-rules.ts'

/** A new group, and its manage token, which is shown once. */
export interface CreatedGroup {
  readonly group: BookingGroup
  readonly bookings: readonly Booking[]
  readonly skipped: readonly SkippedBooking[]
  readonly manageToken: string
}

/**
 * Books several starts in one transaction: all of them, or with `skip` all that can be booked. The rules and the
 * calendars are checked before, start by start; whether the time is free is decided in the transaction. Of a team, an
 * earlier item chooses first; with `samePerson`, one person serves all of them.
 */
export async function createBookingGroup(
  deps: BookingDependencies,
  caller: Caller<CreatedGroup>,
  input: GroupInput,
): Promise<Result<CreatedGroup, Refusal>> {
  const book = (asked: GroupInput) => bookGroup(deps, caller, asked)
  if (input.samePerson) return await bookWithOnePerson(deps, caller, input, book)
  return input.sequence ? await bookSequence(deps, caller, input, book) : await book(input)
}

/** Books the starts of a group, each with whoever is free. */
async function bookGroup(
  deps: BookingDependencies,
  caller: Caller<CreatedGroup>,
  input: GroupInput,
): Promise<Result<CreatedGroup, Refusal>> {
  const wanted = await wantedBookings(deps, caller.accountId, input)
  if (!wanted.ok) return wanted
  const id = deps.ids.next('bookingGroup', deps.clock.nowEpochMilliseconds())
  const manageToken = deps.secrets.manageToken(id)
  const { bookings, price, eventTypes } = wanted.value
  const fieldsFor = sharedFields(eventTypes, input.fields)
  let paidTogether = price && {
    ...price,
    paymentId: deps.ids.next('payment', deps.clock.nowEpochMilliseconds()),
  }
  // Nothing has a price after all, by its rules: the bookings do not wait for each other then.
  const withoutPrice = () => {
    paidTogether = undefined
  }
  // A session that ended or began meanwhile has other rules, so its item is prepared again.
  return retryOnConflict(`the sessions of group ${id}`, async () => {
    const draft = new GroupDraft(deps, input)
    const prepared = await mapAtMost(bookings, PREPARED_AT_ONCE, (each) =>
      prepareItem(deps, caller, input, each, {
        groupId: id,
        paidTogether,
        fields: fieldsFor(eventTypes.find(({ id: typeId }) => typeId === each.item.eventTypeId)),
      }),
    )
    for (const [index, each] of prepared.entries()) {
      const asked = bookings[index]
      if (asked === undefined) continue
      if (each.ok) draft.add(asked, each.value)
      else {
        const refused = draft.without(asked, each.refusal)
        if (refused) return refuse(refused.refusal)
      }
    }
    // An order raises the format of the store by itself.
    const raisesFormat = paidTogether !== undefined
    const person = hasPersonWrites(input)
      ? await personWrites(deps, { ...input, raisesFormat })
      : undefined
    return await commitGroup(deps, caller, draft, {
      id,
      manageToken,
      person,
      paidTogether,
      withoutPrice,
      // A server that does not know visits would change a part by itself.
      format:
        input.together && !raisesFormat && !person ? await formatWrite(deps.store) : undefined,
      ...(input.together && { together: true }),
    })
  })
}

/** Prepares one start of a group. */
async function prepareItem(
  deps: BookingDependencies,
  caller: Caller<CreatedGroup>,
  { booker, standing, isOverride, requiresEmailProof = false }: GroupInput,
  { item, itemIndex, localStart, timeZone, startEpochSeconds }: WantedBooking,
  group: Pick<BookingInput, 'groupId' | 'paidTogether' | 'fields'>,
): Promise<Result<GroupMember, Refusal>> {
  if (startEpochSeconds === undefined) return refuse({ code: 'no_such_time', localStart, timeZone })
  const { eventTypeId, recurrence: _, only: _only, ...asked } = item
  const prepared = await prepareBooking(deps, caller, {
    ...asked,
    target: { eventTypeId },
    startEpochSeconds,
    ...(booker && { booker }),
    standing,
    isOverride,
    requiresEmailProof,
    ...group,
  })
  if (!prepared.ok) return refuse(withPointers(prepared.refusal, itemIndex))
  const { team, offer } = prepared.value
  if (item.stay && paysLater(offer)) {
    return invalid(
      `/items/${itemIndex}/${item.stay.rate?.ratePlanId === undefined ? 'eventTypeId' : 'ratePlanId'}`,
      'asks for a deposit, and rooms that are booked together are paid in full: choose another rate plan, or book the stay by itself',
    )
  }
  return ok({ prepared: prepared.value, ...(team && { search: await searchTeam(deps, team) }) })
}

/** Whether a part of the price is paid later. An order of several bookings has no balance with a due date. */
const paysLater = ({ eventType }: Offer): boolean =>
  eventType?.payment !== undefined &&
  amountToPay(eventType.payment, eventType.payment.amount) < eventType.payment.amount

const ITEM_MEMBERS =
  /^\/(eventTypeId|start|providerId|durationMinutes|expectedAmount|seats|arrival|departure|occupants|ratePlanId|extras|code|quoteId)\b/

/** A refusal whose pointers lead to the item, as far as they are about it. */
const withPointers = (refusal: Refusal, itemIndex: number): Refusal =>
  refusal.code === 'validation_failed'
    ? {
        ...refusal,
        errors: refusal.errors.map((error) =>
          ITEM_MEMBERS.test(error.pointer)
            ? { ...error, pointer: `/items/${itemIndex}${error.pointer}` }
            : error,
        ),
      }
    : refusal

/**
 * Commits a group; on a conflict with other people of its teams, or without what is taken. `CONFLICT`: a session, or
 * the format of the store, is not as it was prepared for.
 */
async function commitGroup(
  deps: BookingDependencies,
  caller: Caller<CreatedGroup>,
  draft: GroupDraft,
  identity: GroupIdentity,
): Promise<Result<CreatedGroup, Refusal> | typeof CONFLICT> {
  const committed = await commitBookings(deps, caller, async (failures) => {
    const last = failures.at(-1)
    const learned = last && (await draft.learn(last))
    if (learned) return learned
    if (failures.length === ROUNDS_MAX) throw tooContended(`the bookings of group ${identity.id}`)
    const ended = await draft.assign()
    if (ended) return ended
    if (identity.paidTogether && draft.decisions().every(isFree)) {
      identity.withoutPrice()
      return { kind: 'stale' }
    }
    const changes = await changesOf(deps, caller, draft, identity)
    return changes.ok ? propose(changes.value) : { kind: 'refused', refusal: changes.refusal }
  })
  if (committed.kind === 'done') return ok(committed.value)
  return committed.kind === 'refused' ? refuse(committed.refusal) : CONFLICT
}

interface GroupIdentity {
  readonly id: string
  readonly manageToken: string
  /** What is written of a booker without an email address: once, with any of the bookings. */
  readonly person: PersonWrites | undefined
  /** What its bookings are paid by. Absent: nothing has a price. */
  readonly paidTogether: PaidTogether | undefined
  readonly withoutPrice: () => void
  readonly together?: true
  /** The write that raises the format of the store. Absent: it is high enough, or something else raises it. */
  readonly format: Write | undefined
}

const isFree = ({ booking }: Decision): boolean => (booking.payment?.amount ?? 0) === 0

/** The bookings of a group as it is planned, with the group. */
async function changesOf(
  deps: BookingDependencies,
  { accountId }: Caller<CreatedGroup>,
  draft: GroupDraft,
  { id, manageToken, person, paidTogether, together, format }: GroupIdentity,
): Promise<Result<BookingChanges<CreatedGroup>, Refusal>> {
  const decided = draft.decisions().map((decision) => ({ before: undefined, decision }))
  const changes = together ? withOneProof(decided) : decided
  const bookings = changes.map(({ decision }) => decision.booking)
  const paid = paidTogether && (await paidBy(deps, paidTogether, bookings, draft))
  if (paid && !paid.ok) return paid
  const group: BookingGroup = {
    id,
    accountId,
    bookingIds: bookings.map((booking) => booking.id),
    manageTokenHash: deps.secrets.hash(manageToken),
    createdAtEpochSeconds: epochSeconds(deps.clock),
    ...(together && { together }),
  }
  const [first] = bookings
  const further = () => [
    bookingGroupEntity.create(group),
    ...(first && person ? person(first) : []),
    ...(paid?.value() ?? []),
    ...(format ? [format] : []),
    ...groupMail(
      deps,
      group,
      changes.filter(({ decision }) => decision.isGroupChange),
    ),
  ]
  return ok({
    changes,
    further,
    ...(paid && { spareWrites: SPARE_WRITES }),
    value: { group, bookings, skipped: sorted(draft.skipped), manageToken },
  })
}

/** So many writes more than its creation needs the confirmation of a group by its payment. */
const SPARE_WRITES = 4

/** The writes of what the bookings of a group are paid by together. */
async function paidBy(
  deps: BookingDependencies,
  paidTogether: PaidTogether,
  bookings: readonly Booking[],
  draft: GroupDraft,
): Promise<Result<PaymentWrites, Refusal> | undefined> {
  const eventTypes = draft.eventTypes()
  const [first, ...others] = bookings.flatMap((booking, index) => {
    const eventType = eventTypes[index]
    return eventType ? [{ booking, eventType }] : []
  })
  if (first === undefined) return undefined
  const isPayable = bookings.every(awaitsPayment)
  return await deps.payments?.beginTogether(deps, paidTogether, [first, ...others], isPayable)
}

/** In the order in which they were asked for. */
const sorted = (skipped: readonly SkippedBooking[]): readonly SkippedBooking[] =>
  skipped.toSorted(
    (a, b) =>
      a.wanted.itemIndex - b.wanted.itemIndex ||
      (a.wanted.localStart < b.wanted.localStart ? -1 : 1),
  )
