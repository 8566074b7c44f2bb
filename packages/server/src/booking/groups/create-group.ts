import { type Assignment, type Booking, ok, type Result, refuse } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { mapAtMost } from '../../kernel/map-at-most.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict, tooContended } from '../../kernel/retry.ts'
import { commitBookings } from '../bookings/commit-booking.ts'
import { hasSessionBegun } from '../bookings/create-booking.ts'
import { type PreparedBooking, prepareBooking } from '../bookings/prepare-booking.ts'
import { reportConflict } from '../bookings/report-conflict.ts'
import type { Decision } from '../decision.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { searchTeam, type TeamSearch } from '../teams/assign-team.ts'
import { type WantedBooking, wantedBookings } from './expand-items.ts'
import { type BookingGroup, bookingGroupEntity } from './group.ts'
import type { GroupInput } from './group-input.ts'
import { groupMail } from './group-mail-task.ts'
import { Reservations } from './reservations.ts'

/** A start that a group goes without, and why. */
export interface SkippedBooking {
  readonly wanted: WantedBooking
  readonly refusal: Refusal
}

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

/** Refusals about a start. The others are about the request, so nothing is booked. */
const SKIPPABLE: ReadonlySet<Refusal['code']> = new Set([
  'slot_taken',
  'slot_not_bookable',
  'calendar_unavailable',
  'session_full',
  'session_cancelled',
  'session_closed',
  'limit_reached',
  'no_such_time',
])

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
        if (refused) return refused
      }
    }
    return await commitGroup(deps, caller, draft, { id, manageToken })
  })
}

/** Prepares one start of a group. */
async function prepareItem(
  deps: BookingDependencies,
  caller: Caller<CreatedGroup>,
  { booker, note, told, isOverride, requiresEmailProof = false }: GroupInput,
  { item, itemIndex, localStart, timeZone, startEpochSeconds }: WantedBooking,
  groupId: string,
): Promise<Result<GroupMember, Refusal>> {
  if (startEpochSeconds === undefined) return refuse({ code: 'no_such_time', localStart, timeZone })
  const prepared = await prepareBooking(deps, caller, {
    target: { eventTypeId: item.eventTypeId },
    startEpochSeconds,
    chosen: item.chosen,
    durationMinutes: item.durationMinutes,
    ...(item.seats !== undefined && { seats: item.seats }),
    ...(booker && { booker }),
    note,
    told,
    isOverride,
    requiresEmailProof,
    groupId,
  })
  if (!prepared.ok) return refuse(withPointers(prepared.refusal, itemIndex))
  const { team } = prepared.value
  return ok({ prepared: prepared.value, ...(team && { search: await searchTeam(deps, team) }) })
}

const ITEM_MEMBERS = /^\/(eventTypeId|start|providerId|durationMinutes|seats)\b/

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

/** A booking of a group that the rules allow; of a team, with the search for its people. */
interface GroupMember {
  readonly prepared: PreparedBooking
  readonly search?: TeamSearch
}

interface DraftEntry extends GroupMember {
  readonly wanted: WantedBooking
}

type Refused = Extract<Result<never, Refusal>, { readonly ok: false }>

/** The bookings that a group will have, as far as is known, and those that it goes without. */
class GroupDraft {
  readonly #deps: BookingDependencies
  readonly #onConflict: GroupInput['onConflict']
  #entries: DraftEntry[] = []
  readonly skipped: SkippedBooking[] = []

  constructor(deps: BookingDependencies, onConflict: GroupInput['onConflict']) {
    this.#deps = deps
    this.#onConflict = onConflict
  }

  get entries(): readonly DraftEntry[] {
    return this.#entries
  }

  add(wanted: WantedBooking, member: GroupMember): void {
    this.#entries.push({ wanted, ...member })
  }

