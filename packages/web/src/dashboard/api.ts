import { type components, createClient, isProblem, unwrap } from '@holdfast/client'

/** Calls the server that the page came from, as who is signed in. */
export const api = createClient()

type Schemas = components['schemas']

export type Booking = Schemas['Booking']
export type Provider = Schemas['Provider']
export type EventType = Schemas['EventType']
export type Block = Schemas['Block']
export type Calendar = Schemas['Calendar']
export type CalendarEvent = Schemas['CalendarEvent']
export type WebhookEndpoint = Schemas['WebhookEndpoint']
export type WebhookDelivery = Schemas['WebhookDelivery']
export type ApiKey = Schemas['ApiKey']
export type DeadLetter = Schemas['DeadLetter']
export type Session = Schemas['Session']

/** The most that one page of a list holds. */
export const PAGE = 100

/** A bound on lists that are shown whole, so that no page loads for ever. */
const PAGES_MAX = 20

interface PageOf<Entry> {
  readonly data: Entry[]
  readonly nextCursor: string | null
}

/** What of a list was loaded, and whether there is more. */
export interface Loaded<Entry> {
  readonly data: readonly Entry[]
  readonly hasMore: boolean
}

/** Reads a list page by page, up to so many pages. */
export async function pages<Entry>(
  load: (query: { limit: number; cursor?: string }) => Promise<PageOf<Entry>>,
  most: number = PAGES_MAX,
): Promise<Loaded<Entry>> {
  const data: Entry[] = []
  let cursor: string | null = null
  for (let count = 0; count < most; count += 1) {
    const page: PageOf<Entry> = await load({
      limit: PAGE,
      ...(cursor === null ? {} : { cursor }),
    })
    data.push(...page.data)
    cursor = page.nextCursor
    if (cursor === null) break
  }
  return { data, hasMore: cursor !== null }
}

/** `If-Match` for a resource as it was read. */
export const ifMatch = ({ version }: { readonly version: number }) => ({
  'If-Match': `"${version}"`,
})

/** The provider's zones, in order, without repetition. */
export const zonesOf = (providers: readonly Provider[]): readonly string[] => [
  ...new Set(providers.map(({ timeZone }) => timeZone)),
]

export { isProblem, unwrap }
