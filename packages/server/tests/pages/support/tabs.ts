import type { Browser, Page } from 'playwright-core'

/** The settings of a reader's browser. */
export interface Reader {
  readonly timeZone?: string
  readonly locale?: string
  /** Default: light. */
  readonly colorScheme?: 'light' | 'dark'
}

/** Playwright's own viewport. */
const VIEWPORT = { width: 1280, height: 720 }

/** The events that tests listen to. */
const EVENTS = ['console', 'dialog', 'pageerror', 'popup', 'request', 'response'] as const

interface Tab {
  readonly page: Page
  readonly colorScheme: 'light' | 'dark'
  /** The origins of all documents that the test loaded, in the page and in its frames. */
  readonly origins: Set<string>
  isAltered: boolean
}

// A tab that stays open keeps its process, and with it the compiled scripts: a page in it costs a third less CPU time than
// one in a new browser session. The files of a worker share the tabs as they share the browser.
const idleTabs = new Map<string, Tab>()
const tabs = new WeakMap<Page, Tab>()

const keyOf = ({ timeZone, locale, colorScheme }: Reader): string =>
  JSON.stringify([timeZone, locale, colorScheme])

async function newTab(browser: Browser, reader: Reader): Promise<Tab> {
  const { timeZone = 'Europe/Berlin', locale = 'en-GB', colorScheme = 'light' } = reader
  const context = await browser.newContext({
    timezoneId: timeZone,
    locale,
    colorScheme,
    reducedMotion: 'reduce',
    viewport: VIEWPORT,
  })
  const page = await context.newPage()
  const tab: Tab = { page, colorScheme, origins: new Set(), isAltered: false }
  page.on('framenavigated', (frame) => {
    if (frame.url() !== 'about:blank') tab.origins.add(new URL(frame.url()).origin)
  })
  context.on('page', () => {
    tab.isAltered = true
  })
  tabs.set(page, tab)
  return tab
}

/**
 * Takes a tab without cookies, storage or history, with a clock at this time: one that an earlier test used and that was
 * cleaned, or a new one. Give it back with `releaseTab`.
 */
export async function takeTab(browser: Browser, reader: Reader, nowMs: number): Promise<Page> {
  const key = keyOf(reader)
  const idle = idleTabs.get(key)
  idleTabs.delete(key)
  const isUsable = idle !== undefined && idle.page.context().browser() === browser
  const tab = isUsable && !idle.page.isClosed() ? idle : await newTab(browser, reader)
  await tab.page.context().clock.install({ time: nowMs })
  return tab.page
}

/** Closes this tab after its test, for a test that changes what cannot be undone, such as its scripts or devices. */
export function alterTab(page: Page): void {
  const tab = tabs.get(page)
  if (tab !== undefined) tab.isAltered = true
}

/** Cleans a tab for the next test that takes one with the same settings, or closes it where that is not possible. */
export async function releaseTab(page: Page, reader: Reader): Promise<void> {
  const tab = tabs.get(page)
  const key = keyOf(reader)
  const isClean = tab !== undefined && !idleTabs.has(key) && (await clean(tab).catch(() => false))
  if (isClean) idleTabs.set(key, tab)
  else await page.context().close()
}

/** Whether nothing of the test is left. Session storage of an origin can only be removed by a page of that origin. */
async function clean(tab: Tab): Promise<boolean> {
  const { page, colorScheme, origins } = tab
  const context = page.context()
  if (tab.isAltered || page.isClosed() || origins.size > 1) return false
  if (context.serviceWorkers().length > 0) return false
  for (const event of EVENTS) page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  for (const frame of page.frames()) await frame.evaluate('sessionStorage.clear()')
  await page.goto('about:blank')
  const devTools = await context.newCDPSession(page)
  for (const origin of origins)
    await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await devTools.send('Page.resetNavigationHistory')
  await devTools.detach()
  await context.clearCookies()
  await context.clearPermissions()
  await context.setExtraHTTPHeaders({})
  await page.setViewportSize(VIEWPORT)
  await page.emulateMedia({ colorScheme })
  origins.clear()
  return true
}
