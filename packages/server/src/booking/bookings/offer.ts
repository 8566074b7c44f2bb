import {
  type Confirmation,
  durationsOf,
  formatInstant,
  lengthAt,
  localDateOf,
  ok,
  type Result,
  refuse,
  type SlotPolicy,
  wallToEpochMinutes,
} from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { readExisting } from '../../kernel/items/read-existing.ts'
import type { Item, ItemKey } from '../../kernel/ports/store.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { dayPolicy, openedDateEntity, openingPolicy } from '../availability/opening.ts'
import { type EventType, eventTypeEntity, slotPolicy } from '../event-types/event-type.ts'
import { withDuration } from '../event-types/event-type-options.ts'
import { forAnswers } from '../event-types/for-answers.ts'
import { type Asker, forPerson } from '../event-types/for-person.ts'
import {
  openRulesOf,
  readSchedules,
  type Schedules,
  scheduleIdsOf,
  schedulesOf,
} from '../hours/working-hours.ts'
import { availabilityKey, eventTypeKey, providerKey, scheduleKey } from '../keys.ts'
import { isTeam, type Provider, providerEntity } from '../providers/provider.ts'
import { abortPendingDeletion } from '../providers/provider-deletion.ts'
import type { AskedAnswers } from '../questions/deciding-answers.ts'
import { scheduleEntity } from '../schedules/schedule.ts'
import { daysTaken, markTaken } from '../teams/mark-taken.ts'
import { ruleOf } from '../teams/price-rows.ts'
import { abortEventTypeDeletion } from './event-type-deletion.ts'

/** The thing to book: an event type, or a slot that a provider opened. */
export type BookingTarget = { readonly eventTypeId: string } | { readonly providerId: string }

const OPENED_SLOT_HOLD_MINUTES = 5

/** Why an event type of nights is refused where slots are asked for. */
export const BOOKED_BY_NIGHT =
  'is booked by the night: read its free nights at `/nights` instead of slots, and book with `arrival` and `departure`'

/** Whether a refusal of `loadEventType` is that of an event type of nights. */
export const isBookedByNight = (refusal: Refusal): boolean =>
  refusal.code === 'validation_failed' &&
  refusal.errors.some(({ message }) => message.endsWith(BOOKED_BY_NIGHT))

/** What this process read of an event type last; it may be outdated. */
export interface OfferHint {
  /** Never changes. */
  readonly providerId: string
  /** The provider's zone. */
  readonly timeZone: string
  /** Whether calendars were connected. Check it again after the read. */
  readonly hasCalendars: boolean
  /** Shows which days to read in advance. Check it again after the read. */
  readonly policy: SlotPolicy
  /** The schedules that the slots depended on. */
  readonly scheduleIds: readonly string[]
  /** The keys of the event type, the provider and these schedules. Made once, since a cache hashes each new text again. */
  readonly keys: readonly ItemKey[]
  /** See `Provider`. */
  readonly timeOffUntilEpochSeconds?: number
  /** See `Provider`. */
  readonly closuresUntilEpochSeconds?: number
  /** Whether it had requirements: then its slots do not depend on its provider. */
  readonly hasTeam: boolean
  /** Whether it had seats: then its slots depend on its sessions too. */
  readonly hasSeats: boolean
}

/** An event type with what decides its slots at its provider. */
export interface LoadedEventType {
  readonly eventType: EventType
  readonly provider: Provider
  /** The schedules of both, by id. */
  readonly schedules: Schedules
  /** The duration of candidates without a rule, if another one was chosen. */
  readonly usualMinutes?: number | undefined
  /** The candidate whom an answer of the booker leads to. */
  readonly ledToProviderId?: string | undefined
  readonly policy: SlotPolicy
}

/** The rules under which a time is offered, and how a booking of it is confirmed. Of an opened slot, without an event type. */
export interface Offer
  extends Pick<LoadedEventType, 'provider' | 'policy' | 'usualMinutes' | 'ledToProviderId'>,
    Partial<Pick<LoadedEventType, 'eventType' | 'schedules'>> {
  /** True for a start outside the slots that a provider opened. */
  readonly isOutsideOpenings?: boolean
  readonly confirmation: Confirmation
  readonly holdMinutes: number
  readonly approvalMinutes: number
}

