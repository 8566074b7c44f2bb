import {
  buffersOf,
  CANDIDATES_MAX,
  type CandidateRule,
  type Choice,
  durationsOf,
  endOf,
  hasDays,
  MINUTES_PER_DAY,
  ok,
  type PeriodLimits,
  type PolicySnapshot,
  type Result,
  refuse,
  type Span,
  stretchesOf,
  type TimedNeed,
  type UnitChoice,
} from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { STORE_LIMITS } from '../../kernel/ports/store.ts'
import type { InputError, Refusal } from '../../kernel/refusals.ts'
import { providerKey } from '../keys.ts'
import { periodLimitsRepresentation } from '../limits/limits.ts'
import { isTeam, isUnit, type Provider, providerEntity } from '../providers/provider.ts'
import { addedBy } from '../questions/deciding-answers.ts'
import type { Question } from '../questions/question.ts'
import { type NeededTimeInput, neededTimeFrom, spanErrors } from './check-spans.ts'
import type { KeptBack } from './kept-back.ts'
import { isSameRequirement, type RequiredKind, type Requirement } from './requirement.ts'
import { resolveTeam, ruledNeedOf, type Team } from './team.ts'

/** A requirement as input. */
export interface RequirementInput extends NeededTimeInput {
  readonly name: string
  readonly providerIds?: readonly string[] | undefined
  readonly specialty?: string | undefined
  /** `unit`: only of nights. */
  readonly kind?: RequiredKind | 'unit' | undefined
  readonly count: number | 'all'
  /** `gap`: only of nights. */
  readonly choice?: Choice | UnitChoice | undefined
  readonly bookerMayChoose?: boolean | undefined
}

/** The stored form of requirements of time, which were checked to ask for nothing that only nights have; undefined if there are none. */
export const requirementsOf = (
  inputs: readonly RequirementInput[] | undefined,
): readonly Requirement[] | undefined =>
  inputs?.map(
    ({ name, providerIds, specialty, kind, count, choice, bookerMayChoose, ...time }) => ({
      name,
      ...(providerIds && { providerIds }),
      ...(specialty !== undefined && { specialty }),
      ...(kind && kind !== 'unit' && { kind }),
      count,
      ...(choice && choice !== 'balanced' && choice !== 'gap' && { choice }),
      ...(bookerMayChoose && { bookerMayChoose }),
      ...neededTimeFrom(time),
    }),
  )

const areSame = (
  requirements: readonly Requirement[],
  before: readonly Requirement[] | undefined,
): boolean =>
  requirements.length === before?.length &&
  before.every((each, index) => {
    const other = requirements[index]
    return other !== undefined && isSameRequirement(each, other)
  })

/** How long the time of a booking is that is claimed. */
interface BookingLengths extends PolicySnapshot {
  /** All durations to choose from. Absent: one. */
  readonly durationOptionsMinutes?: readonly number[]
  readonly candidateRules?: readonly CandidateRule[]
  readonly keptBack?: readonly KeptBack[]
  readonly questions?: readonly Question[]
  readonly limits?: PeriodLimits
}

/** The part of an event type that decides whether its requirements work. */
interface RequiringEventType extends BookingLengths {
  readonly accountId: string
  readonly requirements?: readonly Requirement[]
}

/**
 * Checks the requirements of an event type: names are unique, named providers exist in the account and have
 * time of their own, no requirement needs more providers than it names, and a booking of it fits into one
 * transaction. If the requirements are new, none may have more candidates than `CANDIDATES_MAX`. Answers the
 * candidates of today; undefined if it has no requirements.
 */
