import { eventTypeSlugKey, providerSlugKey } from '../../../booking/keys.ts'
import type { Dependencies } from '../../../kernel/dependencies.ts'
import { calendarKey } from '../../../stays/keys.ts'

/** What the path of a public page names. */
export type PageSubject =
  | { readonly kind: 'provider'; readonly slug: string }
  | { readonly kind: 'event_type'; readonly providerSlug: string; readonly slug: string }
  | { readonly kind: 'stays'; readonly calendarId: string }

/**
 * Whether there is what a page's path names: one read, two for an event type, of names alone. Whether
 * it can be booked now is what the page itself asks. What was made a moment ago may not be seen yet.
 */
export async function isThere({ store }: Dependencies, subject: PageSubject): Promise<boolean> {
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
