import { type components, createClient, isProblem, unwrap } from '@holdfast/client'
import { keepingKeys } from '../shared/api/kept-keys.ts'
import { BASE_PATH } from '../shared/base-path.ts'

/** The client for this page's own server; the session cookie authenticates it. */
export const api = createClient({
  baseUrl: BASE_PATH,
  fetch: keepingKeys((request) => fetch(request)),
})

type Schemas = components['schemas']

export type Booking = Schemas['Booking']
/** A booking as it is read alone. One from a list has no answers to private questions yet. */
export type OneBooking = Schemas['BookingWithPrivateAnswers']
export type Provider = Schemas['Provider']
export type EventType = Schemas['EventType']
export type Contact = Schemas['Contact']
export type ContactMessage = Schemas['ContactMessage']
export type ContactSuppression = Schemas['ContactSuppression']
export type ContactImportReport = Schemas['ContactImportReport']
export type Schedule = Schemas['Schedule']
export type Block = Schemas['Block']
export type Calendar = Schemas['Calendar']
export type CalendarEvent = Schemas['CalendarEvent']
export type WebhookEndpoint = Schemas['WebhookEndpoint']
export type WebhookDelivery = Schemas['WebhookDelivery']
export type ApiKey = Schemas['ApiKey']
export type DeadLetter = Schemas['DeadLetter']
export type Session = Schemas['Session']
export type Account = Schemas['Account']
export type Member = Schemas['Member']
export type Passkey = Schemas['Passkey']
export type PersonSession = Schemas['PersonSession']
export type AuditEntry = Schemas['AuditEntry']
export type Property = Schemas['Property']
export type UploadedPhoto = Schemas['UploadedPhoto']
export type RatePlan = Schemas['RatePlan']
export type Payment = Schemas['Payment']
export type PaymentConnection = Schemas['PaymentConnection']

/** Entries per page of a list; the API's maximum. */
export const PAGE_SIZE = 100

/** Default page limit for lists that are shown whole, so that loading always ends. */
const MAX_PAGES = 20

interface ListPage<Entry> {
  readonly data: Entry[]
  readonly nextCursor: string | null
}

/** The loaded part of a list, and whether there is more. */
export interface LoadedList<Entry> {
  readonly data: readonly Entry[]
  readonly hasMore: boolean
}

/** Reads a list page by page, at most `maxPages` pages. */
export async function readPages<Entry>(
  load: (query: { limit: number; cursor?: string }) => Promise<ListPage<Entry>>,
  maxPages: number = MAX_PAGES,
): Promise<LoadedList<Entry>> {
  const data: Entry[] = []
  let cursor: string | null = null
  for (let count = 0; count < maxPages; count += 1) {
    const page: ListPage<Entry> = await load({
      limit: PAGE_SIZE,
      ...(cursor === null ? {} : { cursor }),
    })
    data.push(...page.data)
    cursor = page.nextCursor
    if (cursor === null) break
  }
  return { data, hasMore: cursor !== null }
}

/** The `If-Match` header for the version of a resource that was read. */
export const ifMatch = ({ version }: { readonly version: number }) => ({
  'If-Match': `"${version}"`,
})

/** The providers' time zones, without duplicates. */
export const zonesOf = (providers: readonly Provider[]): readonly string[] => [
  ...new Set(providers.map(({ timeZone }) => timeZone)),
]

export { isProblem, unwrap }
