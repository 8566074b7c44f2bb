import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '@holdfast/web/build'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { launchBrowser } from '../../support/browser.ts'
import { createAgent, createHttpClient, type HttpClient } from '../../support/http-client.ts'
import { startServerProcess } from '../../support/server-process.ts'
import { makeSampleWorld, NOW } from '../screenshots/sample-world.ts'
import { firstSeen, noteFirst } from './first-seen.ts'
import { type FirstShown, measureFirstShown } from './slow-network.ts'

/**
 * `npm run bench:pages` measures a booking on a phone: JavaScript over the wire and API calls until the
 * first slots appear, and the longest tasks of a whole booking with the CPU throttled four times. It
 * fails if the median of the runs exceeds a bound.
 */

const API_KEY = 'hf_measure_pages-0123456789abcde'
const CPU_THROTTLING = 4
const RUNS = 5

/** The promised bounds; for layout shift, the bound that web.dev calls good. */
const BOUNDS = { scriptBytes: 45_000, apiCalls: 1, longestTaskMs: 200, layoutShift: 0.1 } as const

/** The bounds for an event type that asks and costs something: `allScriptBytes` are those of the whole booking. */
const CARRYING_BOUNDS = { ...BOUNDS, allScriptBytes: 55_000 } as const

/** The page of the event type that asks and costs something. */
const CARRYING_PATH = '/ada-berger/treatment'

interface Measured {
  /** Compressed, as sent over the wire. */
  readonly scriptBytes: number
  /** The same until the end of the booking. */
  readonly allScriptBytes: number
  readonly styleBytes: number
  readonly apiCalls: number
  /** From the start of the navigation to the first slot on the screen. */
  readonly firstSlotMs: number
  /** Cumulative layout shift until the first slots. */
  readonly layoutShift: number
  /** Until the first slots; mostly the start of the scripts. */
  readonly longestTaskAtStartMs: number
  readonly longestTaskMs: number
}

interface Observed {
  readonly longest: number
  readonly shifted: number
}

const OBSERVE = `
  window.longest = 0
  window.shifted = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration)
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) {
      if (!hadRecentInput) window.shifted += value
    }
  }).observe({ type: 'layout-shift', buffered: true })
`

/** Makes a whole booking on a slow phone: first slots, next month and back, hold, details, confirm. */
async function measure(browser: Browser, url: string): Promise<Measured> {
  const isCarrying = url.endsWith(CARRYING_PATH)
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    timezoneId: 'America/New_York',
    locale: 'en-GB',
  })
  // Only the date is fixed, at the server's; timers and measurements use the real clock.
  await context.clock.setSystemTime(NOW)
  await context.addInitScript(OBSERVE)
  await noteFirst(context, ['time'])
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLING })
  await devtools.send('Network.enable')
  const sent = filesOf(devtools)
  await page.goto(url)
  const { insertedMs, drawnMs } = await firstSeen(page, 'time')
  const first = {
    scriptBytes: sent.bytes('Script', insertedMs),
    styleBytes: sent.bytes('Stylesheet', insertedMs),
    apiCalls: sent.count('Fetch', insertedMs),
    firstSlotMs: Math.round(drawnMs),
  }
  const atStart = await observed(page)
  await pickTime(page)
  if (isCarrying) await answer(page)
  await confirm(page, isCarrying)
  const { longest } = await observed(page)
  await context.close()
  return {
    ...first,
    allScriptBytes: sent.bytes('Script'),
    layoutShift: atStart.shifted,
    longestTaskAtStartMs: atStart.longest,
    longestTaskMs: longest,
  }
}

/** The files and answers of a page, by their kind, and until when they had arrived, in ms since the navigation began. */
function filesOf(devtools: CDPSession) {
  const kinds = new Map<string, string>()
  const arrived: { kind: string | undefined; seconds: number; bytes: number }[] = []
  let startSeconds: number | undefined
  devtools.on('Network.requestWillBeSent', ({ timestamp }) => {
    startSeconds ??= timestamp
  })
  devtools.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength: bytes }) => {
    arrived.push({ kind: kinds.get(requestId), seconds: timestamp, bytes })
  })
  const until = (wanted: string, milliseconds: number) =>
    arrived.filter(
      ({ kind, seconds }) =>
        kind === wanted && seconds <= (startSeconds ?? 0) + milliseconds / 1000,
    )
  return {
    bytes: (kind: string, milliseconds = Number.POSITIVE_INFINITY): number =>
      until(kind, milliseconds).reduce((sum, { bytes }) => sum + bytes, 0),
    count: (kind: string, milliseconds: number): number => until(kind, milliseconds).length,
  }
}

const observed = (page: Page): Promise<Observed> =>
  page.evaluate<Observed>('({ longest: window.longest, shifted: window.shifted })')

