import {
  type EventType,
  eventTypeEntity,
  eventTypeSlugEntity,
} from '../../../booking/event-types/event-type.ts'
import {
  eventTypeKey,
  eventTypeSlugKey,
  providerKey,
  providerSlugKey,
} from '../../../booking/keys.ts'
import { providerEntity, providerSlugEntity } from '../../../booking/providers/provider.ts'
import type { Dependencies } from '../../../kernel/dependencies.ts'
import { calendarEntity } from '../../../stays/calendars/calendar.ts'
import { calendarKey } from '../../../stays/keys.ts'
import type { PageHead } from './page-head.ts'

/** The resource in the path of a public page. */
export type PageSubject =
  | { readonly kind: 'provider'; readonly slug: string }
  | { readonly kind: 'event_type'; readonly providerSlug: string; readonly slug: string }
  | { readonly kind: 'stays'; readonly calendarId: string }

/**
 * The title and description of the subject of a page; undefined if there is no such subject. Takes two
 * reads for a provider, three for an event type in two steps, one for a calendar. It does not check whether
 * the subject is bookable; the page does that. Reads are eventually consistent, so a new subject may be
 * missed.
 */
export async function headOfSubject(
  { store }: Dependencies,
  subject: PageSubject,
): Promise<PageHead | undefined> {
  if (subject.kind === 'stays') {
    const calendar = await calendarEntity.read(store, calendarKey(subject.calendarId))
    return calendar?.publicStays === true ? { title: calendar.name } : undefined
  }
  const slug = subject.kind === 'provider' ? subject.slug : subject.providerSlug
  const reserved = await providerSlugEntity.read(store, providerSlugKey(slug))
  if (reserved === undefined) return undefined
  const { providerId } = reserved
  if (subject.kind === 'provider') {
    const provider = await providerEntity.read(store, providerKey(providerId))
    return provider && { title: provider.name, description: provider.specialty }
  }
  const [provider, named] = await Promise.all([
    providerEntity.read(store, providerKey(providerId)),
    eventTypeSlugEntity.read(store, eventTypeSlugKey(providerId, subject.slug)),
  ])
  const eventType = named && (await eventTypeEntity.read(store, eventTypeKey(named.eventTypeId)))
  return provider && eventType && headOfEventType(eventType, provider.name)
}

const headOfEventType = (
  { title, description, durationMinutes }: EventType,
  providerName: string,
): PageHead => ({
  title: `${title} · ${providerName}`,
  description: description ?? `${durationMinutes} min`,
})
