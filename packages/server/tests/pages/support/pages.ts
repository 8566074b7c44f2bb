import { ensureBuilt } from '@holdfast/web/build'
import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { WORKING_DAYS } from '../../http/support/fixtures.ts'
import { sharedBrowser } from '../../support/browser.ts'
import { type ServerHere, startServerHere } from '../../support/server-here.ts'
import { type Reader, releaseTab, takeTab } from './tabs.ts'

export type { Reader } from './tabs.ts'

/** Monday 20 April 2026, 10:00 in Berlin: the time at which server and browsers start. */
export const NOW = '2026-04-20T08:00:00Z'

/** A server with its pages, and a browser to open them. */
export interface Pages {
  readonly server: ServerHere
  readonly url: string
  /**
   * Opens a path of the server, or a full URL, in its own browser session. The page is left when the test ends:
   * an open dashboard loads again with every change that a later test makes.
   */
  open(path: string, reader?: Reader): Promise<Page>
  /** Moves the clocks of the server and of a page forward. */
  advance(page: Page, seconds: number): Promise<void>
  /** Creates a resource over the API with the account's key. */
  make(path: string, body: unknown): Promise<Made>
  close(): Promise<void>
}

/** A created resource, with the members that tests read. */
export interface Made {
  readonly id: string
  readonly manageToken: string
  readonly status: string
  readonly start: string
}

/** Builds the pages if they have changed, then starts a server with these settings and a browser. */
export async function openPages(env: Readonly<Record<string, string>> = {}): Promise<Pages> {
  await ensureBuilt()
  const server = await startServerHere(env)
  await server.setClock(NOW)
  const browser = await sharedBrowser()
  const { url } = server
  let nowMs = Date.parse(NOW)
  const make = async (path: string, body: unknown): Promise<Made> => {
    const made = await server.api.post<Made>(path, body)
    if (made.status >= 300) throw new Error(`POST ${path} answered ${made.status}: ${made.text}`)
    return made.body
  }
  return {
    server,
    url,
    make,
    async open(path, reader = {}) {
      const page = await takeTab(browser, reader, nowMs)
      onTestFinished(() => releaseTab(page, reader))
      page.setDefaultTimeout(30_000)
      await page.goto(path.startsWith('/') ? `${url}${path}` : path)
      return page
    },
    async advance(page, seconds) {
      nowMs += seconds * 1000
      await server.setClock(new Date(nowMs).toISOString())
      await page.clock.fastForward(seconds * 1000)
    },
    close: () => server.stop(),
  }
}

let providers = 0

/** The result of `makeBookable`: ids and page paths. */
export interface Bookable {
  readonly providerId: string
  readonly eventTypeId: string
  readonly path: string
  readonly providerPath: string
}

/** Creates a provider with an event type of 30 minutes, 9:00 to 17:00 in Berlin on working days. */
export async function makeBookable(
  pages: Pages,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Bookable> {
  providers += 1
  const slug = `ada-${providers}`
  const provider = await pages.make('/v1/providers', {
    name: 'Dr. Ada Weber',
    timeZone: 'Europe/Berlin',
    specialty: 'Dentist',
    listed: true,
    slug,
  })
  const eventType = await pages.make('/v1/event-types', {
    providerId: provider.id,
    slug: 'first-visit',
    title: 'First visit',
    durationMinutes: 30,
    availabilityRules: WORKING_DAYS,
    ...more,
  })
  return {
    providerId: provider.id,
    eventTypeId: eventType.id,
    path: `/${slug}/first-visit`,
    providerPath: `/${slug}`,
  }
}

/** Chooses a day by its label, such as `Tuesday, 21 April 2026`, and a time of that day. */
export async function choose(page: Page, day: string, time: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${day}`) }).click()
  await page
    .getByRole('button', { name: new RegExp(`^${time}`) })
    .first()
    .click()
}

/** Takes the simulated calendar of a provider offline; returns a function that restores it. */
export async function breakCalendar(
  pages: Pages,
  providerId: string,
): Promise<() => Promise<void>> {
  const put = async (what: string, body: unknown) => {
    const { status } = await pages.server.api.put(`/v1/test/providers/${providerId}/${what}`, body)
    if (status !== 200) throw new Error(`setting ${what} answered ${status}`)
  }
  await put('busy', [])
  await put('calendar-outage', { code: 'unreachable' })
  return () => put('calendar-outage', { code: null })
}

/** Fills in the booker's details. */
export async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Grace Hopper')
  await page.getByLabel('Email').fill('grace@example.com')
}