  /** Goes without a start. Answers the refusal of the whole group if it cannot. */
  without(wanted: WantedBooking, refusal: Refusal): Refused | undefined {
    const { itemIndex: index, localStart } = wanted
    const entry = this.#entries.find((each) => each.wanted === wanted)
    if (entry && wanted.startEpochSeconds !== undefined) {
      reportConflict(this.#deps, refusal, entry.prepared.offer, wanted.startEpochSeconds)
    }
    if (this.#onConflict === 'refuse' || !SKIPPABLE.has(refusal.code)) {
      return refuse({ code: 'group_item_refused', refusal, item: { index, localStart } })
    }
    this.#entries = this.#entries.filter((each) => each.wanted !== wanted)
    this.skipped.push({ wanted, refusal })
    return undefined
  }

  /** The refusal of a group that has no booking left: that of the first start. */
  nothingLeft(): Refused {
    const [first] = this.skipped
    if (first === undefined) return notFound('booking_group', '')
    const { itemIndex: index, localStart } = first.wanted
    const item = { index, localStart }
    return refuse({ code: 'group_item_refused', refusal: first.refusal, item })
  }

  /**
   * Chooses the people of all teams; nobody twice at the same time. Answers a refusal of the whole group,
   * or `CONFLICT` if a session has begun at one of the starts.
   */
  async assign(): Promise<
    Refused | typeof CONFLICT | ReadonlyMap<DraftEntry, readonly Assignment[]>
  > {
    const assigned = new Map<DraftEntry, readonly Assignment[]>()
    const reservations = new Reservations()
    for (const { search, prepared, wanted } of this.#entries) {
      if (search === undefined) reservations.add(prepared.offer.provider.id, prepared, wanted)
    }
    for (const entry of this.#entries) {
      const { search, prepared, wanted } = entry
      if (search === undefined) continue
      const chosen = await search.choose((providerId) =>
        reservations.has(providerId, prepared, wanted),
      )
      if (!chosen.ok) {
        if (await hasSessionBegun(this.#deps, prepared)) return CONFLICT
        const refused = this.without(wanted, chosen.refusal)
        if (refused) return refused
        continue
      }
      assigned.set(entry, chosen.value)
      for (const { providerId } of chosen.value) reservations.add(providerId, prepared, wanted)
    }
    return assigned
  }
}

/**
 * Commits a group; on a conflict with other people of its teams, or without what is taken. `CONFLICT`: a session is not
 * as it was prepared for.
 */
async function commitGroup(
  deps: BookingDependencies,
  caller: Caller<CreatedGroup>,
  draft: GroupDraft,
  { id, manageToken }: { readonly id: string; readonly manageToken: string },
): Promise<Result<CreatedGroup, Refusal> | typeof CONFLICT> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const assigned = await draft.assign()
    // `ReadonlyMap` is no class, so this does not narrow the type.
    if (assigned === CONFLICT || !(assigned instanceof Map))
      return assigned as Refused | typeof CONFLICT
    const { entries } = draft
    if (entries.length === 0) return draft.nothingLeft()
    const changes = entries.map((entry) => ({
      before: undefined,
      decision: inGroup(entry.prepared.decide(assigned.get(entry))),
    }))
    const bookings = changes.map(({ decision }) => decision.booking)
    const group: BookingGroup = {
      id,
      accountId: caller.accountId,
      bookingIds: bookings.map((booking) => booking.id),
      manageTokenHash: deps.secrets.hash(manageToken),
      createdAtEpochSeconds: epochSeconds(deps.clock),
    }
    const created = { group, bookings, skipped: sorted(draft.skipped), manageToken }
    const further = () => [
      bookingGroupEntity.create(group),
      ...groupMail(
        deps,
        group,
        changes.filter(({ decision }) => decision.isGroupChange),
      ),
    ]
    const committed = await commitBookings(deps, caller, changes, further, created)
    if (committed.kind === 'done') return ok(created)
    if (committed.kind === 'stale') return CONFLICT
    const { refusal, index, takenProviderId } = committed
    const entry = index === undefined ? undefined : entries[index]
    if (entry === undefined) return refuse(refusal)
    if (entry.search && takenProviderId !== undefined) entry.search.exclude(takenProviderId)
    else {
      if (await hasSessionBegun(deps, entry.prepared)) return CONFLICT
      const refused = draft.without(entry.wanted, refusal)
      if (refused) return refused
    }
  }
  throw tooContended(`the bookings of group ${id}`)
}

/** A decision whose emails the group sends. Each booking asks by an email of its own for a proof of the address. */
export const inGroup = (decision: Decision): Decision =>
  decision.booking.emailUnconfirmed ? decision : { ...decision, isGroupChange: true }

/** In the order in which they were asked for. */
const sorted = (skipped: readonly SkippedBooking[]): readonly SkippedBooking[] =>
  skipped.toSorted(
    (a, b) =>
      a.wanted.itemIndex - b.wanted.itemIndex ||
      (a.wanted.localStart < b.wanted.localStart ? -1 : 1),
  )
