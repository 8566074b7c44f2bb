import { invariant, ok, type Result, refuse, type Weekday } from '@holdfast/engine'
import { type InputError, invalid, type Refusal } from '../../kernel/refusals.ts'
import { changedPhotos, type PhotoInput } from '../photos/photo.ts'
import { isUnit, type Provider } from '../providers/provider.ts'
import type { RequirementInput } from '../requirements/check-requirements.ts'
import { poolOf, type UnitPool } from '../requirements/unit-pool.ts'
import type { EventType, EventTypeNights, Occupancy } from './event-type.ts'
import {
  type SecurityDepositInput,
  securityDepositErrors,
  securityDepositOf,
} from './security-deposit.ts'

/** The rules for stays as input; omitted ones have their defaults. */
export interface StayRulesInput {
  readonly minNights?: number | undefined
  readonly maxNights?: number | undefined
  readonly arrivalWeekdays?: readonly Weekday[] | undefined
  readonly departureWeekdays?: readonly Weekday[] | undefined
  readonly minAdvanceDays?: number | undefined
}

/** The most nights of a booking. */
const MAX_NIGHTS = 366

/** The length of a night: what an event type of nights has as its duration. */
const NIGHT_MINUTES = 1440

/** The members of an event type that only one of time has. */
const OF_TIME = [
  'durationMinutes',
  'candidateRules',
  'priceRules',
  'access',
  'release',
  'durationOptionsMinutes',
  'hoursApplyTo',
  'slotStepMinutes',
  'availabilityRules',
  'dateOverrides',
  'timeZone',
  'scheduleId',
  'bufferBeforeMinutes',
  'bufferAfterMinutes',
  'minNoticeMinutes',
  'limits',
  'waitlist',
  'seats',
] as const

/** The members of an event type that only one of nights has. */
const OF_NIGHTS = ['stay', 'occupancy', 'ratePlanIds', 'photos', 'securityDeposit'] as const

type Input = { readonly [Name in (typeof OF_TIME)[number]]?: unknown } & {
  readonly requirements?: readonly RequirementInput[] | null | undefined
  readonly stay?: StayRulesInput | undefined
  readonly occupancy?: Occupancy | null | undefined
  readonly ratePlanIds?: readonly string[] | undefined
  readonly photos?: readonly PhotoInput[] | undefined
  readonly securityDeposit?: SecurityDepositInput | null | undefined
  readonly payment?:
    | { readonly perSeat?: boolean | undefined; readonly amountByDurationMinutes?: unknown }
    | null
    | undefined
}

/** What an event type of a grain has instead of the other. */
interface OfGrain {
  readonly durationMinutes: number
  /** Absent: it is of time. */
  readonly stay?: EventTypeNights
}

/** Checks that a new event type has the grain of its provider, and nothing of the other grain. */
export function checkGrain(
  provider: Provider,
  input: Input & {
    readonly durationMinutes?: number | undefined
    readonly grain?: 'time' | 'nights' | undefined
    readonly propertyId?: string | undefined
  },
): Result<OfGrain, Refusal> {
  const { grain = 'time', durationMinutes } = input
  if (isUnit(provider) !== (grain === 'nights')) {
    return isUnit(provider)
      ? invalid('/grain', 'must be "nights": `providerId` is the id of a unit')
      : invalid('/grain', 'can only be "nights" if `providerId` is the id of a unit')
  }
  const wrong = wrongGrain(grain, input)
  if (!wrong.ok) return wrong
  if (!isUnit(provider)) {
    if (input.propertyId !== undefined) {
      return invalid('/propertyId', ONLY_NIGHTS)
    }
    return durationMinutes === undefined
      ? invalid('/durationMinutes', 'is required')
      : ok({ durationMinutes })
  }
  const { propertyId } = provider.unit
  if (input.propertyId !== undefined && input.propertyId !== propertyId) {
    return invalid('/propertyId', `must be that of the unit, "${propertyId}", or absent`)
  }
  const pool = poolOf(input.requirements)
  if (!pool.ok) return pool
  const stay = stayRules(propertyId, input.stay, pool.value)
  return ok({ durationMinutes: NIGHT_MINUTES, stay })
}

