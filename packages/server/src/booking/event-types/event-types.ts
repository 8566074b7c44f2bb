import {
  type Confirmation,
  durationsOf,
  ok,
  type Result,
  refuse,
  validateSlotPolicy,
} from '@holdfast/engine'
import { recountWrites } from '../../identity/accounts/recount-task.ts'
import type { Caller } from '../../kernel/caller.ts'
import { decideOn } from '../../kernel/decide-on.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { DomainEventName } from '../../kernel/events/event.ts'
import { eventWrite } from '../../kernel/events/outbox.ts'
import { type ChangeOf, withoutUndefined } from '../../kernel/input.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { readOwn } from '../../kernel/read-own.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { changedNow, newResource } from '../../kernel/resource.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { commit, commitOrConflict } from '../../kernel/transaction.ts'
import type { DetailsDependencies } from '../dependencies.ts'
import { eventTypeKey } from '../keys.ts'
import { countedLimits } from '../limits/claimed-limits.ts'
import { type PhotoInput, photosOf } from '../photos/photo.ts'
import { getProvider } from '../providers/read-providers.ts'
import { checkRatePlanIds } from '../rates/rate-plans.ts'
import { type RequirementInput, requirementsOf } from '../requirements/check-requirements.ts'
import { lengthOfSpans } from '../requirements/check-spans.ts'
import { parseRules } from '../schedules/open-rules.ts'
import { checkTakers, type TakersDependencies } from './check-takers.ts'
import {
  type EventType,
  eventTypeEntity,
  eventTypeSlugEntity,
  type Occupancy,
  OPTION_NAMES,
  policyToCheck,
  slugOfEventType,
} from './event-type.ts'
import { checkOptions, type OptionsInput, parseOptions, without } from './event-type-options.ts'
import { eventTypeRepresentation } from './event-type-representation.ts'
import {
  changedStay,
  checkGrain,
  checkStayChange,
  ratePlansOf,
  type StayRulesInput,
} from './event-types-of-nights.ts'
import { formatOfEventType } from './format-of-event-type.ts'
import {
  changedHours,
  changesHours,
  checkHours,
  type OpeningHoursInput,
  stepOf,
} from './opening-hours.ts'
import { defaultStep } from './rental-rules.ts'
import { hasReservedSlug } from './reserved-slugs.ts'
import { type SecurityDepositInput, securityDepositOf } from './security-deposit.ts'
import { useOthers } from './use-others.ts'

/** The rules of an event type as input; absent ones get their default. */
export interface EventTypeRules extends OpeningHoursInput, OptionsInput {
  readonly slug: string
  readonly title: string
  readonly description?: string | null | undefined
  readonly durationMinutes?: number | undefined
  readonly bufferBeforeMinutes?: number | undefined
  readonly bufferAfterMinutes?: number | undefined
  readonly minNoticeMinutes?: number | undefined
  readonly maxAdvanceDays?: number | undefined
  readonly slotStepMinutes?: number | undefined
  readonly requirements?: readonly RequirementInput[] | null | undefined
  readonly confirmation?: Confirmation | undefined
  readonly holdMinutes?: number | undefined
  readonly approvalMinutes?: number | undefined
  readonly stay?: StayRulesInput | undefined
  readonly occupancy?: Occupancy | null | undefined
  readonly ratePlanIds?: readonly string[] | undefined
  readonly photos?: readonly PhotoInput[] | undefined
  readonly securityDeposit?: SecurityDepositInput | null | undefined
}

/** The input for a new event type. */
export interface EventTypeInput extends EventTypeRules {
  readonly providerId: string
  readonly grain?: 'time' | 'nights' | undefined
  readonly propertyId?: string | undefined
}

/** A change of an event type. Its provider cannot change. */
export type EventTypeChange = ChangeOf<EventTypeRules>

type Answer = Result<EventType, Refusal>
/** What saving an event type needs. */
export type SavingDependencies = Dependencies &
  TakersDependencies &
  Pick<DetailsDependencies, 'phoneNumbers'>

/** What a change sets by rules of its own, in the event type and in the input. The other members are replaced as they are given. */
const CHANGED_APART = [
  ...OPTION_NAMES,
  'hidden',
  'description',
  'availabilityRules',
  'dateOverrides',
  'timeZone',
  'scheduleId',
  'requirements',
  'stay',
  'occupancy',
  'ratePlanIds',
  'photos',
  'securityDeposit',
] as const

const DEFAULTS = { maxAdvanceDays: 365, holdMinutes: 5, approvalMinutes: 24 * 60 } as const

