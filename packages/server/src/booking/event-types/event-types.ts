import {
  type Confirmation,
  ok,
  parseWindowTime,
  type Result,
  refuse,
  type TimeWindow,
  validateSlotPolicy,
  type Weekday,
} from '@holdfast/engine'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { commit, DECISION_ROUNDS, tooContended } from '../../kernel/commit.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { EventType as EventKey } from '../../kernel/events/event.ts'
import { outboxWrite } from '../../kernel/events/outbox.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { type InputError, notFound, type Refusal } from '../../kernel/refusals.ts'
import { bookingIndexKeys, eventTypeKey, eventTypeSlugKey } from '../keys.ts'
import { getProvider } from '../providers/providers.ts'
import {
  type EventType,
  eventTypeFromItem,
  eventTypeItem,
  eventTypeSlugItem,
  slotPolicy,
} from './event-type.ts'
import { eventTypeRepresentation } from './event-type-representation.ts'

/** A window as it is given: `HH:MM`, `24:00` allowed as an end. */
export interface WindowInput {
  readonly start: string
  readonly end: string
}

/** The rules of an event type as they are given; absent ones take their default. */
export interface EventTypeRules {
  readonly slug: string
  readonly title: string
  readonly description?: string | null | undefined
  readonly durationMinutes: number
  readonly availabilityRules: readonly {
    readonly weekday: Weekday
    readonly windows: readonly WindowInput[]
  }[]
  readonly dateOverrides?:
    | readonly { readonly date: string; readonly windows: readonly WindowInput[] }[]
    | undefined
  readonly bufferBeforeMinutes?: number | undefined
  readonly bufferAfterMinutes?: number | undefined
  readonly minNoticeMinutes?: number | undefined
  readonly maxAdvanceDays?: number | undefined
  readonly slotStepMinutes?: number | undefined
  readonly confirmation?: Confirmation | undefined
  readonly holdMinutes?: number | undefined
  readonly approvalMinutes?: number | undefined
}

/** What an event type is made of. */
export interface EventTypeInput extends EventTypeRules {
  readonly providerId: string
}

/** What can be changed of an event type; its provider cannot. */
export type EventTypeChange = {
  readonly [Name in keyof EventTypeRules]?: EventTypeRules[Name] | undefined
}

type Answer = Result<EventType, Refusal>

const DEFAULTS = { maxAdvanceDays: 365, holdMinutes: 5, approvalMinutes: 24 * 60 } as const

/** Creates an event type of a provider, active from the start. */
export async function createEventType(
  deps: Dependencies,
  caller: Caller<EventType>,
  input: EventTypeInput,
): Promise<Answer> {
  const provider = await getProvider(deps, caller, input.providerId)
  if (!provider.ok) return provider
  const windows = parseRules(input)
  if (!windows.ok) return windows
  const now = epochSeconds(deps.clock)
  const eventType: EventType = {
    id: deps.ids.next('eventType', deps.clock.nowEpochMilliseconds()),
    accountId: caller.accountId,
    providerId: input.providerId,
    version: 1,
    status: 'active',
    slug: input.slug,
    title: input.title,
    ...(input.description == null ? {} : { description: input.description }),
    durationMinutes: input.durationMinutes,
    slotStepMinutes: input.slotStepMinutes ?? input.durationMinutes,
    bufferBeforeMinutes: input.bufferBeforeMinutes ?? 0,
    bufferAfterMinutes: input.bufferAfterMinutes ?? 0,
    minNoticeMinutes: input.minNoticeMinutes ?? 0,
    maxAdvanceDays: input.maxAdvanceDays ?? DEFAULTS.maxAdvanceDays,
    availabilityRules: windows.value.availabilityRules ?? [],
    dateOverrides: windows.value.dateOverrides ?? [],
    confirmation: input.confirmation ?? 'hold',
    holdMinutes: input.holdMinutes ?? DEFAULTS.holdMinutes,
    approvalMinutes: input.approvalMinutes ?? DEFAULTS.approvalMinutes,
    createdAtEpochSeconds: now,
    updatedAtEpochSeconds: now,
  }
  const valid = validated(eventType, provider.value.timeZone)
  if (!valid.ok) return valid
  const committed = await commit(
    deps,
    caller,
    [
      holdSlug(eventType),
      { kind: 'put-if-absent', item: eventTypeItem(eventType) },
      told(deps, 'event_type.created', eventType),
    ],
    eventType,
  )
  if (committed.kind === 'done') return ok(eventType)
  if (committed.kind === 'refused') return refuse(committed.refusal)
  return refuse({ code: 'slug_taken', slug: eventType.slug })
}