export async function checkRequirements(
  deps: Pick<Dependencies, 'store'>,
  { accountId, requirements, ...lengths }: RequiringEventType,
  before?: Pick<RequiringEventType, 'requirements' | 'candidateRules' | 'keptBack'>,
): Promise<Result<readonly Provider[] | undefined, Refusal>> {
  if (requirements === undefined) return ok(undefined)
  const errors = [...namingErrors(requirements), ...spanErrors(requirements)]
  const named = [...new Set(requirements.flatMap(({ providerIds = [] }) => providerIds))]
  const known = new Map<string, Provider>()
  for (const item of await readItems(deps.store, named.map(providerKey))) {
    const provider = item && providerEntity.decode(item)
    if (provider) known.set(provider.id, provider)
  }
  errors.push(...providerErrors(accountId, requirements, known))
  if (errors.length > 0) return refuse({ code: 'validation_failed', errors })
  const team = await resolveTeam(deps, { accountId, requirements }, { consistent: true, known })
  if (!areSame(requirements, before?.requirements)) {
    const cut = cutErrors(requirements, team)
    if (cut.length > 0) return refuse({ code: 'validation_failed', errors: cut })
  }
  if (lengths.candidateRules && lengths.candidateRules !== before?.candidateRules) {
    const wrong = candidateRuleErrors(team, lengths.candidateRules)
    if (wrong.length > 0) return refuse({ code: 'validation_failed', errors: wrong })
  }
  if (lengths.keptBack && lengths.keptBack !== before?.keptBack) {
    const wrong = keptBackErrors(team, lengths.keptBack)
    if (wrong.length > 0) return refuse({ code: 'validation_failed', errors: wrong })
  }
  const tooLarge = sizeProblem(team, lengths)
  return tooLarge ? refuse(tooLarge) : ok(team.candidates)
}

const cutErrors = (requirements: readonly Requirement[], { needs }: Team): readonly InputError[] =>
  requirements.flatMap(({ specialty }, index) => {
    if (!needs[index]?.isCut) return []
    const what = specialty === undefined ? 'kind' : 'specialty'
    const message = `more than ${CANDIDATES_MAX} active providers have this ${what}, the most of one requirement: name them with \`providerIds\``
    return [{ pointer: `/requirements/${index}/${what}`, message }]
  })

/** Rules are for the candidates of one requirement, which takes one of them: a booking has one duration and one price. */
function candidateRuleErrors(team: Team, rules: readonly CandidateRule[]): readonly InputError[] {
  const ruled = ruledNeedOf(team, rules)
  const need = ruled === undefined ? undefined : team.needs[ruled]
  if (need && need.count !== 1) {
    const message = `is only possible for a requirement that takes one candidate: "${need.name}" takes ${need.count}`
    return [{ pointer: '/candidateRules', message }]
  }
  const candidates = new Set(need?.candidates.map((index) => team.candidates[index]?.id))
  const whose = need ? `the requirement "${need.name}"` : 'the event type'
  return rules.flatMap(({ providerId }, index) =>
    candidates.has(providerId)
      ? []
      : [
          {
            pointer: `/candidateRules/${index}/providerId`,
            message: `"${providerId}" is no active candidate of ${whose}`,
          },
        ],
  )
}

/** Only candidates of an event type can be kept back. */
function keptBackErrors({ candidates }: Team, rules: readonly KeptBack[]): readonly InputError[] {
  const known = new Set(candidates.map(({ id }) => id))
  return rules.flatMap(({ providerIds }, index) =>
    providerIds.flatMap((id, position) =>
      known.has(id)
        ? []
        : [
            {
              pointer: `/release/keptBack/${index}/providerIds/${position}`,
              message: `"${id}" is no active candidate of the event type`,
            },
          ],
    ),
  )
}

/** The writes of a reschedule beside those of ledgers: booking, two triggers, two events, idempotency, audit. */
const OWN_WRITES = 7

/**
 * Why a booking does not fit into one transaction. A reschedule to other people touches the days of the old and the new time of
 * each of them, and every count of a limit in the old and the new period: with 30 minutes two days each, which leaves 23 providers
 * without limits.
 */