/** Checks that a change has nothing of the other grain. */
export function checkStayChange(before: EventType, change: Input): Result<unknown, Refusal> {
  const fits = wrongGrain(before.stay ? 'nights' : 'time', change)
  return fits.ok && before.stay ? poolOf(change.requirements) : fits
}

/** The rules for stays after a change, which replaces them as a whole. */
export function changedStay(
  { stay, occupancy: had, ratePlanIds: hadPlans, photos: hadPhotos, securityDeposit }: EventType,
  change: Input,
): Pick<EventType, 'stay' | 'occupancy' | 'ratePlanIds' | 'photos' | 'securityDeposit'> {
  if (stay === undefined) return {}
  const occupancy = change.occupancy === undefined ? had : change.occupancy
  const pool = changedPool(stay, change)
  const { pool: _, ...unchanged } = stay
  const rules = change.stay ? stayRules(stay.propertyId, change.stay) : unchanged
  return {
    stay: { ...rules, ...(pool && { pool }) },
    ...(occupancy != null && { occupancy }),
    ...ratePlansOf(change.ratePlanIds ?? hadPlans),
    ...changedPhotos(hadPhotos, change.photos),
    ...securityDepositOf(
      change.securityDeposit === undefined ? securityDeposit : change.securityDeposit,
    ),
  }
}

/** The rate plans of an event type, absent if there are none. */
export const ratePlansOf = (ratePlanIds: readonly string[] = []): Pick<EventType, 'ratePlanIds'> =>
  ratePlanIds.length > 0 ? { ratePlanIds } : {}

const stayRules = (
  propertyId: string,
  rules: StayRulesInput = {},
  pool?: UnitPool,
): EventTypeNights => ({
  propertyId,
  minNights: rules.minNights ?? 1,
  maxNights: rules.maxNights ?? MAX_NIGHTS,
  arrivalWeekdays: rules.arrivalWeekdays ?? [],
  departureWeekdays: rules.departureWeekdays ?? [],
  minAdvanceDays: rules.minAdvanceDays ?? 0,
  ...(pool && { pool }),
})

/** The pool after a change, which was checked. */
function changedPool({ pool }: EventTypeNights, { requirements }: Input): UnitPool | undefined {
  if (requirements === undefined) return pool
  const changed = poolOf(requirements)
  invariant(changed.ok, 'the requirements of a change were not checked')
  return changed.value
}

/** What requirements ask for that only nights have. */
const unitErrors = (requirements: Input['requirements']): readonly InputError[] =>
  (requirements ?? []).flatMap(({ kind, choice }, index) => [
    ...(kind === 'unit' ? [{ pointer: `/requirements/${index}/kind`, message: ONLY_NIGHTS }] : []),
    ...(choice === 'gap'
      ? [{ pointer: `/requirements/${index}/choice`, message: ONLY_NIGHTS }]
      : []),
  ])

const ONLY_NIGHTS = 'is only possible with `grain` "nights"'

/** Refuses the members of the other grain, and rules for stays that contradict each other. */
function wrongGrain(grain: 'time' | 'nights', input: Input): Result<undefined, Refusal> {
  const errors: InputError[] = []
  const report = (pointer: string, message: string) => errors.push({ pointer, message })
  if (grain === 'time') {
    for (const name of OF_NIGHTS) {
      if (input[name] != null) report(`/${name}`, ONLY_NIGHTS)
    }
    errors.push(...unitErrors(input.requirements))
  } else {
    for (const name of OF_TIME) {
      if (input[name] != null) report(`/${name}`, 'is not possible with `grain` "nights"')
    }
    if (input.payment?.amountByDurationMinutes != null) {
      report('/payment/amountByDurationMinutes', 'is not possible with `grain` "nights"')
    }
    const { minNights = 1, maxNights = MAX_NIGHTS } = input.stay ?? {}
    if (minNights > maxNights) {
      report('/stay/minNights', `must be at most \`maxNights\`, which is ${maxNights}`)
    }
    errors.push(...securityDepositErrors(input.securityDeposit))
    const { occupancy } = input
    if (occupancy != null && occupancy.total < Math.max(occupancy.base, occupancy.adults)) {
      report('/occupancy/total', 'must be at least `base` and `adults`')
    }
  }
  return errors.length === 0 ? ok(undefined) : refuse({ code: 'validation_failed', errors })
}
