import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { WORKING_DAYS } from '../../http/support/fixtures.ts'
import type { Made, Pages, Reader } from './pages.ts'

/** Signs in over the API and returns the cookie: one sign-in per window would hit the rate limit. */
export async function signIn(pages: Pages): Promise<string> {
  const made = await pages.server.api.post<Made & { secret: string }>('/v1/api-keys', {
    name: 'browser',
  })
  const answer = await pages.server.api.post('/v1/session', { apiKey: made.body.secret })
  return String(answer.headers['set-cookie']).split(';')[0]?.split('=')[1] ?? ''
}

/** Enters an API key on the sign-in page, where the form for keys is behind a link for developers. */
export async function enterKey(page: Page, apiKey: string): Promise<void> {
  const field = page.getByLabel('API key', { exact: true })
  if (!(await field.isVisible())) await page.getByText('Developers: sign in with a key').click()
  await field.fill(apiKey)
  await page.getByRole('button', { name: 'Sign in with this key' }).click()
}

/** Waits for the sign-in page, where visitors without a session end up. */
export const expectSignedOut = (page: Page): Promise<void> =>
  page.getByRole('heading', { name: /^(Sign in|Anmelden)$/ }).waitFor()

/** Opens a page of the dashboard in a signed-in browser session. */
export async function openDashboard(
  pages: Pages,
  cookie: string,
  path = '',
  reader: Reader & { readonly width?: number } = {},
): Promise<Page> {
  const page = await pages.open('about:blank', reader)
  const { width = 1280 } = reader
  await page.setViewportSize({ width, height: 900 })
  await page
    .context()
    .addCookies([{ name: 'holdfast_session', value: cookie, url: pages.url, httpOnly: true }])
  await page.goto(`${pages.url}/dashboard${path}`)
  // A preview may have another one.
  await page.locator('#content h1').first().waitFor()
  return page
}

/** Creates a provider with an event type of 30 minutes, 9:00 to 17:00 in Berlin on working days. */
export async function makePractice(
  pages: Pages,
  name: string,
  more: Readonly<Record<string, unknown>> = {},
) {
  const provider = await pages.make('/v1/providers', { name, timeZone: 'Europe/Berlin' })
  const eventType = await pages.make('/v1/event-types', {
    providerId: provider.id,
    slug: 'visit',
    title: 'Visit',
    durationMinutes: 30,
    confirmation: 'instant',
    availabilityRules: WORKING_DAYS,
    ...more,
  })
  return {
    provider,
    eventType,
    book: (start: string, booker: string) =>
      pages.make('/v1/bookings', {
        eventTypeId: eventType.id,
        start,
        booker: { name: booker, email: `${booker.toLowerCase().replace(' ', '.')}@example.com` },
      }),
  }
}

/** Reads a booking over the API. */
export async function bookingOf(pages: Pages, { id }: { readonly id: string }) {
  return (await pages.server.api.get<Made>(`/v1/bookings/${id}`)).body
}

/** Filters the calendar by one provider, and waits until it has loaded. */
export async function showProvider(page: Page, name: string): Promise<void> {
  await page.getByLabel('Provider').selectOption({ label: name })
  // A later render would move items under the mouse, or drop the focus between two key presses.
  await page.locator('section[aria-busy=false]').waitFor()
}

/** Resolves once an element has the same place twice in a row: a calendar that is drawn moves what it shows. */
async function untilStill(locator: Locator): Promise<void> {
  let before: unknown
  await expect
    .poll(async () => {
      const last = before
      before = JSON.stringify(await locator.boundingBox())
      return before === last
    })
    .toBe(true)
}

/** Drags with the mouse; both places are offsets from the top left of an element. */
export async function drag(
  page: Page,
  from: readonly [Locator, number, number],
  to: readonly [Locator, number, number],
): Promise<void> {
  const at = async ([locator, x, y]: readonly [Locator, number, number]) => {
    await untilStill(locator)
    const box = await locator.boundingBox()
    if (box === null) throw new Error('the dragged element is not visible')
    return [box.x + x, box.y + y] as const
  }
  const [fromX, fromY] = await at(from)
  const [toX, toY] = await at(to)
  await page.mouse.move(fromX, fromY)
  await page.mouse.down()
  await page.mouse.move(fromX + 4, fromY + 8, { steps: 3 })
  await page.mouse.move(toX, toY, { steps: 12 })
  await page.mouse.up()
}

/** The label of an hour at the left of the calendar. */
export const hourLabel = (page: Page, hour: string): Locator =>
  page.getByText(hour, { exact: true }).first()

/** The height of half an hour in the calendar, in pixels. */
export async function halfHourHeight(page: Page): Promise<number> {
  const height = async () => {
    const labels = ['09:00', '10:00'].map((hour) => hourLabel(page, hour).boundingBox())
    const [nine, ten] = await Promise.all(labels)
    return nine && ten ? (ten.y - nine.y) / 2 : 0
  }
  // A calendar that is drawn anew has no labels for a moment.
  await expect.poll(height).toBeGreaterThan(0)
  return await height()
}

/** Types a date and a time of day into the field of this label. */
export async function fillMoment(
  form: Locator,
  label: string,
  date: string,
  time: string,
): Promise<void> {
  await form.getByLabel(label, { exact: true }).fill(date)
  await form.getByLabel(`${label}, time`).fill(time)
}

/** Shows a tab of a form. */
export const openTab = (page: Page, name: string): Promise<void> =>
  page.getByRole('tab', { name }).click()

/** Waits for a toast with this text. */
export const expectToast = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor()
