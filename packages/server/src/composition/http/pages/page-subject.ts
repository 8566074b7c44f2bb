import { eventTypeSlugKey, providerSlugKey } from '../../../booking/keys.ts'
import { providerSlugEntity } from '../../../booking/providers/provider.ts'
import type { Dependencies } from '../../../kernel/dependencies.ts'
import { calendarEntity } from '../../../stays/calendars/calendar.ts'
import { calendarKey } from '../../../stays/keys.ts'

/** The resource in the path of a public page. */
export type PageSubject =
  | { readonly kind: 'provider'; readonly slug: string }
  | { readonly kind: 'event_type'; readonly providerSlug: string; readonly slug: string }
  | { readonly kind: 'stays'; readonly calendarId: string }

/**
 * Whether the subject of a page exists. Takes one read, or two for an event type. It does not check whether
 * the subject is bookable; the page does that. Reads are eventually consistent, so a new subject may be
 * missed.
 */
export async function subjectExists(
  { store }: Dependencies,
  subject: PageSubject,
): Promise<boolean> {
  if (subject.kind === 'stays') {
    const calendar = await calendarEntity.read(store, calendarKey(subject.calendarId))
    return calendar?.publicStays === true
  }
  if (subject.kind === 'provider') {
    return (await store.get(providerSlugKey(subject.slug))) !== undefined
  }
  const reserved = await providerSlugEntity.read(store, providerSlugKey(subject.providerSlug))
  if (reserved === undefined) return false
  return (await store.get(eventTypeSlugKey(reserved.providerId, subject.slug))) !== undefined
}