async function pickTime(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next month' }).tap()
  await page.getByRole('heading', { name: 'May 2026' }).waitFor()
  await page.getByRole('button', { name: 'Previous month' }).tap()
  await page.getByRole('button', { name: 'Change time zone' }).tap()
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Tuesday,? 28 April 2026/ }).tap()
  await page.locator('time').first().tap()
  await page.getByLabel('Name').fill('Grace Hopper')
  await page.getByLabel('Email').fill('grace@example.com')
}

/** Answers what the event type of `CARRYING_PATH` asks. */
async function answer(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'By phone' }).tap()
  await page.getByLabel('Phone number').fill('+49 30 901820')
  await page.getByLabel('What brings you to us?').fill('Toothache')
}

/** Sends the form. A booking that is to be paid leads to the page to pay on, whose scripts do not count. */
async function confirm(page: Page, isPaid: boolean): Promise<void> {
  if (isPaid) {
    await page.route('**/pay/**', (route) => route.fulfill({ status: 204 }))
    await page.getByRole('button', { name: 'Continue to payment' }).tap()
    await page.getByRole('heading', { name: 'Payment' }).waitFor()
    return
  }
  await page.getByRole('button', { name: 'Confirm booking' }).tap()
  await page.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
}

/** Adds the event type of `CARRYING_PATH` to the sample data. */
async function makeCarrying(api: HttpClient): Promise<void> {
  await api.put('/v1/payment-connection', { kind: 'simulated' })
  const { body } = await api.get<{ data: readonly { id: string; slug: string }[] }>('/v1/providers')
  const made = await api.post('/v1/event-types', {
    providerId: body.data.find(({ slug }) => slug === 'ada-berger')?.id,
    slug: 'treatment',
    title: 'Treatment',
    durationMinutes: 30,
    durationOptionsMinutes: [30, 60],
    availabilityRules: [{ weekday: 'tuesday', windows: [{ start: '09:00', end: '17:00' }] }],
    locations: [{ kind: 'in_person', address: 'Lake Road 1' }, { kind: 'phone' }],
    questions: [
      { id: 'reason', label: 'What brings you to us?', kind: 'long_text', required: true },
    ],
    payment: { amount: 5000, currency: 'EUR', kind: 'full' },
  })
  if (made.status !== 201) throw new Error(`the event type answered ${made.status}: ${made.text}`)
}

type Bounds = Readonly<Partial<Record<keyof Measured, number>>>

/** What exceeds its bound. Other load on the machine only slows runs down, so the median counts. */
function exceeded<Figures extends object>(
  url: string,
  runs: readonly Figures[],
  bounds: { readonly [Name in keyof Figures]?: number },
): readonly string[] {
  const median = (name: keyof Figures): number =>
    runs.map((run) => Number(run[name])).sort((a, b) => a - b)[(RUNS - 1) / 2] ?? 0
  return (Object.keys(bounds) as (keyof Figures)[])
    .filter((name) => median(name) > (bounds[name] ?? 0))
    .map((name) => `${url}: ${String(name)}: ${median(name)}, at most ${bounds[name]}`)
}

/** Measures a page, and returns what exceeds its bounds. */
async function check(browser: Browser, url: string, bounds: Bounds): Promise<readonly string[]> {
  const runs: Measured[] = []
  for (let run = 0; run < RUNS; run += 1) runs.push(await measure(browser, url))
  console.log(url)
  console.table(runs)
  return exceeded(url, runs, bounds)
}

/** The bounds on a slow network. */
const SLOW_BOUNDS = { titleMs: 1200, firstSlotMs: 2500 } as const

/** Measures the first look of a page on a slow network, and returns what exceeds its bounds. */
async function checkFirstShown(browser: Browser, url: string): Promise<readonly string[]> {
  const runs: FirstShown[] = []
  for (let run = 0; run < RUNS; run += 1)
    runs.push(await measureFirstShown(browser, url, 'Check-up'))
  console.log(`${url} with 400 kbit/s and 400 ms`)
  console.table(runs)
  return exceeded(url, runs, SLOW_BOUNDS)
}

await ensureBuilt()
const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-measure-'))
const server = await startServerProcess({
  engine: 'sqlite',
  dataDir,
  apiKey: API_KEY,
  sweeper: false,
})
const agent = createAgent()
const browser = await launchBrowser()
try {
  const api = createHttpClient(agent, () => server.url, { 'x-api-key': API_KEY })
  await api.put('/v1/test/clock', { now: NOW })
  await makeSampleWorld(api)
  await makeCarrying(api)
  const broken = [
    ...(await checkFirstShown(browser, `${server.url}/ada-berger/check-up`)),
    ...(await check(browser, `${server.url}/ada-berger/check-up`, BOUNDS)),
    ...(await check(browser, `${server.url}${CARRYING_PATH}`, CARRYING_BOUNDS)),
  ]
  for (const line of broken) console.error(line)
  if (broken.length > 0) process.exitCode = 1
} finally {
  await browser.close()
  await agent.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
