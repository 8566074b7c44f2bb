import { type Booking, ok, providersOf, type Result, refuse } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import type { Team, TeamNeed } from './team.ts'

/** A candidate whom the caller wants. */
export interface ChosenCandidate {
  readonly providerId: string
  /** Whether a booker chooses, who may only where the event type says so. An account always may. */
  readonly isBooker: boolean
}

/** The candidate whom a caller wants, if any. */
export const chosenCandidate = (
  providerId: string | undefined,
  { role }: Pick<Caller, 'role'>,
): ChosenCandidate | undefined =>
  providerId === undefined ? undefined : { providerId, isBooker: role !== 'account' }

/** The candidate whom the booker of a booking chose and who still takes part; undefined if none. */
export const keptChoice = (booking: Booking): string | undefined => {
  const { chosenProviderId } = booking
  return chosenProviderId !== undefined && providersOf(booking).includes(chosenProviderId)
    ? chosenProviderId
    : undefined
}

/** Whether the provider of an event type without requirements is the one that was chosen, if one was. */
export const checkOwnProvider = (
  chosen: ChosenCandidate | undefined,
  providerId: string,
): Result<undefined, Refusal> =>
  chosen === undefined || chosen.providerId === providerId ? ok(undefined) : notCandidate(chosen)

/** The candidate of a booking: the one whom an answer leads to, who must not differ from the one that a caller wants. */
export function chosenByAnswers(
  chosen: ChosenCandidate | undefined,
  ledToProviderId: string | undefined,
  pointer: string,
): Result<ChosenCandidate | undefined, Refusal> {
  if (ledToProviderId === undefined) return ok(chosen)
  if (chosen === undefined || chosen.providerId === ledToProviderId) {
    return ok({ providerId: ledToProviderId, isBooker: false })
  }
  const message = `"${chosen.providerId}" is not possible: an answer leads to ${ledToProviderId}. Leave \`providerId\` out.`
  return invalid(pointer, message)
}

const notCandidate = ({ providerId }: ChosenCandidate) =>
  refuse({ code: 'not_a_candidate', providerId })

/**
 * The needs of a team when one candidate was chosen: the first need that may have the candidate takes it, and
 * one candidate less otherwise. Without a choice, the needs as they are.
 */
export function withChosen(
  { candidates, needs }: Team,
  chosen: ChosenCandidate | undefined,
): Result<readonly TeamNeed[], Refusal> {
  if (chosen === undefined) return ok(needs)
  const index = candidates.findIndex(({ id }) => id === chosen.providerId)
  const serving = needs.findIndex(
    (need) => need.candidates.includes(index) && (need.bookerMayChoose || !chosen.isBooker),
  )
  const need = needs[serving]
  if (need === undefined) return notCandidate(chosen)
  const rest = {
    ...need,
    candidates: need.candidates.filter((candidate) => candidate !== index),
    count: need.count - 1,
  }
  return ok(
    needs.flatMap((each, position) =>
      position === serving ? [{ ...need, candidates: [index], count: 1 }, rest] : [each],
    ),
  )
}