/** Whether an event type offers slots at all. A team without requirements has no time of its own. */
export const isOffered = ({
  eventType,
  provider,
}: Pick<LoadedEventType, 'eventType' | 'provider'>): boolean =>
  eventType.status === 'active' &&
  !provider.isInactive &&
  (eventType.requirements !== undefined || !isTeam(provider))

const hints = new Map<string, OfferHint>()
const EVENT_TYPES_CACHED_MAX = 50_000

/** What this process read of an event type last. Undefined if it never did. */
export const offerHint = (eventTypeId: string): OfferHint | undefined => hints.get(eventTypeId)

/** What decides how long a booking is: one of the durations of its event type, or else the candidate who is chosen. */
export interface WantedDuration {
  readonly durationMinutes?: number | undefined
  readonly chosenId?: string | undefined
}

/** How an event type is to be loaded. */
export interface WantedEventType extends WantedDuration {
  /** Who asks, whose rules for kinds of customers count. Called only if there are such rules. Absent: the rules of the event type alone. */
  readonly who?: (() => Promise<Asker | undefined>) | undefined
  /** The answers that its duration, its price and its people may depend on. Absent: nothing was answered. */
  readonly answers?: AskedAnswers | undefined
}

/**
 * Reads an event type of the account, its provider and their schedules: in one request if this process
 * knows the provider and the schedules already, else in up to three. Its duration is the
 * wanted one. Without `consistent`, they may be a moment old on DynamoDB, but new ones are found.
 */
export async function loadEventType(
  deps: Dependencies,
  accountId: string,
  eventTypeId: string,
  consistent: boolean,
  wanted: WantedEventType = {},
): Promise<Result<LoadedEventType, Refusal>> {
  const hint = hints.get(eventTypeId)
  const expected = hint?.scheduleIds ?? []
  const keys = hint?.keys ?? [eventTypeKey(eventTypeId)]
  const readAll = (wanted: readonly ItemKey[]) =>
    consistent ? deps.store.getMany(wanted, { consistent }) : readExisting(deps.store, wanted)
  const [item, together, ...ofSchedules] = await readAll(keys)
  const eventType = item && eventTypeEntity.decode(item)
  if (
    eventType === undefined ||
    eventType.accountId !== accountId ||
    eventType.deletedAtEpochSeconds !== undefined
  ) {
    return notFound('event_type', eventTypeId)
  }
  if (eventType.stay) {
    return invalid('', `asks for a time, but the event type ${BOOKED_BY_NIGHT}`)
  }
  const [providerItem] = together ? [together] : await readAll([providerKey(eventType.providerId)])
  const provider = providerItem && providerEntity.decode(providerItem)
  if (provider === undefined || provider.deletedAtEpochSeconds !== undefined) {
    return notFound('event_type', eventTypeId)
  }
  // Without a hint, one has to be set.
  const last = hint && madeBefore(eventType, provider, expected, ofSchedules)
  if (last !== undefined) return offeredTo(last, wanted)
  const scheduleIds = scheduleIdsOf(eventType, [provider])
  const known = schedulesOf(ofSchedules)
  const schedules = await readSchedules(deps, scheduleIds, { consistent, known })
  const policy = slotPolicy(eventType, openRulesOf(eventType, provider, schedules))
  const { timeOffUntilEpochSeconds, closuresUntilEpochSeconds } = provider
  if (hints.size >= EVENT_TYPES_CACHED_MAX) hints.clear()
  hints.set(eventTypeId, {
    providerId: provider.id,
    timeZone: provider.timeZone,
    hasCalendars: provider.connectedKinds !== undefined,
    policy,
    scheduleIds,
    keys: [eventTypeKey(eventTypeId), providerKey(provider.id), ...scheduleIds.map(scheduleKey)],
    hasTeam: eventType.requirements !== undefined,
    hasSeats: eventType.seats !== undefined,
    ...(timeOffUntilEpochSeconds !== undefined && { timeOffUntilEpochSeconds }),
    ...(closuresUntilEpochSeconds !== undefined && { closuresUntilEpochSeconds }),
  })
  const loaded = { eventType, provider, schedules, policy }
  made.set(eventType, loaded)
  return offeredTo(loaded, wanted)
}

