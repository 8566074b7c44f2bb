import type { Browser, CDPSession, Page } from 'playwright-core'
import { NOW } from '../screenshots/sample-world.ts'
import { firstSeen, noteFirst } from './first-seen.ts'

/** When a page shows something on a slow phone, in ms since the navigation began. */
export interface FirstShown {
  /** The name of what is booked. */
  readonly titleMs: number
  /** The first time that can be chosen. */
  readonly firstSlotMs: number
  /** All files and answers of the page, compressed, as sent over the wire. */
  readonly bytes: number
}

/** A mobile connection in a bad place: 400 kbit/s, and 400 ms for each answer. */
const NETWORK = {
  offline: false,
  latency: 400,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
} as const
const CPU_THROTTLING = 4

async function slowDown(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', NETWORK)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLING })
  return devtools
}

/** Opens a page with an empty cache, and waits for its first time. */
export async function measureFirstShown(
  browser: Browser,
  url: string,
  title: string,
): Promise<FirstShown> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    timezoneId: 'America/New_York',
    locale: 'en-GB',
  })
  await context.clock.setSystemTime(NOW)
  await noteFirst(context, ['h1', 'time'])
  const page = await context.newPage()
  const devtools = await slowDown(page)
  let bytes = 0
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.goto(url, { waitUntil: 'commit' })
  const firstSlotMs = Math.round((await firstSeen(page, 'time')).drawnMs)
  const titleMs = Math.round((await firstSeen(page, 'h1')).drawnMs)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await context.close()
  return { titleMs, firstSlotMs, bytes }
}
