/**
 * Takes pictures of all pages of stays, those of guests and those of the house, at the width of a phone and of a desktop, light and dark:
 *
 *     npm run pictures:stays -- --out <folder> [--browser chromium|firefox|webkit] [--language de] [--only guest|host]
 *
 * The sample is the guest house that the tests play, in the middle of its season. `index.html` in the folder shows the pictures side by side.
 */
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '@holdfast/web/build'
import { launchBrowser } from '../../support/browser.ts'
import { startChromium } from '../../support/browsers/chromium.ts'
import type { Driver, Reader } from '../../support/browsers/driver.ts'
import { HAS_FIREFOX, startFirefox } from '../../support/browsers/firefox.ts'
import { visitorOf } from '../../support/browsers/visitor.ts'
import { HAS_WEBKIT, startWebKit } from '../../support/browsers/webkit.ts'
import { startServerHere } from '../../support/server-here.ts'
import { cameraOf, type Picture } from './camera.ts'
import { tourOfGuest } from './guest-tour.ts'
import { tourOfHost } from './host-tour.ts'
import { indexOf } from './index-page.ts'
import { makeStayWorld } from './stay-world.ts'

async function startOwnChromium(reader: Reader): Promise<Driver> {
  const browser = await launchBrowser()
  const driver = await startChromium(async () => browser, reader)
  return { ...driver, quit: () => browser.close() }
}

const BROWSERS = {
  chromium: { isThere: true, start: startOwnChromium },
  firefox: { isThere: HAS_FIREFOX, start: startFirefox },
  webkit: { isThere: HAS_WEBKIT, start: startWebKit },
} as const

const { out, browser, language, only } = parseArgs({
  options: {
    out: { type: 'string' },
    browser: { type: 'string', default: 'chromium' },
    language: { type: 'string', default: 'en' },
    only: { type: 'string' },
  },
}).values

const isBrowser = (name: string): name is keyof typeof BROWSERS => name in BROWSERS

/** A page of another site, which embeds a room. */
async function startSite(serverUrl: string, language: string) {
  const tag = `<script src="${serverUrl}/embed.js" data-holdfast="room-1/double-room" data-lang="${language}"></script>`
  const meta = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
  const html = `<!doctype html>${meta}<title>Guest house</title><h1>Our guest house</h1>${tag}`
  const site = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html')
    answer.end(html)
  }).listen(0)
  await once(site, 'listening')
  const siteUrl = `http://localhost:${(site.address() as AddressInfo).port}/`
  return { siteUrl, stop: () => site.close() }
}

/** One tour through all pages, on a server of its own. */
async function tour(folder: string, name: keyof typeof BROWSERS, reader: Reader) {
  const pictures: Picture[] = []
  const server = await startServerHere()
  const site = await startSite(server.url, language)
  const driver = await BROWSERS[name].start(reader)
  try {
    const world = await makeStayWorld(server)
    const visitor = visitorOf(driver)
    const camera = cameraOf(driver, visitor, reader, folder, pictures)
    const { siteUrl } = site
    const given = { driver, visitor, camera, url: server.url, language, world, siteUrl }
    if (only !== 'host') await tourOfGuest(given)
    if (only !== 'guest') await tourOfHost(given)
    return pictures
  } finally {
    await driver.quit()
    site.stop()
    await server.stop()
  }
}

if (out === undefined) throw new Error('Name a folder for the pictures: --out <folder>')
if (!isBrowser(browser)) throw new Error(`--browser is one of ${Object.keys(BROWSERS).join(', ')}`)
if (!BROWSERS[browser].isThere) throw new Error(`${browser} is not installed`)
await ensureBuilt()
await mkdir(out, { recursive: true })
const pictures: Picture[] = []
for (const colorScheme of ['light', 'dark'] as const) {
  pictures.push(...(await tour(out, browser, { colorScheme })))
}
await writeFile(join(out, 'index.html'), indexOf(`${browser}, ${language}`, pictures))
console.log(`${pictures.length} pictures: ${join(out, 'index.html')}`)
