import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WORKING_DAYS } from '../http/support/fixtures.ts'
import { drawnFrom } from '../support/depth.ts'
import { openDashboard, signIn } from './support/dashboard.ts'
import { type Made, makeBookable, openPages, type Pages } from './support/pages.ts'

let pages: Pages
beforeAll(async () => {
  pages = await openPages()
})
afterAll(() => pages.close())

const weekdays = (page: Page) => page.getByRole('columnheader').allTextContents()
const firstTime = async (page: Page) =>
  (await page.locator('time').first().textContent())?.replaceAll(/\s/g, ' ')

describe('times and weeks', () => {
  test('follow the locale of the reader, and can be switched for later visits', async () => {
    const { path } = await makeBookable(pages)
    const page = await pages.open(path, { locale: 'en-US' })
    await page.locator('time').first().waitFor()
    expect((await weekdays(page))[0]).toBe('Sun')
    expect(await firstTime(page)).toMatch(/^\d{1,2}:\d\d am$/)
    await page.getByLabel('Time format').selectOption('24 h')
    await page.getByLabel('First day of the week').selectOption('Monday')
    expect((await weekdays(page))[0]).toBe('Mon')
    expect(await firstTime(page)).toMatch(/^\d\d:\d\d$/)
    await page.reload()
    await page.locator('time').first().waitFor()
    expect((await weekdays(page))[0]).toBe('Mon')
    expect(await firstTime(page)).toMatch(/^\d\d:\d\d$/)
  })

  test('are written in 24 hours from Monday for a German reader', async () => {
    const { path } = await makeBookable(pages)
    const page = await pages.open(path, { locale: 'de-DE' })
    await page.locator('time').first().waitFor()
    expect((await weekdays(page))[0]).toBe('Mo')
    expect(await firstTime(page)).toMatch(/^\d\d:\d\d$/)
  })

  test('of the calendar follow the same choice', async () => {
    await makeBookable(pages)
    const cookie = await signIn(pages)
    const page = await openDashboard(pages, cookie, '', { locale: 'en-US' })
    const left = async (day: string) =>
      (
        await page
          .getByText(new RegExp(`^${day},? `))
          .first()
          .boundingBox()
      )?.x ?? 0
    await expect.poll(async () => (await left('Sun')) < (await left('Mon'))).toBe(true)
    await page.getByLabel('Time format').selectOption('24 h')
    await page.getByText('09:00', { exact: true }).first().waitFor()
  })
})

test('"Next available day" finds a day months ahead, and says when there is none', async () => {
  const windows = [{ start: '09:00', end: '10:00' }]
  const dateOverrides = [
    { date: '2026-04-22', windows },
    { date: '2026-09-15', windows },
  ]
  const { path } = await makeBookable(pages, { availabilityRules: [], dateOverrides })
  const page = await pages.open(path)
  const next = page.getByRole('button', { name: 'Next available day' })
  await page.getByRole('heading', { name: /^Wed,? 22 Apr/ }).waitFor()
  await next.click()
  await page.getByRole('heading', { name: /^Tue,? 15 Sept?/ }).waitFor()
  await page.getByRole('heading', { name: 'September 2026' }).waitFor()
  await next.click()
  await page.getByText('No times are available in the next 12 months.').waitFor()
})

test('choosing a day on a phone brings its times into view, also when it is chosen again', async () => {
  const { path } = await makeBookable(pages)
  const page = await pages.open(path)
  await page.setViewportSize({ width: 390, height: 700 })
  const time = page.locator('time').first()
  await time.waitFor()
  const isInView = () =>
    time.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top >= 0 && bottom <= (element.ownerDocument.defaultView?.innerHeight ?? 0)
    })
  for (const day of ['Thursday, 23 April 2026', 'Thursday, 23 April 2026']) {
    await page.evaluate('scrollTo(0, 0)')
    expect(await isInView()).toBe(false)
    await page.getByRole('button', { name: new RegExp(`^${day}`) }).click()
    await expect.poll(isInView).toBe(true)
  }
})

test('the nights between arrival and departure are marked', async () => {
  const { id } = await pages.make('/v1/calendars', {
    name: 'House',
    timeZone: 'Europe/Berlin',
    exclusive: 'nights',
    publicStays: true,
  })
  const page = await pages.open(`/stays/${id}`)
  const day = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
  const colorOf = (name: string) =>
    day(name).evaluate(
      (element) => element.ownerDocument.defaultView?.getComputedStyle(element).backgroundColor,
    )
  const free = await colorOf('Thursday, 23 April 2026')
  await day('Tuesday, 21 April 2026').click()
  await day('Friday, 24 April 2026').click()
  expect(await colorOf('Thursday, 23 April 2026, part of your stay')).not.toBe(free)
  expect(await colorOf('Saturday, 25 April 2026')).toBe(free)
})

