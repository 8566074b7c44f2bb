import { afterAll, beforeAll, expect, test } from 'vitest'
import { WORKING_DAYS } from '../http/support/fixtures.ts'
import { drawnFrom } from '../support/depth.ts'
import { axeOn } from './support/axe.ts'
import { expectSignedOut, makePractice, openDashboard, signIn } from './support/dashboard.ts'
import { openPages, type Pages } from './support/pages.ts'

let pages: Pages
let cookie: string
let webhookId: string
let providerId: string
let scheduleId: string
let teamEventTypeId: string
beforeAll(async () => {
  pages = await openPages({ HOLDFAST_ALLOW_PRIVATE_NETWORK: '1' })
  cookie = await signIn(pages)
  const practice = await makePractice(pages, 'Dr. Ada Weber')
  providerId = practice.provider.id
  await practice.book('2026-04-20T11:00:00Z', 'Grace Hopper')
  const approving = await makePractice(pages, 'Noah Tremblay', { confirmation: 'approval' })
  await approving.book('2026-04-21T11:00:00Z', 'Alan Turing')
  await pages.make(`/v1/providers/${practice.provider.id}/blocks`, {
    start: '2026-04-20T15:00:00Z',
    end: '2026-04-20T16:00:00Z',
  })
  await pages.server.api.put(`/v1/test/providers/${practice.provider.id}/busy`, [
    { start: '2026-04-22T07:00:00Z', end: '2026-04-22T08:00:00Z' },
  ])
  await pages.make(`/v1/providers/${providerId}/time-off`, {
    start: '2026-04-20',
    end: '2026-04-21',
    reason: 'Training',
  })
  const schedule = await pages.make('/v1/schedules', {
    name: 'Office hours',
    timeZone: 'Europe/Berlin',
    availabilityRules: WORKING_DAYS,
  })
  scheduleId = schedule.id
  const team = await makePractice(pages, 'Practice', {
    requirements: [
      { name: 'doctor', providerIds: [providerId, approving.provider.id], count: 1 },
      { name: 'room', kind: 'room', count: 'all' },
    ],
  })
  teamEventTypeId = team.eventType.id
  const webhook = await pages.make('/v1/webhook-endpoints', { url: 'http://127.0.0.1:9/hook' })
  webhookId = webhook.id
  await pages.make(`/v1/webhook-endpoints/${webhookId}/test`, {})
})
afterAll(() => pages.close())

/** One page of each layout: in dark mode and on a phone, the others add nothing new. */
const layouts = () => [
  '',
  '/bookings',
  '/approvals',
  `/event-types/${teamEventTypeId}`,
  '/connections',
  `/webhooks/${webhookId}`,
  `/time-off/${providerId}`,
]

const allPages = () => [
  ...layouts(),
  '/contacts',
  '/emails',
  '/payments',
  '/event-types',
  '/event-types/new',
  '/providers',
  '/properties',
  '/schedules',
  '/closures',
  `/schedules/${scheduleId}`,
  '/webhooks',
  '/api-keys',
  '/dead-letters',
  '/nowhere',
]

test.each([
  ['in light mode on a desktop', allPages, { colorScheme: 'light', width: 1280, locale: 'en-GB' }],
  [
    'in dark mode on a phone, in German',
    layouts,
    { colorScheme: 'dark', width: 390, locale: 'de-DE' },
  ],
] as const)(
  'the dashboard contacts no other server, obeys its policy and passes axe %s',
  async (_, paths, reader) => {
    const page = await openDashboard(pages, cookie, '', reader)
    const findings: string[] = []
    page.on('request', (request) => {
      const isOwn = request.url().startsWith(pages.url)
      if (!isOwn && !request.url().startsWith('data:')) findings.push(`requested ${request.url()}`)
    })
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) findings.push(message.text())
    })
    page.on('pageerror', (error) => findings.push(error.message))
    const check = async (what: string) => {
      const { violations } = await (await axeOn(page)).analyze()
      for (const { id, impact, nodes } of violations) {
        if (impact !== 'serious' && impact !== 'critical') continue
        findings.push(`${what}: ${id} ${nodes[0]?.html}`)
      }
    }
    // The usual run draws a third of the pages, and a view of the calendar.
    for (const path of drawnFrom(paths(), 3)) {
      await page.goto(`${pages.url}/dashboard${path}`)
      await page.locator('#content h1').first().waitFor()
      await page.waitForLoadState('load')
      await expect.poll(() => page.locator('#content [role=status][aria-label]').count()).toBe(0)
      await check(path)
    }
    await page.goto(`${pages.url}/dashboard/time-off/${providerId}`)
    await page.getByRole('button', { name: /^(Bookings|Buchungen): / }).click()
    await page.getByRole('combobox', { name: /^Grace Hopper/ }).selectOption('cancel')
    await check('bookings in time off')
    await page.goto(`${pages.url}/dashboard`)
    for (const view of drawnFrom(['timeGridDay', 'providers', 'dayGridMonth', 'listWeek'], 4)) {
      await page.evaluate(`localStorage.setItem('holdfast.calendar-view', '${view}')`)
      await page.reload()
      await page.getByText('Grace Hopper').first().waitFor()
      await check(view)
    }
    await page
      .getByRole('button', { name: /Grace Hopper/ })
      .or(page.getByText(/Grace Hopper/))
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
    await check('a booking')
    await page.context().clearCookies()
    await page.reload()
    await expectSignedOut(page)
    await check('sign-in')
    expect(findings).toEqual([])
  },
)
