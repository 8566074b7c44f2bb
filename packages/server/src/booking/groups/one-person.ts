import { ok, type Result, refuse } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { loadEventType } from '../bookings/offer.ts'
import { prepareBooking } from '../bookings/prepare-booking.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { searchTeam } from '../teams/assign-team.ts'
import { wantedBookings } from './expand-items.ts'
import { SKIPPABLE } from './group-draft.ts'
import type { GroupInput, GroupItem } from './group-input.ts'

type Asked = Pick<Caller, 'accountId' | 'role' | 'actor' | 'providerIds' | 'requestId'>

/** Books a group as it is asked for. */
export type Book<Made> = (input: GroupInput) => Promise<Result<Made, Refusal>>

/** How far a group came with one person, and why no further. */
interface Attempt {
  readonly providerId: string
  readonly refusal: Refusal
  /** The refused booking: the position of its item and its wall time, to compare. */
  readonly at: string
}

/**
 * Books a group whose bookings have the same person: the first candidate of the first requirement who can serve all of
 * them, in the order in which the requirement chooses for the first booking. If nobody can, the refusal is that of whoever
 * came furthest; with `skip`, that person gets what they can serve.
 */
export async function bookWithOnePerson<Made>(
  deps: BookingDependencies,
  caller: Asked,
  input: GroupInput,
  book: Book<Made>,
): Promise<Result<Made, Refusal>> {
  const teamTypes = await eventTypesOfTeams(deps, caller.accountId, input.items)
  const people = await peopleOf(deps, caller, input, teamTypes)
  if (!people.ok) return people
  let furthest: Attempt | undefined
  for (const providerId of people.value) {
    const made = await book({ ...withPerson(input, providerId, teamTypes), onConflict: 'refuse' })
    if (made.ok || !dependsOnPerson(made.refusal)) return made
    const attempt = { providerId, refusal: made.refusal, at: placeOf(made.refusal) }
    if (furthest === undefined || attempt.at > furthest.at) furthest = attempt
  }
  // No booking takes any people, or nobody may be chosen: then the group says itself what it can have.
  if (furthest === undefined) return await book(input)
  return input.onConflict === 'skip'
    ? await book(withPerson(input, furthest.providerId, teamTypes))
    : refuse(furthest.refusal)
}

/** Whether somebody else may be able to serve the group. */
export const dependsOnPerson = (refusal: Refusal): boolean =>
  refusal.code === 'group_item_refused' &&
  (SKIPPABLE.has(refusal.refusal.code) || refusal.refusal.code === 'not_a_candidate')

/** The place of the refused booking in its group, as a text that sorts. */
const placeOf = (refusal: Refusal): string =>
  refusal.code === 'group_item_refused'
    ? `${String(refusal.item.index).padStart(3, '0')} ${refusal.item.localStart}`
    : ''

/** The event types of a group that choose among people. */
async function eventTypesOfTeams(
  deps: BookingDependencies,
  accountId: string,
  items: readonly GroupItem[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(items.map(({ eventTypeId }) => eventTypeId))]
  const loaded = await Promise.all(ids.map((id) => loadEventType(deps, accountId, id, true)))
  return new Set(
    loaded.flatMap((found) =>
      found.ok && found.value.eventType.requirements ? [found.value.eventType.id] : [],
    ),
  )
}

/** Who may serve the whole group, in the order in which they are tried. */
async function peopleOf(
  deps: BookingDependencies,
  caller: Asked,
  input: GroupInput,
  teamTypes: ReadonlySet<string>,
): Promise<Result<readonly string[], Refusal>> {
  const named = new Set(input.items.flatMap(({ chosen }) => chosen?.providerId ?? []))
  if (named.size > 1) {
    return invalid('/samePerson', 'is not possible with items of different `providerId`s')
  }
  if (named.size === 1) return ok([...named])
  const wanted = await wantedBookings(deps, caller.accountId, input)
  if (!wanted.ok) return wanted
  const first = wanted.value.bookings.find(({ item }) => teamTypes.has(item.eventTypeId))
  if (first?.startEpochSeconds === undefined) return ok([])
  const { eventTypeId, durationMinutes } = first.item
  const prepared = await prepareBooking(deps, caller, {
    target: { eventTypeId },
    startEpochSeconds: first.startEpochSeconds,
    durationMinutes,
    ...(input.booker && { booker: input.booker }),
    fields: input.fields,
    isOverride: input.isOverride,
  })
  // The group is refused for the same reason, at the place of the booking.
  if (!prepared.ok || prepared.value.team === undefined) return ok([])
  return ok((await searchTeam(deps, prepared.value.team)).candidatesOfFirst())
}

/** A group whose bookings of teams all have that person. The server chooses, so that bookers need not be allowed to. */
const withPerson = (
  input: GroupInput,
  providerId: string,
  teamTypes: ReadonlySet<string>,
): GroupInput => ({
  ...input,
  items: input.items.map((item) =>
    item.chosen || !teamTypes.has(item.eventTypeId)
      ? item
      : { ...item, chosen: { providerId, isBooker: false } },
  ),
})
