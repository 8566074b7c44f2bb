import type { Browser, ElementHandle, Frame } from 'playwright-core'
import { sharedBrowser } from '../browser.ts'
import { type Driver, NotYet, type Reader } from './driver.ts'

/** How long an action waits for an element that was just found. */
const SOON = { timeout: 2000 }

/** The page may leave, or replace the element, between two calls. */
async function unlessOutrun<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    throw new NotYet('the page changed', { cause: error })
  }
}

const handleOf = (element: unknown): ElementHandle => element as ElementHandle

/** Opens a session of a Chromium: without another one, of that which the tests of pages share. */
export async function startChromium(
  open: () => Promise<Browser> = sharedBrowser,
  { colorScheme = 'light' }: Reader = {},
): Promise<Driver> {
  const browser = await open()
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', colorScheme })
  const page = await context.newPage()
  let frame: Frame = page.mainFrame()
  return {
    async navigate(url) {
      frame = page.mainFrame()
      await page.goto(url)
    },
    execute: (script, ...args) =>
      unlessOutrun(async () => {
        const called = `(function () {${script}}).apply(null, ${JSON.stringify(args)})`
        const result = await frame.evaluateHandle(called)
        return result.asElement() ?? (await result.jsonValue())
      }),
    click: (element) => unlessOutrun(() => handleOf(element).click(SOON)),
    type: (element, text) => unlessOutrun(() => handleOf(element).fill(text, SOON)),
    async enterFrame(element) {
      frame = (await handleOf(element).contentFrame()) ?? frame
    },
    resize: (width, height) => page.setViewportSize({ width, height }),
    screenshot: () => page.screenshot(),
    quit: () => context.close(),
  }
}
