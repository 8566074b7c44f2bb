import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { createAgent, createHttpClient } from '../../support/http-client.ts'
import { startServerProcess } from '../../support/server-process.ts'
import { until } from '../../support/until.ts'
import { NOW } from './sample-world.ts'
import { saveWebp } from './save-webp.ts'

const FOLDER = 'docs/screenshots/first-day'
const PAGE = 'docs/first-day.md'

/** What a first day took at one size. */
interface Film {
  readonly width: number
  /** Clicks from the link of the first start to the first confirmed booking. */
  readonly clickCount: number
  /** Fields that had to be filled in by then. */
  readonly fieldCount: number
}

/** A person at the screen whose clicks are counted, with a camera. */
function createPerson(page: Page, width: number) {
  const counts = { clickCount: 0, fieldCount: 0, pictureCount: 0 }
  const dialog = page.getByRole('dialog').filter({ has: page.locator('form') })
  const click = async (target: Locator) => {
    await target.click()
    counts.clickCount += 1
  }
  return {
    page,
    dialog,
    counts,
    click,
    press: (name: string | RegExp) => click(page.getByRole('button', { name, exact: true })),
    async fill(field: Locator, text: string) {
      await field.fill(text)
      counts.fieldCount += 1
    },
    /** Saves the form of a step, and waits until it is closed. */
    async finish(name: string) {
      await click(dialog.getByRole('button', { name, exact: true }))
      await dialog.waitFor({ state: 'detached' })
    },
    async photograph(name: string) {
      counts.pictureCount += 1
      const number = String(counts.pictureCount).padStart(2, '0')
      await page.evaluate('document.activeElement?.blur()')
      await saveWebp(page, await page.screenshot(), join(FOLDER, `${number}-${name}-${width}.webp`))
    },
  }
}

type Person = ReturnType<typeof createPerson>

/** From the link that the first start gives to a list of first steps. */
async function becomeOwner(person: Person, link: string): Promise<void> {
  const { page } = person
  await page.goto(link)
  await page.getByLabel('Name').waitFor()
  await person.photograph('owner')
  await person.fill(page.getByLabel('Name'), 'Dr. Ada Berger')
  await person.fill(page.getByLabel('Email'), 'ada.berger@example.com')
  await person.click(page.locator('form').getByRole('button'))
  await page.getByRole('button', { name: 'Not now' }).waitFor()
  await person.photograph('passkey')
  await person.press('Not now')
  await page.getByRole('heading', { name: 'Get started' }).waitFor()
  await page.getByText('0 of 4 done').waitFor()
  await person.photograph('get-started')
}

/** Who can be booked, when, and for what. */
async function setUp(person: Person): Promise<void> {
  const { page, dialog } = person
  await person.press('Add provider')
  await dialog.waitFor()
  await person.photograph('provider')
  await person.finish('Add')
  await page.getByText('1 of 4 done').waitFor()
  await person.press('Set hours')
  await dialog.waitFor()
  await person.photograph('hours')
  await person.finish('Save')
  await page.getByText('2 of 4 done').waitFor()
  await person.press('Create event type')
  await dialog.waitFor()
  await person.photograph('event-type')
  await person.finish('Create')
  await page.getByText('3 of 4 done').waitFor()
}

/** A booking for a caller on the phone. */
async function bookForCaller(person: Person): Promise<void> {
  const { page, dialog } = person
  await person.press('New booking')
  await person.click(dialog.getByRole('button', { name: /^Mon,? 20 Apr, 11:00$/ }))
  await person.fill(dialog.getByLabel("Booker's name"), 'Grace Hopper')
  await person.fill(dialog.getByLabel("Booker's email"), 'grace@example.com')
  await person.photograph('caller')
  await person.finish('Book')
  await page.getByText('All set. People can book you.').waitFor()
  await person.photograph('done')
}

/** What else a first day may bring: the code for the own site, and a colleague. */
async function share(person: Person, url: string): Promise<void> {
  const { page } = person
  await page.getByRole('button', { name: /^Embed code/ }).click()
  await page.getByRole('dialog', { name: 'Embed this booking page' }).waitFor()
  await person.photograph('embed')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Embed this booking page' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await person.dialog.waitFor()
  await person.photograph('invite')
  await page.goto(`${url}/dashboard`)
  await page
    .getByText(/Grace Hopper/)
    .first()
    .waitFor()
  await person.photograph('calendar')
}

async function film(browser: Browser, viewport: { width: number; height: number }): Promise<Film> {
  const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-first-day-'))
  const server = await startServerProcess({
    engine: 'sqlite',
    dataDir,
    apiKey: '',
    sweeper: false,
    env: { HOLDFAST_DEMO: 'off' },
  })
  const agent = createAgent()
  const context = await browser.newContext({
    viewport,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    isMobile: viewport.width < 600,
    reducedMotion: 'reduce',
  })
  try {
    // They are written once the server answers, the key last.
    const keyPath = join(dataDir, 'first-api-key')
    await until('the first API key is written', () => existsSync(keyPath))
    const key = (await readFile(keyPath, 'utf8')).trim()
    const api = createHttpClient(agent, () => server.url, { 'x-api-key': key })
    await api.put('/v1/test/clock', { now: NOW })
    await context.clock.install({ time: NOW })
    const link = new URL((await readFile(join(dataDir, 'first-sign-in-link'), 'utf8')).trim())
    const person = createPerson(await context.newPage(), viewport.width)
    await becomeOwner(person, link.href)
    await setUp(person)
    await bookForCaller(person)
    const { clickCount, fieldCount } = person.counts
    await share(person, link.origin)
    return { width: viewport.width, clickCount, fieldCount }
  } finally {
    await context.close()
    await agent.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const COUNTS = /(<!-- counts -->\n)[\s\S]*?(\n<!-- end of counts -->)/

/** Writes what a first day took into its page of the docs. */
async function writeCounts(films: readonly Film[]): Promise<void> {
  const rows = films.map(
    ({ width, clickCount, fieldCount }) => `| ${width} px | ${clickCount} | ${fieldCount} |`,
  )
  const table = ['| Screen | Clicks | Fields filled in |', '|---|---|---|', ...rows].join('\n')
  const text = await readFile(PAGE, 'utf8')
  if (!COUNTS.test(text)) throw new Error(`${PAGE} has no place for the counts`)
  await writeFile(PAGE, text.replace(COUNTS, `$1\n${table}\n$2`))
}

/**
 * Films a first day at each size: from the link that a fresh server gives its owner to a confirmed booking,
 * without the API. Writes numbered pictures, and the number of clicks into the docs.
 */
export async function filmFirstDay(
  browser: Browser,
  sizes: readonly { readonly width: number; readonly height: number }[],
): Promise<void> {
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  const films: Film[] = []
  for (const size of sizes) films.push(await film(browser, size))
  await writeCounts(films)
}