/** Creates an active event type of a provider. */
export async function createEventType(
  deps: SavingDependencies,
  caller: Caller<EventType>,
  input: EventTypeInput,
): Promise<Answer> {
  const reserved = hasReservedSlug(input)
  if (reserved) return reserved
  const provider = await getProvider(deps, caller, input.providerId)
  if (!provider.ok) return provider
  const length = lengthOfSpans(input)
  if (!length.ok) return length
  const grain = checkGrain(provider.value, { ...input, ...length.value })
  if (!grain.ok) return grain
  const { durationMinutes, stay } = grain.value
  const plans = await checkRatePlanIds(deps, caller.accountId, input.ratePlanIds)
  if (!plans.ok) return plans
  const windows = parseRules(input)
  if (!windows.ok) return windows
  const options = await parseOptions(deps, input)
  if (!options.ok) return options
  const hours = changedHours(input, windows.value)
  const requirements = stay ? undefined : requirementsOf(input.requirements ?? undefined)
  const eventType: EventType = {
    ...newResource(deps, caller.accountId, 'eventType'),
    providerId: input.providerId,
    status: 'active',
    slug: input.slug,
    title: input.title,
    ...(input.description == null ? {} : { description: input.description }),
    durationMinutes,
    slotStepMinutes:
      input.slotStepMinutes ?? defaultStep({ durationMinutes, hoursApplyTo: input.hoursApplyTo }),
    bufferBeforeMinutes: input.bufferBeforeMinutes ?? 0,
    bufferAfterMinutes: input.bufferAfterMinutes ?? 0,
    minNoticeMinutes: input.minNoticeMinutes ?? 0,
    maxAdvanceDays: input.maxAdvanceDays ?? DEFAULTS.maxAdvanceDays,
    ...hours,
    ...(requirements && { requirements }),
    ...(stay && { stay }),
    ...(input.occupancy && { occupancy: input.occupancy }),
    ...ratePlansOf(input.ratePlanIds),
    ...photosOf(input.photos),
    ...securityDepositOf(input.securityDeposit),
    confirmation: input.confirmation ?? 'hold',
    holdMinutes: input.holdMinutes ?? DEFAULTS.holdMinutes,
    approvalMinutes: input.approvalMinutes ?? DEFAULTS.approvalMinutes,
    ...options.value(undefined),
    actor: caller.actor,
  }
  const candidates = await checkTakers(deps, eventType)
  if (!candidates.ok) return candidates
  const open = stay ? ok(undefined) : checkHours(hours, provider.value, candidates.value)
  if (!open.ok) return open
  const valid = validated(eventType, provider.value.timeZone)
  if (!valid.ok) return valid
  return retryOnConflict(`the schedule ${eventType.scheduleId}`, async () => {
    const used = await useOthers(deps, caller, undefined, eventType)
    if (!used.ok) return used
    const created = used.value.eventType
    const writes = {
      slug: eventTypeSlugEntity.create(slugOfEventType(created)),
      eventType: eventTypeEntity.create(created),
      event: eventTypeEvent(deps, caller, 'event_type.created', created),
      format: await formatOfEventType(deps.store, created),
      ...used.value.writes,
    }
    const committed = await commit(deps, caller, writes, created)
    if (committed.kind === 'done') return ok(created)
    if (committed.kind === 'refused') return refuse(committed.refusal)
    return committed.conflicts.has('slug')
      ? refuse({ code: 'slug_taken', slug: eventType.slug })
      : CONFLICT
  })
}

/** The write of an event of an event type. */
export const eventTypeEvent = (
  deps: Dependencies,
  { actor }: Pick<Caller, 'actor'>,
  type: DomainEventName,
  eventType: EventType,
): Write =>
  eventWrite(deps, type, actor, eventType, { eventType: eventTypeRepresentation(eventType) })

function validated(eventType: EventType, timeZone: string): Result<undefined, Refusal> {
  for (const minutes of durationsOf(eventType)) {
    const wanted = { ...eventType, durationMinutes: minutes }
    const valid = validateSlotPolicy(policyToCheck(wanted, timeZone))
    if (!valid.ok) return refuse({ code: 'validation_failed', errors: valid.refusal.problems })
  }
  return checkOptions(eventType)
}

/** Reads an event type of the account; a deleted one is not found. */
export const getEventType = (
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  eventTypeId: string,
): Promise<Answer> => {
  const missing = notFound('event_type', eventTypeId)
  return readOwn(deps, caller, eventTypeEntity, eventTypeKey(eventTypeId), missing)
}

