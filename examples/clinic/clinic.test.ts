import { AxeBuilder } from '@axe-core/playwright'
import { createClient, unwrap } from '@holdfast/client'
import { ensureBuilt } from '@holdfast/web/build'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedBrowser } from '../../packages/server/tests/support/browser.ts'
import {
  type ExampleProcess,
  type ExampleServer,
  startExample,
  startExampleServer,
} from '../../packages/server/tests/support/example-process.ts'
import { everyDay } from '../../packages/server/tests/support/fixtures.ts'
import { ownPort } from '../../packages/server/tests/support/own-port.ts'

let server: ExampleServer
let clinic: ExampleProcess
let address: string
let holdfast: ReturnType<typeof createClient>
beforeAll(async () => {
  await ensureBuilt()
  server = await startExampleServer()
  holdfast = createClient({ baseUrl: server.url, apiKey: server.apiKey })
  const port = await ownPort()
  // Another origin than that of the server, which has an IP address as its host.
  address = `http://localhost:${port}`
  clinic = await startExample('clinic', { PORT: String(port), HOLDFAST_URL: server.url })
})
afterAll(async () => {
  await clinic.kill()
  await server.close()
})

async function addDoctor(name: string, specialty: string, title: string) {
  const provider = await unwrap(
    holdfast.POST('/v1/providers', { body: { name, specialty, listed: true, timeZone: 'UTC' } }),
  )
  return unwrap(
    holdfast.POST('/v1/event-types', {
      body: {
        providerId: provider.id,
        slug: 'visit',
        title,
        durationMinutes: 30,
        availabilityRules: everyDay({ start: '00:00', end: '24:00' }),
      },
    }),
  )
}

async function openClinic(): Promise<Page> {
  const browser = await sharedBrowser()
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC' })
  const page = await context.newPage()
  await page.goto(address)
  return page
}

test('patients find a doctor, book in a popup and are thanked, under a strict policy', async () => {
  const eventType = await addDoctor('Dr. <b>Ada</b> Weber', 'Dentist', 'First visit')
  await addDoctor('Dr. Emil Novak', 'Eye doctor', 'Eye test')
  const page = await openClinic()
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  expect(await page.getByRole('heading', { level: 2 }).first().textContent()).toBeTruthy()
  await page.getByLabel('Specialty').selectOption('Dentist')
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'Dr. <b>Ada</b> Weber',
  ])
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(violations.map(({ id }) => id)).toEqual([])

  await page.getByRole('link', { name: 'First visit, 30 min' }).click()
  const dialog = page.getByRole('dialog', { name: 'First visit with Dr. <b>Ada</b> Weber' })
  await dialog.waitFor()
  const frame = page.frameLocator('iframe')
  await frame.locator('button:has(time)').first().click()
  await frame.getByLabel('Name').fill('Grace Hopper')
  await frame.getByLabel('Email').fill('grace@example.com')
  await frame.getByRole('button', { name: 'Confirm booking' }).click()
  await frame.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const { data } = await unwrap(
    holdfast.GET('/v1/bookings', { params: { query: { eventTypeId: eventType.id } } }),
  )
  expect(data.map(({ status, booker }) => [status, booker?.name])).toEqual([
    ['confirmed', 'Grace Hopper'],
  ])
  const when = new Date(data[0]?.start ?? '').toLocaleString('en', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  expect(await page.getByRole('status').textContent()).toBe(`Thank you. We expect you on ${when}.`)
  expect(errors).toEqual([])
  await page.context().close()
})

test('a clinic whose calendar cannot be reached gives its telephone number', async () => {
  const port = await ownPort()
  const lonely = await startExample('clinic', {
    PORT: String(port),
    HOLDFAST_URL: 'http://127.0.0.1:9',
  })
  const page = await (await sharedBrowser()).newPage()
  await page.goto(`http://localhost:${port}`)
  await page.getByRole('alert').filter({ hasText: '555 0100' }).waitFor()
  await page.close()
  expect(await lonely.stop()).toBe(0)
})
