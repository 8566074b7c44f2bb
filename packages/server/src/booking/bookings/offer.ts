import {
  type Confirmation,
  formatInstant,
  localDateOf,
  ok,
  type Result,
  refuse,
  type SlotPolicy,
  wallToEpochMinutes,
} from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { dayPolicy, openedDateFromItem, openingPolicy } from '../availability/opening.ts'
import { type EventType, eventTypeFromItem, slotPolicy } from '../event-types/event-type.ts'
import { availabilityKey, eventTypeKey, providerKey } from '../keys.ts'
import { type Provider, providerFromItem } from '../providers/provider.ts'
import { keepProvider } from '../providers/provider-deletion.ts'

/** Under which rules a time is offered, and how a booking of it becomes confirmed. */
export interface Offer {
  readonly provider: Provider
  readonly eventType?: EventType
  readonly policy: SlotPolicy
  readonly confirmation: Confirmation
  readonly holdMinutes: number
  readonly approvalMinutes: number
}

/** What is to be booked: an event type, or a slot that a provider opened. */
export type BookingTarget = { readonly eventTypeId: string } | { readonly providerId: string }

const OPENED_SLOT_HOLD_MINUTES = 5

/** What is remembered of an event type from the last time that it was read. */
export interface OfferHint {
  /** Never changes. */
  readonly providerId: string
  /** Whether calendars were connected; to be checked afterwards too. */
  readonly hasCalendars: boolean
  /** May have changed since: good for a guess at what to read, and to be checked afterwards. */
  readonly policy: SlotPolicy
}

const hints = new Map<string, OfferHint>()
const REMEMBERED_EVENT_TYPES = 50_000

/** What this process remembers of an event type, if it ever read it. */
export const offerHint = (eventTypeId: string): OfferHint | undefined => hints.get(eventTypeId)

/** Reads an event type of the account together with its provider: in one request once it is known. */
export async function loadEventType(
  deps: Dependencies,
  accountId: string,
  eventTypeId: string,
  consistent: boolean,
): Promise<Result<{ readonly eventType: EventType; readonly provider: Provider }, Refusal>> {
  const known = hints.get(eventTypeId)?.providerId
  const keys = [eventTypeKey(eventTypeId), ...(known === undefined ? [] : [providerKey(known)])]
  const [item, together] = await deps.store.getMany(keys, { consistent })
  const eventType = item && eventTypeFromItem(item)
  if (eventType === undefined || eventType.accountId !== accountId) {
    return notFound('event_type', eventTypeId)
  }
  const providerItem =
    together ?? (await deps.store.get(providerKey(eventType.providerId), { consistent }))
  const provider = providerItem && providerFromItem(providerItem)
  if (provider === undefined || provider.deletedAtEpochSeconds !== undefined) {
    return notFound('event_type', eventTypeId)
  }
  if (hints.size >= REMEMBERED_EVENT_TYPES) hints.clear()
  hints.set(eventTypeId, {
    providerId: provider.id,
    hasCalendars: provider.connectedKinds !== undefined,
    policy: slotPolicy(eventType, provider.timeZone),
  })
  return ok({ eventType, provider })
}

/** Loads the offer of an event type; an inactive one offers nothing. */
export async function eventTypeOffer(
  deps: Dependencies,
  accountId: string,
  eventTypeId: string,
): Promise<Result<Offer, Refusal>> {
  const loaded = await loadEventType(deps, accountId, eventTypeId, true)
  if (!loaded.ok) return loaded
  const { eventType, provider } = loaded.value
  if (!(await keepProvider(deps, provider))) return notFound('event_type', eventTypeId)
  if (eventType.status === 'inactive') return refuse({ code: 'event_type_inactive', eventTypeId })
  return ok({
    provider,
    eventType,
    policy: slotPolicy(eventType, provider.timeZone),
    confirmation: eventType.confirmation,
    holdMinutes: eventType.holdMinutes,
    approvalMinutes: eventType.approvalMinutes,
  })
}

/** Loads the offer of a slot that a provider opened; where none is open at that time, it is an empty one. */
export async function openedSlotOffer(
  deps: Dependencies,
  accountId: string,
  providerId: string,
  startEpochSeconds: number,
): Promise<Result<Offer, Refusal>> {
  const providerItem = await deps.store.get(providerKey(providerId), { consistent: true })
  const provider = providerItem && providerFromItem(providerItem)
  if (
    provider === undefined ||
    provider.accountId !== accountId ||
    !(await keepProvider(deps, provider))
  ) {
    return notFound('provider', providerId)
  }
  const startEpochMinutes = Math.floor(startEpochSeconds / 60)
  const date = localDateOf(provider.timeZone, startEpochMinutes)
  const item = await deps.store.get(availabilityKey(providerId, date), { consistent: true })
  const openings = item === undefined ? [] : openedDateFromItem(item).openings
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
    policy,
    confirmation: 'hold',
    holdMinutes: OPENED_SLOT_HOLD_MINUTES,
    approvalMinutes: 0,
  })
}

/** The wall time of an instant in a zone, `YYYY-MM-DDTHH:MM`. */
export const wallTimeOf = (epochSeconds: number, timeZone: string): string =>
  formatInstant(Math.floor(epochSeconds / 60), timeZone).slice(0, 'YYYY-MM-DDTHH:MM'.length)
