import {
  computeSlots,
  computeTeamSlots,
  invariant,
  ok,
  type Result,
  type SequencePart,
} from '@holdfast/engine'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { isOffered, type LoadedEventType } from '../bookings/offer.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { type StartRange, withinLimits } from '../limits/read-limits.ts'
import { type ChosenCandidate, checkOwnProvider } from '../requirements/chosen-candidate.ts'
import { readOwnTime } from '../slots/slots.ts'
import type { TeamEventType } from '../teams/load-team.ts'
import { readTeamOffer } from '../teams/team-offer.ts'
import { countedMinutes } from '../teams/team-slots.ts'
import { candidateTimes } from '../teams/team-time.ts'

/** A part of a sequence that is asked for, and the starts among which it is to be. */
export interface AskedPart {
  readonly loaded: LoadedEventType
  readonly range: StartRange
  /** One of the candidates, who must be part of the booking. */
  readonly chosen?: ChosenCandidate | undefined
}

/** Reads when and by whom a part of a sequence can be served. */
export const readPart = (
  deps: BookingDependencies,
  { loaded, ...asked }: AskedPart,
  { consistent }: { readonly consistent: boolean },
): Promise<Result<SequencePart, Refusal>> => {
  const { requirements } = loaded.eventType
  return requirements === undefined
    ? readOwnPart(deps, { loaded, ...asked }, consistent)
    : readTeamPart(deps, { ...loaded, requirements }, asked, consistent)
}

/** A part that takes the provider of its event type. */
async function readOwnPart(
  deps: BookingDependencies,
  { loaded, range, chosen }: AskedPart,
  consistent: boolean,
): Promise<Result<SequencePart, Refusal>> {
  const { provider, policy } = loaded
  const own = checkOwnProvider(chosen, provider.id)
  if (!own.ok) return own
  const { limits, ...question } = await readOwnTime(deps, loaded, range, { consistent })
  const starts = isOffered(loaded) ? computeSlots(question) : []
  const { occupied, hours } = question
  return ok({
    policy,
    starts: withinLimits({ starts }, limits, policy.durationMinutes).starts,
    needs: [{ candidates: [0], count: 1 }],
    people: [
      {
        id: provider.id,
        time: { bookable: hours, occupied },
        servesOnce: provider.limits !== undefined,
      },
    ],
  })
}

/** A part that takes candidates of its requirements. */
async function readTeamPart(
  deps: BookingDependencies,
  wanted: LoadedEventType & TeamEventType,
  { range, chosen }: Omit<AskedPart, 'loaded'>,
  consistent: boolean,
): Promise<Result<SequencePart, Refusal>> {
  // As in a list of slots: the account may name somebody who is kept back.
  const named = chosen?.isBooker === false ? [chosen.providerId] : undefined
  const read = await readTeamOffer(deps, wanted, range, { consistent, chosen, named })
  if (!read.ok) return read
  const { policy } = wanted
  if (read.value === undefined || !isOffered(wanted)) {
    return ok({ policy, starts: [], needs: [], people: [] })
  }
  const { team, grids, timeZone, needs, facts, limits } = read.value
  const candidates = candidateTimes(deps, facts, policy.durationMinutes)
  const nowEpochSeconds = epochSeconds(deps.clock)
  const starts = computeTeamSlots({
    grids,
    needs,
    candidates,
    ...range,
    timeZone,
    nowEpochSeconds,
  })
  return ok({
    policy,
    starts: withinLimits({ starts }, limits, countedMinutes(team.needs, policy, timeZone)).starts,
    needs,
    people: facts.map(({ provider }, index) => {
      const time = candidates[index]
      invariant(time !== undefined, 'a candidate has no time')
      return { id: provider.id, time, servesOnce: provider.limits !== undefined }
    }),
  })
}
