import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { API_KEY, type Cluster, startCluster } from '../support/cluster.ts'

/** FullCalendar as in its documentation: it gets only the URL of the events. */
const PAGE = `
  import FullCalendar from '@fullcalendar/react'
  import dayGrid from '@fullcalendar/react/daygrid'
  import list from '@fullcalendar/react/list'
  import '@fullcalendar/react/skeleton.css'
  import theme from '@fullcalendar/react/themes/classic'
  import '@fullcalendar/react/themes/classic/theme.css'
  import { createRoot } from 'react-dom/client'

  const query = new URLSearchParams(location.search)
  createRoot(document.getElementById('root')).render(
    <FullCalendar
      plugins={[dayGrid, list, theme]}
      initialView={query.get('view')}
      initialDate="2026-10-19"
      timeZone={query.get('timeZone')}
      firstDay={1}
      events={query.get('events')}
      eventTimeFormat={{ hour: '2-digit', minute: '2-digit', hour12: false }}
      eventContent={({ event, timeText }) =>
        [timeText, event.title, ...Object.entries(event.extendedProps).flat()].join(' · ')
      }
      loading={(isLoading) => {
        document.body.dataset.state = isLoading ? 'loading' : 'loaded'
      }}
    />,
  )`

const EVENTS = [
  { title: 'Long before', start: '2026-03-01', end: '2026-10-20' },
  {
    title: 'Fair',
    start: '2026-10-23',
    end: '2026-10-26',
    description: 'Bring a coat',
    extendedProps: { colour: 'red' },
  },
  // From the first 02:30 in Berlin to 03:30, across the hour that repeats.
  { title: 'Two hours', start: '2026-10-25T00:30:00Z', end: '2026-10-25T02:30:00Z' },
  { title: 'After midnight', start: '2026-10-20T22:30:00Z', end: '2026-10-21T01:00:00Z' },
  {
    title: 'Weekly',
    start: '2026-10-05T07:00:00Z',
    end: '2026-10-05T08:00:00Z',
    recurrence: { rrule: 'FREQ=WEEKLY' },
  },
  { title: 'Ends as the week begins', start: '2026-10-18', end: '2026-10-19' },
]

let server: Cluster
let browser: Browser
let html: string
let events: string
beforeAll(async () => {
  server = await startCluster({ engine: 'sqlite', servers: 1 })
  const diary = { name: 'Diary', timeZone: 'Europe/Berlin' }
  const calendar = await server.api.post<{ readonly id: string }>('/v1/calendars', diary)
  const path = `/v1/calendars/${calendar.body.id}/events`
  for (const event of EVENTS) expect((await server.api.post(path, event)).status).toBe(201)
  events = `${path}?format=fullcalendar`
  html = await bundle()
  browser = await sharedBrowser()
})
afterAll(() => server?.stop())

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: PAGE,
      loader: 'jsx',
      resolveDir: fileURLToPath(new URL('../../../web', import.meta.url)),
    },
    bundle: true,
    write: false,
    minify: true,
    outdir: 'out',
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const text = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? ''
  const script = text('.js').replaceAll('</script', '<\\/script')
  return `<!doctype html><style>${text('.css')}</style><div id="root"></div><script type="module">${script}</script>`
}

/**
 * Opens a view in a browser, and waits until its lines are as expected. The page has the origin of the
 * server, so no CORS is involved.
 */
async function expectRendered(
  view: string,
  timeZone: string,
  seen: (lines: readonly string[]) => unknown,
  expected: unknown,
): Promise<void> {
  const context = await browser.newContext({
    timezoneId: 'Asia/Tokyo',
    locale: 'en-GB',
    extraHTTPHeaders: { 'x-api-key': API_KEY },
  })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.route('**/calendar-page*', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }),
  )
  const query = new URLSearchParams({ view, timeZone, events })
  await page.goto(`${server.url(0)}/calendar-page?${query}`)
  const lines = async () => {
    // biome-ignore lint/performance/useDomNodeTextContent: the rendered text is under test
    const text = await page.locator('#root').innerText()
    // FullCalendar writes thin spaces around dashes.
    const all = text.replaceAll(/[\u2000-\u200a\u202f]/g, ' ').split('\n')
    return all.filter((line) => line.trim() !== '')
  }
  await page.locator('body[data-state=loaded]').waitFor()
  // Events are drawn a moment after they are loaded.
  await expect.poll(async () => seen(await lines())).toEqual(expected)
  await context.close()
  expect(errors).toEqual([])
}

const FAIR = 'All-day · Fair · description · Bring a coat · colour · red'

test.each([
  [
    'Europe/Berlin',
    [
      ['Monday', 'All-day · Long before', '09:00 – 10:00 · Weekly'],
      ['Wednesday', '00:30 – 03:00 · After midnight'],
      ['Friday', FAIR],
      ['Saturday', FAIR],
      ['Sunday', FAIR, '02:30 – 03:30 · Two hours'],
    ],
  ],
  [
    'America/New_York',
    [
      ['Monday', 'All-day · Long before', '03:00 – 04:00 · Weekly'],
      ['Tuesday', '18:30 – 21:00 · After midnight'],
      ['Friday', FAIR],
      ['Saturday', FAIR, '20:30 – 22:30 · Two hours'],
      ['Sunday', FAIR],
    ],
  ],
  // The zone of the browser, Tokyo.
  [
    'local',
    [
      ['Monday', 'All-day · Long before', '16:00 – 17:00 · Weekly'],
      ['Wednesday', '07:30 – 10:00 · After midnight'],
      ['Friday', FAIR],
      ['Saturday', FAIR],
      ['Sunday', FAIR, '09:30 – 11:30 · Two hours'],
    ],
  ],
])('a week list in %s shows each event on its days, with its custom values', async (zone, days) => {
  const dates = /^\w+ \d+, 2026$/
  const withoutDates = (lines: readonly string[]) => lines.filter((line) => !dates.test(line))
  await expectRendered('listWeek', zone, withoutDates, days.flat())
})

test('a month shows recurring events in every week, and long events from its first day', async () => {
  const counts = (lines: readonly string[]) =>
    ['Long before', 'Weekly', 'Fair', 'Two hours'].map(
      (title) => lines.filter((line) => line.includes(title)).length,
    )
  // Six weeks from 28 September: one bar per week until 19 October, one event per Monday.
  await expectRendered('dayGridMonth', 'Europe/Berlin', counts, [4, 5, 1, 1])
})
