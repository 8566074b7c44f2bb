import { bookingEntity } from '../../../booking/bookings/booking-item.ts'
import {
  type EventType,
  eventTypeEntity,
  eventTypeSlugEntity,
} from '../../../booking/event-types/event-type.ts'
import {
  bookingGroupKey,
  bookingKey,
  eventTypeKey,
  eventTypeSlugKey,
  propertyKey,
  providerKey,
  waitlistEntryKey,
} from '../../../booking/keys.ts'
import type { Photo } from '../../../booking/photos/photo.ts'
import { propertyEntity } from '../../../booking/properties/property.ts'
import { providerEntity } from '../../../booking/providers/provider.ts'
import { findProviderSlug, type ProviderName } from '../../../booking/public/provider-name.ts'
import { houseOfPool } from '../../../booking/units/load-stay-type.ts'
import { bookingGroupEntity } from '../../../booking/visits/booking-group.ts'
import { waitlistEntryEntity } from '../../../booking/waitlist/entry.ts'
import {
  openAccountBySlug,
  type PublicAccount,
  publicAccount,
} from '../../../identity/accounts/public-account.ts'
import type { Dependencies } from '../../../kernel/dependencies.ts'
import { paymentKey } from '../../../payments/keys.ts'
import { paymentEntity } from '../../../payments/payment/payment-entity.ts'
import { calendarEntity } from '../../../stays/calendars/calendar.ts'
import { calendarEventEntity } from '../../../stays/calendars/calendar-event.ts'
import { calendarEventIdKey, calendarKey } from '../../../stays/keys.ts'
import type { PageHead, PhotosFrom } from './page-head.ts'

/** The resource in the path of a public page. */
export type PageSubject =
  | ({ readonly kind: 'provider' } & ProviderName)
  | ({ readonly kind: 'event_type'; readonly eventTypeSlug: string } & ProviderName)
  | { readonly kind: 'directory'; readonly accountSlug: string }
  | { readonly kind: 'own_bookings'; readonly accountSlug: string }
  | { readonly kind: 'stays'; readonly calendarId: string }
  | { readonly kind: 'property'; readonly propertyId: string }
  /** A page behind a manage link: it takes only its brand and language from the resource. */
  | { readonly kind: 'booking'; readonly bookingId: string }
  | { readonly kind: 'group'; readonly groupId: string }
  | { readonly kind: 'waitlist_entry'; readonly entryId: string }
  | { readonly kind: 'stay'; readonly stayId: string }
  | { readonly kind: 'payment'; readonly paymentId: string }

type Reads = Pick<Dependencies, 'store' | 'clock'>

const MAY_BE_OLD = { consistent: false } as const

/**
 * What a page says about its subject and the brand of its account; undefined if there is no such subject.
 * Takes two reads for a provider, three for an event type in two steps, a fourth for one over several units, one for all others,
 * and one for the account, which is cached. It does not check whether the subject is bookable; the page does that. Reads are
 * eventually consistent, so a new subject may be missed.
 */
export function headOfSubject(deps: Reads, subject: PageSubject): Promise<PageHead | undefined> {
  switch (subject.kind) {
    case 'provider':
    case 'event_type':
      return headOfLink(deps, subject)
    case 'directory':
      return headOfDirectory(deps, subject.accountSlug)
    case 'own_bookings':
      return headOfDirectory(deps, subject.accountSlug)
    case 'stays':
      return headOfStays(deps, subject.calendarId)
    case 'property':
      return headOfProperty(deps, subject.propertyId)
    case 'booking':
      return headBehindLink(
        deps,
        bookingEntity.read(deps.store, bookingKey(subject.bookingId), MAY_BE_OLD),
      )
    case 'group':
      return headBehindLink(
        deps,
        bookingGroupEntity.read(deps.store, bookingGroupKey(subject.groupId), MAY_BE_OLD),
      )
    case 'waitlist_entry':
      return headBehindLink(
        deps,
        waitlistEntryEntity.read(deps.store, waitlistEntryKey(subject.entryId), MAY_BE_OLD),
      )
    case 'stay':
      return headBehindLink(
        deps,
        calendarEventEntity.read(deps.store, calendarEventIdKey(subject.stayId), MAY_BE_OLD),
      )
    case 'payment':
      return headBehindLink(
        deps,
        paymentEntity.read(deps.store, paymentKey(subject.paymentId), MAY_BE_OLD),
      )
  }
}