const holdSlug = (eventType: EventType): Write => ({
  kind: 'put-if-absent',
  item: eventTypeSlugItem(eventType),
})

const told = (deps: Dependencies, type: EventKey, eventType: EventType): Write =>
  outboxWrite(
    deps,
    {
      type,
      accountId: eventType.accountId,
      resourceId: eventType.id,
      resourceVersion: eventType.version,
      data: { eventType: eventTypeRepresentation(eventType) },
    },
    deps.clock.nowEpochMilliseconds(),
  )

function parseWindows(
  windows: readonly WindowInput[],
  pointer: string,
  errors: InputError[],
): readonly TimeWindow[] {
  return windows.flatMap((window, index) => {
    const startMinute = parseWindowTime(window.start, false)
    const endMinute = parseWindowTime(window.end, true)
    if (startMinute === undefined) {
      errors.push({
        pointer: `${pointer}/${index}/start`,
        message: `"${window.start}" is not a time of day; use HH:MM from 00:00 to 23:59`,
      })
    }
    if (endMinute === undefined) {
      errors.push({
        pointer: `${pointer}/${index}/end`,
        message: `"${window.end}" is not a time of day; use HH:MM from 00:00 to 24:00`,
      })
    }
    return startMinute === undefined || endMinute === undefined ? [] : [{ startMinute, endMinute }]
  })
}

function parseRules(
  input: EventTypeChange,
): Result<Partial<Pick<EventType, 'availabilityRules' | 'dateOverrides'>>, Refusal> {
  const errors: InputError[] = []
  const availabilityRules = input.availabilityRules?.map((rule, index) => ({
    weekday: rule.weekday,
    windows: parseWindows(rule.windows, `/availabilityRules/${index}/windows`, errors),
  }))
  const dateOverrides = input.dateOverrides?.map((override, index) => ({
    date: override.date,
    windows: parseWindows(override.windows, `/dateOverrides/${index}/windows`, errors),
  }))
  if (errors.length > 0) return refuse({ code: 'validation_failed', errors })
  return ok({
    ...(availabilityRules && { availabilityRules }),
    ...(dateOverrides && { dateOverrides }),
  })
}

function validated(eventType: EventType, timeZone: string): Result<undefined, Refusal> {
  const valid = validateSlotPolicy(slotPolicy(eventType, timeZone))
  return valid.ok
    ? ok(undefined)
    : refuse({ code: 'validation_failed', errors: valid.refusal.problems })
}

/** Reads an event type of the account. */
export async function getEventType(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  eventTypeId: string,
): Promise<Answer> {
  const item = await deps.store.get(eventTypeKey(eventTypeId), { consistent: true })
  const eventType = item && eventTypeFromItem(item)
  if (eventType === undefined || eventType.accountId !== caller.accountId) {
    return notFound('event_type', eventTypeId)
  }
  return ok(eventType)
}

/** Finds an event type by its slug; where several providers use the slug, the provider must be named. */
export async function getEventTypeBySlug(
  deps: Dependencies,
  caller: Caller,
  slug: string,
  providerId: string | undefined,
): Promise<Answer> {
  if (providerId !== undefined) {
    const held = await deps.store.get(eventTypeSlugKey(providerId, slug), { consistent: true })
    return held === undefined
      ? notFound('event_type', slug)
      : getEventType(deps, caller, held.eventTypeId as string)
  }
  const found = await deps.store.query({
    index: 'GSI2',
    partition: bookingIndexKeys.eventTypesBySlug(caller.accountId, slug),
    limit: 10,
  })
  const [first, second] = found.items.map(eventTypeFromItem)
  if (first === undefined) return notFound('event_type', slug)
  if (second === undefined) return ok(first)
  const providerIds = found.items.map((item) => eventTypeFromItem(item).providerId)
  return refuse({ code: 'slug_ambiguous', slug, providerIds })
}

