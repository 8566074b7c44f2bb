import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { WORKING_DAYS } from '../../http/support/fixtures.ts'
import type { Made, Pages, Reader } from './pages.ts'

/** Signs in over the API, and answers the cookie: a sign-in for every window would meet the limit. */
export async function signIn(pages: Pages): Promise<string> {
  const made = await pages.server.api.post<Made & { secret: string }>('/v1/api-keys', {
    name: 'browser',
  })
  const answer = await pages.server.api.post('/v1/session', { apiKey: made.body.secret })
  return String(answer.headers['set-cookie']).split(';')[0]?.split('=')[1] ?? ''
}

/** Opens a page of the dashboard in a browser session that is signed in. */
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
  await page.locator('#content h1').waitFor()
  return page
}

/** A provider of its own, with an event type of half an hour on working days, 9 to 17 in Berlin. */
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

/** Narrows the calendar down to one provider, and waits until it shows all that there is. */
export async function showProvider(page: Page, name: string): Promise<void> {
  await page.getByLabel('Provider').selectOption({ label: name })
  // Else something is drawn anew under the mouse, or loses the focus between two keys.
  await page.locator('section[aria-busy=false]').waitFor()
}

/** Presses the mouse on one place, moves, and lets go, each place from the left top of an element. */
export async function drag(
  page: Page,
  from: readonly [Locator, number, number],
  to: readonly [Locator, number, number],
): Promise<void> {
  const at = async ([locator, x, y]: readonly [Locator, number, number]) => {
    const box = await locator.boundingBox()
    if (box === null) throw new Error('what is dragged is not shown')
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

/** Where the calendar shows an hour: its label at the left. */
export const hourLabel = (page: Page, hour: string): Locator =>
  page.getByText(hour, { exact: true }).first()

/** How high half an hour is drawn. */
export async function halfHourHeight(page: Page): Promise<number> {
  const [nine, ten] = await Promise.all(
    ['09:00', '10:00'].map((hour) => hourLabel(page, hour).boundingBox()),
  )
  expect(nine && ten).toBeTruthy()
  return ((ten?.y ?? 0) - (nine?.y ?? 0)) / 2
}

/** Waits for a note that says something: it is shown, and told to screen readers beside. */
export const told = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor()
