import { type Booking, ok, type Result, refuse } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { mapAtMost } from '../../kernel/map-at-most.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict, tooContended } from '../../kernel/retry.ts'
import { propose } from '../../ledger/alternatives.ts'
import { hasPersonWrites, type PersonWrites, personWrites } from '../bookings/book-person.ts'
import { type BookingChanges, commitBookings } from '../bookings/commit-booking.ts'
import { prepareBooking } from '../bookings/prepare-booking.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { searchTeam } from '../teams/assign-team.ts'
import { type WantedBooking, wantedBookings } from './expand-items.ts'
import { type BookingGroup, bookingGroupEntity } from './group.ts'
import { GroupDraft, type GroupMember, type SkippedBooking } from './group-draft.ts'
import type { GroupInput } from './group-input.ts'
import { groupMail } from './group-mail-task.ts'

/** A new group, and its manage token, which is shown once. */
export interface CreatedGroup {
  readonly group: BookingGroup
  readonly bookings: readonly Booking[]
  readonly skipped: readonly SkippedBooking[]
  readonly manageToken: string
}

/** How many bookings are checked at once. */
const CHECKS_AT_ONCE = 4

/** How often a group is decided again because a time was taken. */
const ROUNDS_MAX = 100

/**
 * Books several starts in one transaction: all of them, or with `skip` all that can be booked. The rules and the
 * calendars are checked before, start by start; whether the time is free is decided in the transaction. Of a team, an
 * earlier item chooses first.
 */
export async function createBookingGroup(
  deps: BookingDependencies,
  caller: Caller<CreatedGroup>,
  input: GroupInput,
): Promise<Result<CreatedGroup, Refusal>> {
  const wanted = await wantedBookings(deps, caller.accountId, input.items)
  if (!wanted.ok) return wanted
  const id = deps.ids.next('bookingGroup', deps.clock.nowEpochMilliseconds())
  const manageToken = deps.secrets.manageToken(id)
  // A session that ended or began meanwhile has other rules, so its item is prepared again.
  return retryOnConflict(`the sessions of group ${id}`, async () => {
    const draft = new GroupDraft(deps, input.onConflict)
    const prepared = await mapAtMost(wanted.value, CHECKS_AT_ONCE, (each) =>
      prepareItem(deps, caller, input, each, id),
    )
    for (const [index, each] of prepared.entries()) {
      const asked = wanted.value[index]
      if (asked === undefined) continue
      if (each.ok) draft.add(asked, each.value)
      else {
        const refused = draft.without(asked, each.refusal)
        if (refused) return refuse(refused.refusal)
      }
    }
    const person = hasPersonWrites(input) ? await personWrites(deps, input) : undefined
    return await commitGroup(deps, caller, draft, { id, manageToken, person })
  })
}

/** Prepares one start of a group. */
async function prepareItem(
  deps: BookingDependencies,
  caller: Caller<CreatedGroup>,
  { booker, told, isOverride, requiresEmailProof = false }: GroupInput,
  { item, itemIndex, localStart, timeZone, startEpochSeconds }: WantedBooking,
  groupId: string,
): Promise<Result<GroupMember, Refusal>> {
  if (startEpochSeconds === undefined) return refuse({ code: 'no_such_time', localStart, timeZone })
  const prepared = await prepareBooking(deps, caller, {
    target: { eventTypeId: item.eventTypeId },
    startEpochSeconds,
    chosen: item.chosen,
    durationMinutes: item.durationMinutes,
    expectedAmount: item.expectedAmount,
    ...(item.seats !== undefined && { seats: item.seats }),
    ...(booker && { booker }),
    told,
    isOverride,
    requiresEmailProof,
    groupId,
  })
  if (!prepared.ok) return refuse(withPointers(prepared.refusal, itemIndex))
  const { team } = prepared.value
  return ok({ prepared: prepared.value, ...(team && { search: await searchTeam(deps, team) }) })
}

const ITEM_MEMBERS = /^\/(eventTypeId|start|providerId|durationMinutes|expectedAmount|seats)\b/

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
    const ended = last && (await draft.learn(last))
    if (ended) return ended
    if (failures.length === ROUNDS_MAX) throw tooContended(`the bookings of group ${identity.id}`)
    return (await draft.assign()) ?? propose(changesOf(deps, caller, draft, identity))
  })
  if (committed.kind === 'done') return ok(committed.value)
  return committed.kind === 'refused' ? refuse(committed.refusal) : CONFLICT
}

interface GroupIdentity {
  readonly id: string
  readonly manageToken: string
  /** What is written of a booker without an email address: once, with any of the bookings. */
  readonly person: PersonWrites | undefined
}

/** The bookings of a group as it is planned, with the group. */
function changesOf(
  deps: BookingDependencies,
  { accountId }: Caller<CreatedGroup>,
  draft: GroupDraft,
  { id, manageToken, person }: GroupIdentity,
): BookingChanges<CreatedGroup> {
  const changes = draft.decisions().map((decision) => ({ before: undefined, decision }))
  const bookings = changes.map(({ decision }) => decision.booking)
  const group: BookingGroup = {
    id,
    accountId,
    bookingIds: bookings.map((booking) => booking.id),
    manageTokenHash: deps.secrets.hash(manageToken),
    createdAtEpochSeconds: epochSeconds(deps.clock),
  }
  const [first] = bookings
  const further = () => [
    bookingGroupEntity.create(group),
    ...(first && person ? person(first) : []),
    ...groupMail(
      deps,
      group,
      changes.filter(({ decision }) => decision.isGroupChange),
    ),
  ]
  return {
    changes,
    further,
    value: { group, bookings, skipped: sorted(draft.skipped), manageToken },
  }
}

/** In the order in which they were asked for. */
const sorted = (skipped: readonly SkippedBooking[]): readonly SkippedBooking[] =>
  skipped.toSorted(
    (a, b) =>
      a.wanted.itemIndex - b.wanted.itemIndex ||
      (a.wanted.localStart < b.wanted.localStart ? -1 : 1),
  )
