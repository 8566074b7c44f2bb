import type { Assignment } from '@holdfast/engine'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import type { BookingFailed } from '../booking-committed.ts'
import { hasSessionBegun } from '../bookings/create-booking.ts'
import type { PreparedBooking } from '../bookings/prepare-booking.ts'
import { reportConflict } from '../bookings/report-conflict.ts'
import type { Decision } from '../decision.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { EventType } from '../event-types/event-type.ts'
import type { TeamSearch } from '../teams/assign-team.ts'
import { type UnitClaim, unitAssignment } from '../units/unit-claim.ts'
import { UnitSearch } from '../units/unit-search.ts'
import { type Assignable, assignPeople } from './assign-people.ts'
import type { WantedBooking } from './expand-items.ts'
import type { GroupInput } from './group-input.ts'
import { expiringTogether } from './visit-rules.ts'

/** A start that a group goes without, and why. */
export interface SkippedBooking {
  readonly wanted: WantedBooking
  readonly refusal: Refusal
}

/** Refusals about a start. The others are about the request, so nothing is booked. */
export const SKIPPABLE: ReadonlySet<Refusal['code']> = new Set([
  'slot_taken',
  'slot_not_bookable',
  'calendar_unavailable',
  'session_full',
  'session_cancelled',
  'session_closed',
  'limit_reached',
  'no_such_time',
])

/** A booking of a group that the rules allow; of a team, with the search for its people. */
export interface GroupMember {
  readonly prepared: PreparedBooking
  readonly search?: TeamSearch
}

interface DraftEntry extends GroupMember, Assignable {
  readonly wanted: WantedBooking
  readonly search?: TeamSearch
}

type Refused = Extract<BookingFailed, { readonly kind: 'refused' }>

/** A session is not as an entry was prepared for. */
const STALE = { kind: 'stale' } as const

/** The bookings that a group will have, as far as is known, and those that it goes without. */
export class GroupDraft {
  readonly #deps: BookingDependencies
  readonly #onConflict: GroupInput['onConflict']
  readonly #isVisit: boolean
  #entries: DraftEntry[] = []
  /** Who serves each entry of a team, and the unit of each stay. */
  #assigned: ReadonlyMap<DraftEntry, readonly Assignment[]> = new Map()
  /** The search for the units of stays, of which some have several. */
  #units: UnitSearch | undefined
  readonly skipped: SkippedBooking[] = []

  constructor(
    deps: BookingDependencies,
    { onConflict, together = false }: Pick<GroupInput, 'onConflict' | 'together'>,
  ) {
    this.#deps = deps
    this.#onConflict = onConflict
    this.#isVisit = together
  }

  add(wanted: WantedBooking, member: GroupMember): void {
    const { policy, provider } = member.prepared.offer
    const { startEpochSeconds = 0 } = wanted
    const placed = { policy, startEpochSeconds }
    const { only } = wanted.item
    this.#entries.push({ wanted, placed, only, providerIds: [provider.id], ...member })
  }

  /** Goes without a start. Answers the refusal of the whole group if it cannot. */
  without(wanted: WantedBooking, refusal: Refusal): Refused | undefined {
    const { itemIndex: index, localStart } = wanted
    const entry = this.#entries.find((each) => each.wanted === wanted)
    if (entry && wanted.startEpochSeconds !== undefined) {
      reportConflict(this.#deps, refusal, entry.prepared.offer, wanted.startEpochSeconds)
    }
    if (this.#onConflict === 'refuse' || !SKIPPABLE.has(refusal.code)) {
      const item = { index, localStart }
      return { kind: 'refused', refusal: { code: 'group_item_refused', refusal, item } }
    }
    this.#entries = this.#entries.filter((each) => each.wanted !== wanted)
    this.skipped.push({ wanted, refusal })
    return undefined
  }

  /** Takes over why the bookings were not committed. Answers how the whole group ends, if it does. */
  async learn(failure: BookingFailed): Promise<BookingFailed | undefined> {
    if (failure.kind === 'stale') return failure
    const { refusal, index, takenProviderId } = failure
    const entry = index === undefined ? undefined : this.#entries[index]
    if (entry === undefined || index === undefined) return failure
    if (entry.search && takenProviderId !== undefined) {
      entry.search.exclude(takenProviderId)
      return undefined
    }
    if (this.#units && takenProviderId !== undefined) {
      this.#units.exclude(index, takenProviderId)
      return undefined
    }
    return await this.#withoutEntry(entry, refusal)
  }

  /**
   * Chooses the people of all teams, nobody twice at the same time, or the units of all stays. Answers how the whole group ends, if it
   * does.
   */
  async assign(): Promise<BookingFailed | undefined> {
    const stays = this.#entries.flatMap(({ prepared }) => prepared.units ?? [])
    if (stays.length > 0) return await this.#assignUnits(stays)
    const { assigned, ended } = await assignPeople(this.#entries, (entry, refusal) =>
      this.#withoutEntry(entry, refusal),
    )
    if (ended) return ended
    this.#assigned = assigned
    return this.#entries.length === 0 ? this.#nothingLeft() : undefined
  }

  /** Chooses a unit for each stay, none for two that share a night. Without a choice, nothing is read. */
  async #assignUnits(claims: readonly UnitClaim[]): Promise<BookingFailed | undefined> {
    const hasChoice = claims.some(({ units }) => units.length > 1)
    if (hasChoice) this.#units ??= await UnitSearch.begin(this.#deps, claims)
    const search = this.#units
    const units = search ? await search.choose() : claims.flatMap(({ units: [only] }) => only ?? [])
    if (search && units === undefined) {
      const { index, days } = search.whyNot()
      const entry = this.#entries[index]
      return entry && this.without(entry.wanted, { code: 'night_taken', days })
    }
    this.#assigned = new Map(
      this.#entries.flatMap((entry, at) => {
        const [claim, unit] = [claims[at], units?.[at]]
        return claim && unit ? [[entry, [unitAssignment(claim, unit)]] as const] : []
      }),
    )
    return undefined
  }

  /** The decisions about the bookings with the people and units that were chosen. */
  decisions(): readonly Decision[] {
    const decisions = this.#entries.map((entry) =>
      inGroup(entry.prepared.decide(this.#assigned.get(entry))),
    )
    return this.#isVisit ? expiringTogether(decisions) : decisions
  }

  /** The event types of the bookings, in the order of `decisions`. */
  eventTypes(): readonly (EventType | undefined)[] {
    return this.#entries.map(({ prepared }) => prepared.offer.eventType)
  }

  /** Goes without an entry, unless a session has begun at its start. */
  async #withoutEntry(
    { prepared, wanted }: DraftEntry,
    refusal: Refusal,
  ): Promise<BookingFailed | undefined> {
    return (await hasSessionBegun(this.#deps, prepared)) ? STALE : this.without(wanted, refusal)
  }

  /** The refusal of a group that has no booking left: that of the first start. */
  #nothingLeft(): Refused {
    const [first] = this.skipped
    if (first === undefined)
      return { kind: 'refused', refusal: notFound('booking_group', '').refusal }
    const { itemIndex: index, localStart } = first.wanted
    const item = { index, localStart }
    const refusal = { code: 'group_item_refused', refusal: first.refusal, item } as const
    return { kind: 'refused', refusal }
  }
}

/** A decision whose emails the group sends. Each booking asks by an email of its own for a proof of the address. */
export const inGroup = (decision: Decision): Decision =>
  decision.booking.emailUnconfirmed ? decision : { ...decision, isGroupChange: true }