/** Changes the rules of an event type. Existing bookings keep their policy. */
export async function updateEventType(
  deps: SavingDependencies,
  caller: Caller<EventType>,
  eventTypeId: string,
  change: EventTypeChange,
): Promise<Answer> {
  const reserved = hasReservedSlug(change)
  if (reserved) return reserved
  const windows = parseRules(change)
  if (!windows.ok) return windows
  const options = await parseOptions(deps, change)
  if (!options.ok) return options
  const plans = await checkRatePlanIds(deps, caller.accountId, change.ratePlanIds)
  if (!plans.ok) return plans
  const apply = (before: EventType): Result<EventType, Refusal> => {
    const fits = checkStayChange(before, change)
    if (!fits.ok) return fits
    const length = lengthOfSpans(change, before)
    if (!length.ok) return length
    const [durationMinutes] = change.durationOptionsMinutes ?? []
    const { description = before.description ?? null } = change
    const requirements =
      before.stay || change.requirements === undefined
        ? before.requirements
        : requirementsOf(change.requirements ?? undefined)
    const after = {
      ...without(before, CHANGED_APART),
      ...(requirements && { requirements }),
      ...changedStay(before, change),
      ...options.value(before),
      ...(durationMinutes !== undefined && { durationMinutes }),
      ...withoutUndefined(without(change, CHANGED_APART)),
      ...length.value,
      ...stepOf(before, { ...change, ...length.value }),
      ...changedHours(change, windows.value, before),
      ...(description !== null && { description }),
    }
    return ok(after)
  }
  return changeEventType(deps, caller, eventTypeId, {
    key: 'event_type.updated',
    apply,
    checksHours: changesHours(change) || change.requirements !== undefined,
  })
}

/** Activates or deactivates an event type. Does nothing if it has that status already. */
export function setEventTypeStatus(
  deps: Dependencies,
  caller: Caller<EventType>,
  eventTypeId: string,
  status: EventType['status'],
): Promise<Answer> {
  const key = status === 'inactive' ? 'event_type.deactivated' : 'event_type.updated'
  return changeEventType(deps, caller, eventTypeId, {
    key,
    apply: (before) => ok(before.status === status ? before : { ...before, status }),
  })
}

/** A change of an event type. */
export interface AppliedChange {
  /** The event of the change. */
  readonly key: DomainEventName
  readonly apply: (before: EventType) => Result<EventType, Refusal>
  /** Whether the hours of one of time must be complete. Default: false. */
  readonly checksHours?: boolean
}

/** Changes an event type as it is read; again if it changed in between. An unchanged one is answered as it is. */
export async function changeEventType(
  deps: Dependencies & TakersDependencies,
  caller: Caller<EventType>,
  eventTypeId: string,
  { key, apply, checksHours = false }: AppliedChange,
): Promise<Answer> {
  const read = () => getEventType(deps, caller, eventTypeId)
  return decideOn(caller, `event type ${eventTypeId}`, read, async (before) => {
    const change = apply(before)
    if (!change.ok) return change
    const { value: applied } = change
    if (applied === before) {
      if (caller.idempotency === undefined) return ok(before)
      // Nothing changes, but the answer to this idempotency key is stored.
      return commitOrConflict(deps, caller, { eventType: eventTypeEntity.check(before) }, before)
    }
    const provider = await getProvider(deps, caller, before.providerId)
    if (!provider.ok) return provider
    // A change aborts a deletion that is being decided.
    const { deletionBeganAtEpochSeconds: _, ...wanted } = applied
    const next: EventType = {
      ...wanted,
      ...changedNow(deps, caller, before),
    }
    const candidates = await checkTakers(deps, next, before)
    if (!candidates.ok) return candidates
    const open =
      checksHours && !next.stay ? checkHours(next, provider.value, candidates.value) : ok(undefined)
    if (!open.ok) return open
    const valid = validated(next, provider.value.timeZone)
    if (!valid.ok) return valid
    const used = await useOthers(deps, caller, before, next)
    if (!used.ok) return used
    const after = used.value.eventType
    const isRenamed = after.slug !== before.slug
    const writes = {
      eventType: eventTypeEntity.replace(before, after),
      event: eventTypeEvent(deps, caller, key, after),
      format: await formatOfEventType(deps.store, after),
      newSlug: isRenamed ? eventTypeSlugEntity.create(slugOfEventType(after)) : undefined,
      oldSlug: isRenamed ? eventTypeSlugEntity.discard(slugOfEventType(before)) : undefined,
      ...used.value.writes,
      ...recountWrites(deps, after, countedLimits(before), countedLimits(after)),
    }
    const committed = await commit(deps, caller, writes, after)
    if (committed.kind === 'done') return ok(after)
    if (committed.kind === 'refused') return refuse(committed.refusal)
    const { conflicts } = committed
    return conflicts.has('newSlug') && !conflicts.has('eventType')
      ? refuse({ code: 'slug_taken', slug: after.slug })
      : CONFLICT
  })
}