async function headOfLink(
  deps: Reads,
  subject: Extract<PageSubject, ProviderName>,
): Promise<PageHead | undefined> {
  const { store } = deps
  const found = await findProviderSlug(deps, subject, { consistent: false })
  if (!found.ok || found.value === undefined) return undefined
  const { providerId, accountId } = found.value
  const isEventType = subject.kind === 'event_type'
  const [account, provider, named] = await Promise.all([
    publicAccount(deps, accountId),
    providerEntity.read(store, providerKey(providerId), MAY_BE_OLD),
    isEventType
      ? eventTypeSlugEntity.read(
          store,
          eventTypeSlugKey(providerId, subject.eventTypeSlug),
          MAY_BE_OLD,
        )
      : undefined,
  ])
  if (provider === undefined || account.status !== 'active') return undefined
  const look = lookOf(account)
  if (!isEventType) return { title: provider.name, description: provider.specialty, ...look }
  const eventType =
    named && (await eventTypeEntity.read(store, eventTypeKey(named.eventTypeId), MAY_BE_OLD))
  if (eventType === undefined) return undefined
  const hasPlainPage = eventType.payment === undefined && eventType.stay === undefined
  // Which room of a pool it will be is not known, so the page names the house.
  const property =
    eventType.stay?.pool &&
    (await propertyEntity.read(store, propertyKey(eventType.stay.propertyId), MAY_BE_OLD))
  return {
    ...titleOfEventType(eventType, houseOfPool(eventType, property)?.name ?? provider.name),
    ...look,
    ...(hasPlainPage && { plainPage: plainPageOf(subject) }),
  }
}

/** The address of the page without scripts, from the page of an event type. */
function plainPageOf({
  accountSlug,
  providerSlug,
  eventTypeSlug,
}: Extract<PageSubject, { readonly kind: 'event_type' }>): string {
  const own = `v1/plain/${providerSlug}/${eventTypeSlug}`
  return accountSlug === undefined ? `../${own}` : `../../../${own}?accountSlug=${accountSlug}`
}

const titleOfEventType = (
  { title, description, durationMinutes, photos, stay }: EventType,
  providerName: string,
): PageHead => ({
  title: `${title} · ${providerName}`,
  description: description ?? (stay ? undefined : `${durationMinutes} min`),
  firstLook: { title, by: providerName, description, isOfNights: stay !== undefined },
  ...(photos && { photosFrom: photosFrom(photos) }),
})

function photosFrom(photos: readonly Photo[]): PhotosFrom {
  const areHere = photos.map(({ url }) => url.startsWith('/'))
  return { here: areHere.includes(true), elsewhere: areHere.includes(false) }
}

async function headOfDirectory(deps: Reads, accountSlug: string): Promise<PageHead | undefined> {
  const found = await openAccountBySlug(deps, accountSlug)
  return found.ok ? { title: found.value.name, ...lookOf(found.value) } : undefined
}

async function headOfStays(deps: Reads, calendarId: string): Promise<PageHead | undefined> {
  const calendar = await calendarEntity.read(deps.store, calendarKey(calendarId), MAY_BE_OLD)
  if (calendar?.publicStays !== true) return undefined
  const account = await publicAccount(deps, calendar.accountId)
  return account.status === 'active' ? { title: calendar.name, ...lookOf(account) } : undefined
}

async function headOfProperty(deps: Reads, propertyId: string): Promise<PageHead | undefined> {
  const property = await propertyEntity.read(deps.store, propertyKey(propertyId), MAY_BE_OLD)
  if (property === undefined) return undefined
  const account = await publicAccount(deps, property.accountId)
  // Those of what guests can book are not known yet.
  const anywhere = { here: true, elsewhere: true }
  const head = { title: property.name, photosFrom: anywhere, ...lookOf(account) }
  return account.status === 'active' ? head : undefined
}

/** Never undefined: only the page can tell whether its link is valid. */
async function headBehindLink(
  deps: Reads,
  read: Promise<{ readonly accountId: string } | undefined>,
): Promise<PageHead> {
  const found = await read
  return found === undefined ? {} : lookOf(await publicAccount(deps, found.accountId))
}

const lookOf = ({
  brand,
  locale,
  frameOrigins,
}: PublicAccount): Pick<PageHead, 'brand' | 'locale' | 'frameOrigins'> => ({
  brand,
  locale,
  frameOrigins,
})