describe('names', () => {
  const LONG = `${'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(5).slice(0, 199)}!`
  let own: Pages
  let cookie: string
  let providerPath: string
  let managePath: string
  let eventTypeId: string
  let stayPath: string
  beforeAll(async () => {
    own = await openPages()
    cookie = await signIn(own)
    const provider = { name: LONG, specialty: LONG.slice(0, 100), slug: 'long', listed: true }
    const { id } = await own.make('/v1/providers', { ...provider, timeZone: 'Europe/Berlin' })
    const made = await own.make('/v1/event-types', {
      providerId: id,
      slug: 'visit',
      title: LONG,
      durationMinutes: 30,
      confirmation: 'approval',
      availabilityRules: WORKING_DAYS,
    })
    eventTypeId = made.id
    providerPath = '/long'
    const booking = await own.make('/v1/bookings', {
      eventTypeId,
      start: '2026-04-20T11:00:00Z',
      booker: { name: LONG, email: `${'e'.repeat(60)}@${'long.'.repeat(10)}example.com` },
      note: LONG,
    })
    managePath = `/manage/${booking.id}#${booking.manageToken}`
    const house = await own.make('/v1/calendars', {
      name: LONG,
      timeZone: 'Europe/Berlin',
      exclusive: 'nights',
      publicStays: true,
    })
    stayPath = `/stays/${house.id}`
    await own.make('/v1/webhook-endpoints', { url: `https://example.com/${'a'.repeat(300)}` })
  })
  afterAll(() => own.close())

  /** The elements that reach over the edge of the screen, unless an element around them cuts them off. */
  const overflowing = (page: Page) =>
    page.evaluate<
      readonly string[]
    >(`[...document.querySelectorAll('body *')].flatMap((element) => {
      const { right, width, height } = element.getBoundingClientRect()
      if (right <= innerWidth || width === 0 || height <= 1) return []
      for (let outer = element.parentElement; outer; outer = outer.parentElement) {
        const cuts = getComputedStyle(outer).overflowX !== 'visible' && outer.id !== 'content'
        if (cuts && outer.getBoundingClientRect().right <= innerWidth) return []
      }
      return [element.tagName + '.' + element.className + ': ' + element.textContent.slice(0, 40)]
    })`)

  test('of 200 characters break no public page at 390 pixels', async () => {
    const paths = [providerPath, `${providerPath}/visit`, '/directory', managePath, stayPath]
    for (const path of paths) {
      const page = await own.open(path)
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByText(LONG.slice(0, 40)).first().waitFor()
      expect([path, await overflowing(page)]).toEqual([path, []])
    }
  })

  test('of 200 characters break no page of the dashboard at 390 pixels', async () => {
    const paths = ['', '/bookings', '/approvals', '/event-types', `/event-types/${eventTypeId}`]
    const more = ['/providers', '/connections', '/contacts', '/webhooks', '/api-keys']
    for (const path of drawnFrom([...paths, ...more], 3)) {
      const page = await openDashboard(own, cookie, path, { width: 390 })
      await expect.poll(() => page.locator('[role=status][aria-label]').count()).toBe(0)
      expect([path, await overflowing(page)]).toEqual([path, []])
      await page.close()
    }
    const page = await openDashboard(own, cookie, '/approvals', { width: 390 })
    await page.getByRole('button', { name: 'Decline' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await overflowing(page)).toEqual([])
  })

  test('in a script from right to left are set from right to left', async () => {
    const { id } = await own.make('/v1/providers', {
      name: 'ד״ר עדה',
      slug: 'ada-rtl',
      timeZone: 'Asia/Jerusalem',
    })
    const made = await own.make('/v1/event-types', {
      providerId: id,
      slug: 'visit',
      title: 'ביקור ראשון',
      description: 'שלום!',
      durationMinutes: 30,
      availabilityRules: WORKING_DAYS,
    })
    const page = await own.open('/ada-rtl/visit')
    const directionOf = (text: string) =>
      page
        .getByText(text)
        .first()
        .evaluate(
          (element) => element.ownerDocument.defaultView?.getComputedStyle(element).direction,
        )
    await page.getByText('ביקור ראשון').waitFor()
    expect(await directionOf('ביקור ראשון')).toBe('rtl')
    expect(await directionOf('שלום!')).toBe('rtl')
    const booker = { name: 'גרייס', email: 'grace@example.com' }
    const body = { eventTypeId: made.id, start: '2026-04-21T08:00:00Z', booker, note: 'בבקשה!' }
    const booking = await own.make('/v1/bookings', body)
    expect((booking satisfies Made).id).toContain('bkg_')
    await page.goto(`${own.url}/manage/${booking.id}#${booking.manageToken}`)
    await page.getByText('בבקשה!').waitFor()
    expect(await directionOf('בבקשה!')).toBe('rtl')
  })
})
