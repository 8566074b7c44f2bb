import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../http/support/app.ts'

/** The range that subscribers expand. It contains a DST change of every zone in the test. */
const FROM = '2026-10-01T00:00:00Z'
const TO = '2027-05-01T00:00:00Z'

let server: TestApp
let path: string
let text: string
beforeAll(async () => {
  server = await openTestApp()
  const body = { name: 'Diary', timeZone: 'Europe/Berlin' }
  path = `/v1/calendars/${(await server.call('POST', '/v1/calendars', { body })).body.id}`
  for (const event of EVENTS) {
    const made = await server.call('POST', `${path}/events`, { body: event })
    expect(made.status, made.text).toBe(201)
    if (event.title === 'Changed') {
      const one = (start: string) => `${path}/events/${made.body.id}/occurrences/${start}`
      await server.call('DELETE', one('2026-10-26T08:00:00Z'))
      const moved = { start: '2026-12-24T12:00:00Z', end: '2026-12-24T13:00:00Z' }
      await server.call('PUT', one('2026-11-02T08:00:00Z'), {
        body: { title: 'Changed', ...moved, description: 'Moved' },
      })
    }
  }
  const link = await server.call('POST', `${path}/feed-token`)
  const url = new URL(String(link.body.url), 'http://localhost')
  text = (await server.call('GET', `${url.pathname}${url.search}`, { key: null })).text
})
afterAll(() => server.close())

const hour = (start: string) => ({
  start,
  end: new Date(Date.parse(start) + 3_600_000).toISOString().replace('.000', ''),
})
const weekly = (timeZone: string) => ({
  title: timeZone,
  ...hour('2026-10-05T07:30:00Z'),
  recurrence: { rrule: 'FREQ=WEEKLY;INTERVAL=2', timeZone },
})

const EVENTS = [
  ...['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca'].map(weekly),
  ...['America/Vancouver', 'Asia/Kathmandu', 'Asia/Jerusalem', 'UTC'].map(weekly),
  {
    title: 'Changed',
    ...hour('2026-10-19T07:00:00Z'),
    recurrence: { rrule: 'FREQ=WEEKLY;COUNT=12' },
  },
  {
    title: 'Added',
    ...hour('2026-10-19T07:00:00Z'),
    recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3', rdates: ['2026-12-31T20:00:00Z'] },
  },
  {
    title: 'Old',
    ...hour('1999-01-29T08:00:00Z'),
    recurrence: { rrule: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1' },
  },
  {
    title: 'Days',
    start: '2026-10-20',
    end: '2026-10-22',
    recurrence: { rrule: 'FREQ=DAILY;INTERVAL=10;UNTIL=20270301', exdates: ['2026-10-30'] },
  },
]

interface Seen {
  readonly title: string
  readonly start: string
  readonly end: string
}
const inOrder = (all: readonly Seen[]) =>
  all.map(({ title, start, end }) => `${title} ${start} ${end}`).sort()

/** The occurrences that the server lists; dates stay dates. */
async function listed(): Promise<readonly Seen[]> {
  const query = `from=${FROM}&to=${TO}&limit=100`
  const all: Seen[] = []
  let cursor = ''
  do {
    const page = await server.call('GET', `${path}/events?${query}${cursor}`)
    all.push(...(page.body.data as unknown as Seen[]))
    const { nextCursor } = page.body
    cursor = nextCursor === null ? '' : `&cursor=${encodeURIComponent(String(nextCursor))}`
  } while (cursor !== '')
  return all
}

const iso = (date: Date) => date.toISOString().replace('.000', '')

/** The occurrences that ical.js reads from the feed, with the zones of the feed. */
function seenByIcalJs(): readonly Seen[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  for (const zone of calendar.getAllSubcomponents('vtimezone')) {
    ICAL.TimezoneService.register(zone)
  }
  const seen: Seen[] = []
  const textOf = (time: ICAL.Time) => (time.isDate ? time.toString() : iso(time.toJSDate()))
  const components = calendar.getAllSubcomponents('vevent')
  const uidOf = (component: ICAL.Component) => component.getFirstPropertyValue('uid')
  const isMaster = (component: ICAL.Component) => !component.hasProperty('recurrence-id')
  for (const component of components.filter(isMaster)) {
    const exceptions = components.filter(
      (each) => !isMaster(each) && uidOf(each) === uidOf(component),
    )
    const event = new ICAL.Event(component, { exceptions })
    const all = event.iterator()
    for (let next = all.next(); next; next = all.next()) {
      const { item, startDate, endDate } = event.getOccurrenceDetails(next)
      const start = textOf(startDate)
      if (Date.parse(start) >= Date.parse(TO) && next.toJSDate() >= new Date(TO)) break
      seen.push({ title: item.summary, start, end: textOf(endDate) })
    }
  }
  return seen.filter(isInWindow)
}

const isInWindow = ({ start, end }: Seen) =>
  Date.parse(end) > Date.parse(FROM) && Date.parse(start) < Date.parse(TO)

describe('subscribers see the listed occurrences across DST changes', () => {
  test('with ical.js, which takes zones from the feed', async () => {
    expect(inOrder(seenByIcalJs())).toEqual(inOrder(await listed()))
  })

  test('with node-ical, which takes zones by name and ignores RDATE', async () => {
    const seen = Object.values(nodeIcal.sync.parseICS(text)).flatMap((component) => {
      if (component?.type !== 'VEVENT') return []
      const window = { from: new Date(FROM), to: new Date(TO), expandOngoing: true }
      return nodeIcal.expandRecurringEvent(component, window).map((each) => {
        const textOf = (date: Date) => {
          if (!each.isFullDay) return iso(date)
          const local = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
          return local.map((part) => String(part).padStart(2, '0')).join('-')
        }
        return {
          title: String(each.summary),
          start: textOf(each.start),
          end: textOf(each.end),
        }
      })
    })
    const added = (one: Seen) => one.title === 'Added' && one.start.startsWith('2026-12-31')
    const expected = (await listed()).filter((one) => !added(one))
    expect(inOrder(seen)).toEqual(inOrder(expected))
  })
})

test('a zone has yearly rules, or single transitions if it has no such rules', () => {
  const zone = (name: string) =>
    text.split('BEGIN:VTIMEZONE\r\n').find((part) => part.startsWith(`TZID:${name}\r\n`)) ?? ''
  expect(zone('America/New_York')).toContain('RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU\r\n')
  expect(zone('America/New_York')).toContain('RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU\r\n')
  expect(zone('Africa/Casablanca')).not.toContain('RRULE')
  expect(zone('UTC')).toBe('')
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
})
