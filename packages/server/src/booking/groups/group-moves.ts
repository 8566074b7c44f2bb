import type { Assignment } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { BookingFailed } from '../booking-committed.ts'
import type { ChangeDependencies } from '../bookings/follow-payment.ts'
import type { PreparedMove } from '../bookings/prepare-move.ts'
import type { Decision } from '../decision.ts'
import { type Assignable, assignPeople } from './assign-people.ts'
import { changeInGroup, type GroupBookingChange } from './group-changes.ts'
import { expiringTogether } from './visit-rules.ts'

/** A booking of a group whose move the rules allow. */
export interface MovingBooking extends Assignable {
  readonly prepared: PreparedMove
}

type Refused = Extract<BookingFailed, { readonly kind: 'refused' }>

/** The moves of a group, and the people who are free for them as far as is known. */
export class GroupMoves {
  readonly #members: readonly MovingBooking[]
  readonly #isVisit: boolean
  #assigned: ReadonlyMap<MovingBooking, readonly Assignment[]> = new Map()

  constructor(members: readonly MovingBooking[], isVisit: boolean) {
    this.#members = members
    this.#isVisit = isVisit
  }

  at(index: number): PreparedMove | undefined {
    return this.#members[index]?.prepared
  }

  /** Takes over why the moves were not committed. Answers how all of them end, if they do. */
  learn(failure: BookingFailed): BookingFailed | undefined {
    if (failure.kind === 'stale') return failure
    const { index, takenProviderId } = failure
    const search = index === undefined ? undefined : this.#members[index]?.search
    if (search === undefined || takenProviderId === undefined) return failure
    search.exclude(takenProviderId)
    return undefined
  }

  /** Chooses the people of all teams; nobody twice at the same time. Answers why there are none for one of them. */
  async assign(): Promise<Refused | undefined> {
    const { assigned, ended } = await assignPeople(this.#members, async (member, refusal) => {
      const index = this.#members.indexOf(member)
      return { kind: 'refused', refusal, index } as const
    })
    this.#assigned = assigned
    return ended
  }

  /** The changes with the people who were chosen. */
  async changes(
    deps: ChangeDependencies,
    caller: Pick<Caller, 'actor'>,
  ): Promise<
    { readonly kind: 'changes'; readonly changes: readonly GroupBookingChange[] } | Refused
  > {
    const decisions: Decision[] = []
    for (const [index, member] of this.#members.entries()) {
      const decision = member.prepared.decide(this.#assigned.get(member))
      if (!decision.ok) return { kind: 'refused', refusal: decision.refusal, index }
      decisions.push(decision.value)
    }
    const moved = this.#isVisit ? expiringTogether(decisions) : decisions
    const changes: GroupBookingChange[] = []
    for (const [index, { prepared }] of this.#members.entries()) {
      const decision = moved[index] as Decision
      changes.push(await changeInGroup(deps, caller, prepared.move.before, decision))
    }
    return { kind: 'changes', changes }
  }
}