/** An event type for some answers, under the rules for whoever asks, with one of its durations. */
function offeredTo(
  bare: LoadedEventType,
  wanted: WantedEventType,
): Result<LoadedEventType, Refusal> | Promise<Result<LoadedEventType, Refusal>> {
  // Nearly always: each hold comes here.
  if (wanted.answers === undefined && bare.eventType.access === undefined) {
    return lasting(bare, wanted)
  }
  return offeredToAsker(bare, wanted)
}

async function offeredToAsker(
  bare: LoadedEventType,
  wanted: WantedEventType,
): Promise<Result<LoadedEventType, Refusal>> {
  const { who, answers } = wanted
  const answered = answers && (await forAnswers(bare.eventType, answers))
  if (answered?.ok === false) return answered
  const loaded = answered ? withEventType(bare, answered.value) : bare
  const { eventType } = loaded
  const asker = eventType.access && (await who?.())
  if (asker === undefined) return lasting(loaded, wanted)
  const own = loadedFor(loaded, asker)
  return own ? lasting(own, wanted) : refuse({ code: 'booker_not_allowed' })
}

/** What was loaded, under the rules for whoever asks; undefined if they may not book it. */
export function loadedFor(loaded: LoadedEventType, asker: Asker): LoadedEventType | undefined {
  const eventType = forPerson(loaded.eventType, asker)
  return eventType && withEventType(loaded, { eventType })
}

/** What was loaded, with another form of its event type and its policy. */
function withEventType(
  loaded: LoadedEventType,
  { eventType, ...more }: Pick<LoadedEventType, 'eventType' | 'ledToProviderId'>,
): LoadedEventType {
  if (eventType === loaded.eventType && more.ledToProviderId === undefined) return loaded
  const { provider, schedules } = loaded
  const policy = slotPolicy(eventType, openRulesOf(eventType, provider, schedules))
  return { ...loaded, ...more, eventType, policy }
}

/**
 * What was made of an event type, its provider and its schedules last. SQLite's cache returns the same items until they
 * change, and entities the same values of them; a store without a cache finds nothing here.
 */
const made = new WeakMap<EventType, LoadedEventType>()

/** What was made of the same event type, provider and schedules before. */
function madeBefore(
  eventType: EventType,
  provider: Provider,
  scheduleIds: readonly string[],
  items: readonly (Item | undefined)[],
): LoadedEventType | undefined {
  const last = made.get(eventType)
  if (last?.provider !== provider || last.schedules.size !== items.length) return undefined
  const isSame = (item: Item | undefined, index: number) =>
    item !== undefined &&
    scheduleEntity.decode(item) === last.schedules.get(scheduleIds[index] ?? '')
  return items.every(isSame) ? last : undefined
}

/** An event type with one of its durations: the wanted one, that of the chosen provider, or its usual one. */
function lasting(
  loaded: LoadedEventType,
  { durationMinutes, chosenId }: WantedDuration,
): Result<LoadedEventType, Refusal> {
  const { eventType, provider, schedules, ledToProviderId = chosenId } = loaded
  const minutes = durationMinutes ?? ruleOf(eventType, ledToProviderId)?.durationMinutes
  const wanted = withDuration(eventType, minutes, '/durationMinutes')
  if (!wanted.ok) return wanted
  if (wanted.value === eventType) return ok(loaded)
  const policy = slotPolicy(wanted.value, openRulesOf(eventType, provider, schedules))
  const usualMinutes = eventType.durationMinutes
  return ok({ ...loaded, eventType: wanted.value, usualMinutes, policy })
}

/**
 * Loads the offer of an event type; an inactive one offers nothing unless `isOverride`, and one of an
 * inactive provider never does.
 */
