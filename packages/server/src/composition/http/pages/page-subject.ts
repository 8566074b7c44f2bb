import { eventTypeSlugKey, providerSlugKey } from '../../../booking/keys.ts'
import type { Dependencies } from '../../../kernel/dependencies.ts'
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
    return (await store.get(calendarKey(subject.calendarId)))?.publicStays === true
  }
  if (subject.kind === 'provider') {
    return (await store.get(providerSlugKey(subject.slug))) !== undefined
  }
  const provider = await store.get(providerSlugKey(subject.providerSlug))
  if (provider === undefined) return false
  const key = eventTypeSlugKey(provider.providerId as string, subject.slug)
  return (await store.get(key)) !== undefined
}
