import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '@holdfast/web/build'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../support/browser.ts'
import { createAgent, createHttpClient } from '../../support/http-client.ts'
import { startServerProcess } from '../../support/server-process.ts'
import { dashboardPictures } from './dashboard-pages.ts'
import { makeDashboardWorld } from './dashboard-world.ts'
import { filmFirstDay } from './first-day.ts'
import { type Picture, publicPictures } from './public-pages.ts'
import { makeSampleWorld, NOW } from './sample-world.ts'
import { saveWebp } from './save-webp.ts'

/**
 * `npm run docs:screenshots -- [name…]` writes screenshots of all pages, or of the named ones, to
 * `docs/screenshots`, at the width of a phone and of a desktop. Server and browser run at a fixed time,
 * so that a screenshot changes only with its page. The name `first-day` films a first day, and counts its clicks.
 */

const FOLDER = 'docs/screenshots'
const API_KEY = 'hf_screenshots-0123456789abcdefg'
const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const

async function take(browser: Browser, url: string, picture: Picture): Promise<void> {
  const { name, show, language = 'en', colorScheme = 'light', timeZone = 'Europe/Berlin' } = picture
  for (const viewport of SIZES) {
    const context = await browser.newContext({
      viewport,
      colorScheme,
      locale: language === 'de' ? 'de-DE' : 'en-GB',
      timezoneId: timeZone,
      isMobile: viewport.width < 600,
      reducedMotion: 'reduce',
    })
    await context.clock.install({ time: NOW })
    const page = await context.newPage()
    await show(page, url)
    const png = await page.screenshot({ fullPage: !picture.isCropped })
    await saveWebp(page, png, join(FOLDER, `${name}-${viewport.width}.webp`))
    await context.close()
  }
  console.log(name)
}

const wanted = new Set(process.argv.slice(2))
await ensureBuilt()
await mkdir(FOLDER, { recursive: true })
const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-screenshots-'))
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
  const world = await makeSampleWorld(api)
  const takeAll = async (pictures: readonly Picture[]) => {
    for (const picture of pictures) {
      if (wanted.size === 0 || wanted.has(picture.name)) await take(browser, server.url, picture)
    }
  }
  await takeAll(publicPictures(world))
  await takeAll(dashboardPictures(await makeDashboardWorld(api, world)))
  if (wanted.size === 0 || wanted.has('first-day')) {
    await filmFirstDay(browser, SIZES)
    console.log('first-day')
  }
} finally {
  await browser.close()
  await agent.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