function sizeProblem({ needs, candidates }: Team, lengths: BookingLengths): Refusal | undefined {
  const left = STORE_LIMITS.writesPerTransaction - OWN_WRITES - 2 * countsOf(lengths)
  const sizes = needs.map((need) => ({
    count: need.count,
    days: daysOfNeed(need, lengths),
    counts: need.candidates
      .map((index) => countsOf(candidates[index]))
      .sort((a, b) => b - a)
      .slice(0, need.count),
  }))
  const writes = sizes.map(
    ({ count, days, counts }) => 2 * (count * days + counts.reduce((sum, each) => sum + each, 0)),
  )
  if (writes.reduce((sum, each) => sum + each, 0) <= left) return undefined
  const most = Math.max(...sizes.map(({ days, counts: [first = 0] }) => days + first))
  return {
    code: 'event_type_too_large',
    providerCount: needs.reduce((sum, { count }) => sum + count, 0),
    maxProviders: Math.floor(left / (2 * most)),
  }
}

/** How many counts a booking claims for the limits of an event type or a provider. */
const countsOf = ({ limits }: { readonly limits?: PeriodLimits } = {}): number =>
  Object.values(periodLimitsRepresentation(limits) ?? {}).filter((limit) => limit !== null).length

/**
 * The most days of its ledger that a booking touches of one provider of a need: from its first span to its last, or those of
 * the spans of each day, if that is less.
 */
function daysOfNeed({ time = {} }: TimedNeed, lengths: BookingLengths): number {
  const { bufferBeforeMinutes, bufferAfterMinutes } = buffersOf(time, lengths)
  const added = addedBy(lengths.questions, 'addMinutes', 'most')
  const durationMinutes = Math.max(...durationsOf(lengths)) + added
  const daysOf = (spans: readonly Span[], moreMinutes = 0): number => {
    const minutes = Math.max(...spans.map(endOf)) - (spans[0]?.offsetMinutes ?? 0) + moreMinutes
    return Math.ceil((minutes + bufferBeforeMinutes + bufferAfterMinutes) / MINUTES_PER_DAY) + 1
  }
  const spans: readonly Span[] = stretchesOf(time, { durationMinutes })
  if (!hasDays(time)) return daysOf(spans)
  const ofEachDay = [...Map.groupBy(spans, ({ day = 0 }) => day).values()]
  const apart = ofEachDay.reduce((sum, own) => sum + daysOf(own), 0)
  return Math.min(apart, daysOf(spans, CLOCK_CHANGE_MINUTES))
}

/** By how much a clock change can lengthen what lies between two days. */
const CLOCK_CHANGE_MINUTES = 180

function namingErrors(requirements: readonly Requirement[]): readonly InputError[] {
  const seen = new Set<string>()
  return requirements.flatMap(({ name, providerIds, count }, index) => {
    const errors: InputError[] = []
    const report = (member: string, message: string) =>
      errors.push({ pointer: `/requirements/${index}/${member}`, message })
    if (seen.has(name)) report('name', `"${name}" is the name of another requirement`)
    seen.add(name)
    if (providerIds && new Set(providerIds).size < providerIds.length) {
      report('providerIds', 'names a provider twice')
    }
    if (providerIds && typeof count === 'number' && count > providerIds.length) {
      report('count', `${count} are required, but only ${providerIds.length} are named`)
    }
    return errors
  })
}

const providerErrors = (
  accountId: string,
  requirements: readonly Requirement[],
  known: ReadonlyMap<string, Provider>,
): readonly InputError[] =>
  requirements.flatMap(({ providerIds = [] }, index) =>
    providerIds.flatMap((id, position) => {
      const pointer = `/requirements/${index}/providerIds/${position}`
      const provider = known.get(id)
      if (provider?.accountId !== accountId || provider.deletedAtEpochSeconds !== undefined) {
        return [{ pointer, message: `"${id}" is not a provider of this account` }]
      }
      if (isTeam(provider)) {
        return [{ pointer, message: `"${id}" is a team, which has no time of its own` }]
      }
      return isUnit(provider)
        ? [{ pointer, message: `"${id}" is a unit, which is booked by the night` }]
        : []
    }),
  )
