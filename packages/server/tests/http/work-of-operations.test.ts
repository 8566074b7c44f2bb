import { setImmediate as turn } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { countReads } from './support/count-reads.ts'
import { addHistory } from './support/history.ts'
import { makeSampleIds, type Sample, type SampleIds, samplesOf, sentBy } from './support/samples.ts'

/** How many other bookings, people, stays, events and so on an account has beside each of those of the samples. */
const HISTORY = 700
/** What a call may read more of a large account: a page and what belongs to it. */
const A_PAGE = 100
/**
 * The most items that are read within one turn of the event loop: `ITEMS_PER_TURN` of SQLite and the page that exceeds it, or
 * a whole wait list, which has at most 1,000 people.
 */
const MOST_PER_TURN = 1_005

/**
 * The operations that read more of a large account than a page, and why. `most`: the most items, in a history of
 * `HISTORY` of each kind.
 */
const READS_MORE: Readonly<Record<string, { readonly most: number; readonly why: string }>> = {
  connectPaymentVendor: { most: 702, why: 'each payment once, to find open ones' },
  deleteEventType: {
    most: 193,
    why: 'twice its bookings of the last 15 days, which may not have ended',
  },
  disconnectPaymentVendor: { most: 702, why: 'each payment once, to find open ones' },
  downloadContacts: { most: 1_402, why: 'all contacts of the account, which are the answer' },
  downloadPayments: { most: 701, why: 'at most 10,000 payments, which are the answer' },
  eraseContact: { most: 1_418, why: 'each calendar event once, for stays and texts of the person' },
  exportContact: {
    most: 21_791,
    why: 'bookings for guests, the event log of 30 days and calendar events once, queued tasks and dead letters',
  },
  getAgenda: { most: 1_211, why: 'at most ten pages of blocks of each provider' },
  joinWaitlist: { most: 1_003, why: 'the wait list, of at most 1,000 people' },
  listCalendarEvents: { most: 202, why: 'a page of events, and long ones that began before' },
  readCalendarFeed: { most: 1_403, why: 'at most 5,000 events, which are the answer' },
  readProviderFeed: { most: 703, why: 'at most 5,000 bookings, which are the answer' },
  search: { most: 550, why: 'at most 500 entries of the index, and the people found' },
}

/** Operations that answer for as long as their caller listens. */
const ENDLESS = ['streamEvents']

interface Played {
  readonly operationId: string
  readonly status: number
  readonly items: number
  readonly mostPerTurn: number
}

/** How much of what other calls speak of a call removes: the more, the later it is made. */
const rankOf = ({ operationId, method }: Sample): number => {
  if (method === 'DELETE' || operationId === 'eraseContact') return 3
  if (/^(cancel|changeBookings)/.test(operationId)) return 2
  return method === 'GET' ? 0 : 1
}

/** One call of each operation of pages without a key that reads bookings, stays or slots, and of the private feeds. */
async function publicSamples(server: TestApp, ids: SampleIds): Promise<readonly Sample[]> {
  const provider = await server.call('GET', `/v1/providers/${ids.providerId}`)
  const eventType = await server.call('GET', `/v1/event-types/${ids.eventTypeId}`)
  const stayType = await server.call('GET', `/v1/event-types/${ids.stayTypeId}`)
  const unit = await server.call('GET', `/v1/providers/${stayType.body.providerId}`)
  const owner = await server.call('GET', `/v1/providers/${eventType.body.providerId}`)
  const confirmed = (await server.call('GET', '/v1/bookings?status=confirmed')).body.data[0]
  const feeds = [`/v1/providers/${confirmed?.providerId}`, `/v1/calendars/${ids.calendarId}`]
  const urls: URL[] = []
  for (const path of feeds) {
    const issued = await server.call('POST', `${path}/feed-token`)
    urls.push(new URL(String(issued.body.url)))
  }
  const page = `/v1/public/${owner.body.slug}`
  const days = 'from=2026-04-27&to=2026-05-11'
  const get = (operationId: string, path: string): Sample => ({ operationId, method: 'GET', path })
  const [ofProvider, ofCalendar] = urls.map(({ pathname, search }) => `${pathname}${search}`)
  return [
    get('getPublicProvider', page),
    get('getPublicEventType', `${page}/${eventType.body.slug}?${days}`),
    get('listPublicSlots', `${page}/${eventType.body.slug}/slots?${days}`),
    get('listPublicNights', `/v1/public/${unit.body.slug}/${stayType.body.slug}/nights?${days}`),
    get(
      'listPublicQuotes',
      `/v1/public/${unit.body.slug}/${stayType.body.slug}/quotes?arrival=2026-05-11&departure=2026-05-13`,
    ),
    get(
      'searchStays',
      `/v1/stays/search?propertyId=${stayType.body.propertyId}&from=2026-05-11&to=2026-05-13`,
    ),
    get('listPublicOpenedSlots', `/v1/public/${provider.body.slug}/opened-slots?${days}`),
    get('listPublicSoonestSlots', `/v1/public/slots?eventTypeIds=${ids.eventTypeId}`),
    get('listDirectory', '/v1/directory'),
    get('getPublicStays', `/v1/stays/${ids.calendarId}?${days}`),
    get('readProviderFeed', ofProvider ?? ''),
    get('readCalendarFeed', ofCalendar ?? ''),
  ]
}

/** Makes one call of each operation on an account with a past, and counts what each reads. */
async function play(history: number): Promise<readonly Played[]> {
  const reads = countReads()
  const server = await openTestApp({
    engine: 'sqlite',
    between: reads.between,
    settings: { publicUrl: 'https://book.example.com' },
  })
  try {
    const ids = await makeSampleIds(server, false)
    const samples = [...samplesOf(ids), ...(await publicSamples(server, ids))]
      .filter(({ operationId }) => !ENDLESS.includes(operationId))
      .toSorted((a, b) => rankOf(a) - rankOf(b))
    await addHistory(server, history)
    const played: Played[] = []
    for (const sample of samples) {
      await turn()
      reads.reset()
      const { operationId, method, path } = sample
      const { status } = await server.call(method, path, sentBy(sample))
      played.push({ operationId, status, ...reads.counts() })
    }
    return played
  } finally {
    await server.close()
  }
}

let few: readonly Played[]
let many: readonly Played[]
beforeAll(async () => {
  few = await play(0)
  many = await play(HISTORY)
}, 120_000)

test('an operation reads at most a page more of a large account, but for those that are listed', () => {
  const grown = many.flatMap(({ operationId, items }, place) => {
    const before = few[place]?.items ?? 0
    return items > before + A_PAGE ? [operationId] : []
  })
  expect(grown.sort()).toEqual(Object.keys(READS_MORE))
})

test('an operation that reads more is bounded', () => {
  const beyond = many.filter(
    ({ operationId, items }) => items > (READS_MORE[operationId]?.most ?? Number.POSITIVE_INFINITY),
  )
  expect(beyond).toEqual([])
})

test('no operation reads more within a turn of the event loop than leaves time for other requests', () => {
  expect(many.filter(({ mostPerTurn }) => mostPerTurn > MOST_PER_TURN)).toEqual([])
})

test('the calls are answered for a large account as for a small one', () => {
  const differing = many.filter(({ status }, place) => few[place]?.status !== status)
  expect(differing).toEqual([])
  // Of passkeys and sessions, which keys do not have, and of classes, times and deposits that are in the wrong state.
  expect(many.filter(({ status }) => status >= 400).length).toBeLessThan(36)
})