/** Lists event types of the account or of one of its providers, by status where one is named. */
export async function listEventTypes(
  deps: Dependencies,
  caller: Caller,
  filter: { readonly providerId?: string; readonly status?: EventType['status'] },
  page: Page,
): Promise<Result<Listed<EventType>, Refusal>> {
  if (filter.providerId !== undefined) {
    const provider = await getProvider(deps, caller, filter.providerId)
    if (!provider.ok) return provider
  }
  const range = filter.status === undefined ? {} : bookingIndexKeys.statusRange(filter.status)
  const request =
    filter.providerId === undefined
      ? ({
          index: 'GSI3',
          partition: bookingIndexKeys.eventTypesOfAccount(caller.accountId),
        } as const)
      : ({
          index: 'GSI1',
          partition: bookingIndexKeys.eventTypesOfProvider(filter.providerId),
        } as const)
  return ok(await listPage(deps.store, { ...request, ...range }, page, eventTypeFromItem))
}

/** Changes the rules of an event type. Bookings that exist keep the policy they were made under. */
export async function updateEventType(
  deps: Dependencies,
  caller: Caller<EventType>,
  eventTypeId: string,
  change: EventTypeChange,
): Promise<Answer> {
  const windows = parseRules(change)
  if (!windows.ok) return windows
  return changeEventType(deps, caller, eventTypeId, 'event_type.updated', (before) => {
    const { description: oldDescription, ...rest } = before
    const { availabilityRules: _rules, dateOverrides: _overrides, ...plain } = change
    const { description = oldDescription ?? null, ...given } = plain
    const after = {
      ...rest,
      ...withoutUndefined(given),
      ...stepOf(before, change),
      ...windows.value,
    }
    return description === null ? after : { ...after, description }
  })
}

/** A step that was the duration, as it is unless set, goes on being it. */
const stepOf = (before: EventType, change: EventTypeChange) =>
  change.slotStepMinutes === undefined &&
  change.durationMinutes !== undefined &&
  before.slotStepMinutes === before.durationMinutes
    ? { slotStepMinutes: change.durationMinutes }
    : {}

const withoutUndefined = <Shape extends object>(shape: Shape) =>
  Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Shape]?: Exclude<Shape[Name], undefined>
  }

/** Activates or deactivates an event type; asking for the state that it has changes nothing. */
export function setEventTypeStatus(
  deps: Dependencies,
  caller: Caller<EventType>,
  eventTypeId: string,
  status: EventType['status'],
): Promise<Answer> {
  const key = status === 'inactive' ? 'event_type.deactivated' : 'event_type.updated'
  return changeEventType(deps, caller, eventTypeId, key, (before) =>
    before.status === status ? before : { ...before, status },
  )
}

async function changeEventType(
  deps: Dependencies,
  caller: Caller<EventType>,
  eventTypeId: string,
  eventKey: EventKey,
  apply: (before: EventType) => EventType,
): Promise<Answer> {
  for (let round = 0; round < DECISION_ROUNDS; round += 1) {
    const found = await getEventType(deps, caller, eventTypeId)
    if (!found.ok) return found
    const before = found.value
    const stale = versionMismatch(caller, before.version)
    if (stale) return stale
    const applied = apply(before)
    if (applied === before) {
      if (caller.idempotency === undefined) return ok(before)
      // Nothing changes, but the answer to this key is to be remembered.
      const key = eventTypeKey(eventTypeId)
      const unchanged = { kind: 'check-version', key, version: before.version } as const
      const remembered = await commit(deps, caller, [unchanged], before)
      if (remembered.kind === 'done') return ok(before)
      if (remembered.kind === 'refused') return refuse(remembered.refusal)
      continue
    }
    const provider = await getProvider(deps, caller, before.providerId)
    if (!provider.ok) return provider
    const after: EventType = {
      ...applied,
      version: before.version + 1,
      updatedAtEpochSeconds: epochSeconds(deps.clock),
    }
    const valid = validated(after, provider.value.timeZone)
    if (!valid.ok) return valid
    const renamed = after.slug !== before.slug
    const oldSlug = eventTypeSlugKey(before.providerId, before.slug)
    const committed = await commit(
      deps,
      caller,
      [
        { kind: 'put-if-version', item: eventTypeItem(after), version: before.version },
        told(deps, eventKey, after),
        ...(renamed ? [holdSlug(after), { kind: 'delete', key: oldSlug } as const] : []),
      ],
      after,
    )
    if (committed.kind === 'done') return ok(after)
    if (committed.kind === 'refused') return refuse(committed.refusal)
    const versionHeld = !committed.failed.some((failed) => failed.index === 0)
    if (versionHeld) return refuse({ code: 'slug_taken', slug: after.slug })
  }
  throw tooContended(`event type ${eventTypeId}`)
}