export async function eventTypeOffer(
  deps: Dependencies,
  accountId: string,
  eventTypeId: string,
  {
    isOverride = false,
    durationMinutes,
    chosen,
    who,
    answers,
  }: Pick<WantedEventType, 'durationMinutes' | 'who' | 'answers'> & {
    readonly isOverride?: boolean | undefined
    readonly chosen?: { readonly providerId: string } | null | undefined
  } = {},
): Promise<Result<Offer, Refusal>> {
  const wanted = { durationMinutes, chosenId: chosen?.providerId, who, answers }
  const loaded = await loadEventType(deps, accountId, eventTypeId, true, wanted)
  if (!loaded.ok) return loaded
  const { eventType, provider } = loaded.value
  const exist =
    (await prepareOwner(deps, eventType, provider)) &&
    (await abortEventTypeDeletion(deps, eventType))
  if (!exist) return notFound('event_type', eventTypeId)
  if (eventType.status === 'inactive' && !isOverride) {
    return refuse({ code: 'event_type_inactive', eventTypeId })
  }
  if (provider.isInactive) return refuse({ code: 'provider_inactive', providerId: provider.id })
  if (isTeam(provider) && eventType.requirements === undefined) {
    return refuse({ code: 'provider_is_team', providerId: provider.id })
  }
  return ok({
    ...loaded.value,
    confirmation: eventType.confirmation,
    holdMinutes: eventType.holdMinutes,
    approvalMinutes: eventType.approvalMinutes,
  })
}

/** Prepares the provider of an event type for a booking; one with requirements takes others. Answers whether it exists. */
const prepareOwner = (deps: Dependencies, eventType: EventType, provider: Provider) =>
  eventType.hoursApplyTo === undefined || eventType.requirements !== undefined
    ? abortPendingDeletion(deps, provider)
    : markTaken(deps, provider, { longestDays: daysTaken(Math.max(...durationsOf(eventType))) })

/** An offer for a booking that starts at an instant: clocks that change between its days make it longer or shorter. */
export function offerAt<Offered extends Pick<Offer, 'eventType' | 'policy'>>(
  offer: Offered,
  startEpochSeconds: number,
): Offered {
  const { eventType, policy } = offer
  // Each hold comes here.
  if (eventType?.requirements === undefined) return offer
  const at = { timeZone: policy.timeZone, startEpochMinutes: Math.floor(startEpochSeconds / 60) }
  const durationMinutes = lengthAt(eventType.requirements, policy.durationMinutes, at)
  return durationMinutes === policy.durationMinutes
    ? offer
    : { ...offer, policy: { ...policy, durationMinutes } }
}

/** Loads the offer of a slot that a provider opened. If none is open at that time, no start fits it. */
export async function openedSlotOffer(
  deps: Dependencies,
  accountId: string,
  providerId: string,
  startEpochSeconds: number,
): Promise<Result<Offer, Refusal>> {
  const provider = await providerEntity.read(deps.store, providerKey(providerId))
  if (
    provider === undefined ||
    provider.accountId !== accountId ||
    !(await abortPendingDeletion(deps, provider))
  ) {
    return notFound('provider', providerId)
  }
  if (provider.isInactive) return refuse({ code: 'provider_inactive', providerId })
  if (isTeam(provider)) return refuse({ code: 'provider_is_team', providerId })
  const startEpochMinutes = Math.floor(startEpochSeconds / 60)
  const date = localDateOf(provider.timeZone, startEpochMinutes)
  const openedDate = await openedDateEntity.read(deps.store, availabilityKey(providerId, date))
  const openings = openedDate?.openings ?? []
  const at = (minute: number) => wallToEpochMinutes(provider.timeZone, date, minute)
  const opening = openings.find(
    (candidate) =>
      at(candidate.startMinute) <= startEpochMinutes && startEpochMinutes < at(candidate.endMinute),
  )
  const policy = opening
    ? openingPolicy(date, opening, provider.timeZone)
    : dayPolicy(date, openings, provider.timeZone)
  return ok({
    provider,
    ...(opening === undefined && { isOutsideOpenings: true }),
    policy,
    confirmation: 'hold',
    holdMinutes: OPENED_SLOT_HOLD_MINUTES,
    approvalMinutes: 0,
  })
}

/** The wall time of an instant in a zone, `YYYY-MM-DDTHH:MM`. */
export const wallTimeOf = (epochSeconds: number, timeZone: string): string =>
  formatInstant(Math.floor(epochSeconds / 60), timeZone).slice(0, 'YYYY-MM-DDTHH:MM'.length)
