import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SmtpReceiver, startSmtpReceiver } from '../support/smtp-receiver.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'
import {
  expectSignedOut,
  expectToast,
  makePractice,
  openDashboard,
  openTab,
  signIn,
} from './support/dashboard.ts'
import { openPages, type Pages } from './support/pages.ts'

let pages: Pages
let cookie: string
let receiver: WebhookReceiver
let smtpReceiver: SmtpReceiver
beforeAll(async () => {
  smtpReceiver = await startSmtpReceiver()
  pages = await openPages({
    HOLDFAST_ALLOW_PRIVATE_NETWORK: '1',
    HOLDFAST_SMTP_URL: smtpReceiver.url,
  })
  cookie = await signIn(pages)
  receiver = await startWebhookReceiver()
})
afterAll(async () => {
  await pages.close()
  await receiver.close()
  await smtpReceiver.close()
})

const startsOn = async (eventTypeId: string, date: string) => {
  const path = `/v1/event-types/${eventTypeId}/slots?from=${date}T00:00:00Z&to=${date}T23:00:00Z`
  const { body } = await pages.server.api.get<{ data: readonly { start: string }[] }>(path)
  return body.data.map(({ start }) => start.slice(11, 16))
}

test('the calendar shows stays even without a provider', async () => {
  const page = await openDashboard(pages, cookie)
  await page.getByRole('heading', { name: 'Get started' }).waitFor()
  const house = { name: 'Lodge', exclusive: 'nights', timeZone: 'Europe/Berlin' }
  const { id } = await pages.make('/v1/calendars', house)
  const stay = { title: 'Smith', start: '2026-04-21', end: '2026-04-23' }
  await pages.make(`/v1/calendars/${id}/events`, stay)
  await page.getByRole('link', { name: 'Calendar' }).click()
  await page.getByText('Smith · Lodge').waitFor()
  expect(await page.getByRole('button', { name: 'Block time' }).count()).toBe(0)
})

test('a provider and an event type can be created, and the weekly hours and a date changed', async () => {
  const page = await openDashboard(pages, cookie, '/providers')
  await page.getByRole('button', { name: 'Add provider' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add provider' })
  await dialog.getByLabel('Name', { exact: true }).fill('Dr. Hours')
  await dialog.getByRole('combobox', { name: 'Time zone' }).fill('berlin')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expectToast(page, 'Provider added')
  await page.getByRole('link', { name: 'Event types' }).first().click()
  await page.getByRole('button', { name: 'Create event type' }).click()
  await page.getByRole('button', { name: 'Appointment' }).click()
  await page.getByLabel('Title').fill('Long visit')
  expect(await page.getByLabel('Link name').inputValue()).toBe('long-visit')
  await page.getByRole('button', { name: 'Create' }).click()
  await expectToast(page, 'Event type created')
  await page.waitForURL(/event-types\/ety_/)
  const id = page.url().split('/').at(-1) ?? ''
  expect((await startsOn(id, '2026-04-27')).length).toBe(16)
  await openTab(page, 'Times')
  await page.getByRole('button', { name: 'Remove the hours from 09:00 on Monday' }).click()
  await page.getByLabel('Tuesday, from').fill('10:00')
  await page.getByLabel('Tuesday, to').fill('11:00')
  await page.getByRole('button', { name: 'Add hours on Tuesday' }).click()
  await page.getByLabel('Tuesday, from').nth(1).fill('23:00')
  await page.getByLabel('Tuesday, to').nth(1).fill('00:00')
  await page.getByRole('button', { name: 'Add date' }).click()
  await page.getByLabel('Date', { exact: true }).fill('2026-04-29')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved')
  expect(await startsOn(id, '2026-04-27')).toEqual([])
  expect(await startsOn(id, '2026-04-28')).toEqual(['08:00', '08:30', '21:00', '21:30'])
  expect(await startsOn(id, '2026-04-29')).toEqual([])
  expect((await startsOn(id, '2026-04-30')).length).toBe(16)
})

test('an invalid value is reported at its field, and no input is lost', async () => {
  const { eventType } = await makePractice(pages, 'Dr. Wrong')
  const page = await openDashboard(pages, cookie, `/event-types/${eventType.id}`)
  await openTab(page, 'Times')
  await page.getByLabel('Duration', { exact: true }).fill('0')
  await openTab(page, 'Basics')
  await page.getByLabel('Description').fill('Kept.')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Check the marked fields').waitFor()
  const duration = page.getByLabel('Duration', { exact: true })
  // Its tab is shown, and it has the focus.
  await page.locator('input:focus[aria-invalid=true]').waitFor()
  await page.getByRole('tab', { name: 'Times has errors', selected: true }).waitFor()
  expect(await duration.getAttribute('aria-invalid')).toBe('true')
  await duration.fill('45')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved')
  const saved = await pages.server.api.get(`/v1/event-types/${eventType.id}`)
  expect(saved.body).toMatchObject({ durationMinutes: 45, description: 'Kept.' })
})

test('a webhook shows its deliveries with their results, and can send one again', async () => {
  const page = await openDashboard(pages, cookie, '/webhooks')
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add endpoint' })
  await dialog.getByLabel('Address').fill(receiver.url('/hook'))
  await dialog.getByLabel('booking.confirmed').check()
  await dialog.getByRole('button', { name: 'Add' }).click()
  await page.getByText(/^whsec_/).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  receiver.behave(500)
  await page.getByRole('button', { name: /^Delivery log/ }).click()
  await page.getByRole('button', { name: 'Send test' }).click()
  await page.getByText('Attempts and payload').click()
  await page.getByText(/^.*: 500 after \d+ ms/).waitFor()
  receiver.behave(204)
  await page.getByRole('button', { name: 'Send again: webhook.test' }).click()
  await page.getByText('Delivered', { exact: true }).waitFor()
  expect(receiver.messages.all.length).toBeGreaterThanOrEqual(2)
})

test('a new key is shown once, and revoking the key of a session ends the session immediately', async () => {
  const own = await signIn(pages)
  const page = await openDashboard(pages, own, '/api-keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByLabel('Name', { exact: true }).fill('booking site')
  await page.getByRole('button', { name: 'Create' }).click()
  const secret = await page.getByText(/^hf_\w{20,}$/).textContent()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  const asNew = pages.server.anybody.as({ 'x-api-key': secret ?? '' })
  expect((await asNew.get('/v1/providers')).status).toBe(200)
  const mine = page.getByRole('listitem').filter({ hasText: 'Current session' })
  await mine.getByRole('button', { name: /^Revoke/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expectSignedOut(page)
})

test('a mail that the mail server rejected appears among the failed deliveries, and a retry sends it', async () => {
  smtpReceiver.behave(550)
  const practice = await makePractice(pages, 'Dr. Post')
  const page = await openDashboard(pages, cookie, '/dead-letters')
  await practice.book('2026-04-22T07:00:00Z', 'Hedy Lamarr')
  const letters = page.getByRole('list', { name: 'Failed deliveries' }).getByRole('listitem')
  await letters.first().waitFor()
  smtpReceiver.behave(250)
  for (let left = await letters.count(); left > 0; left -= 1) {
    await letters
      .first()
      .getByRole('button', { name: /^Try again/ })
      .click()
    await expect.poll(() => letters.count()).toBe(left - 1)
  }
  await smtpReceiver.mails.until('the mail', (all) =>
    all.some(({ to, answered }) => answered === 250 && to.includes('hedy.lamarr@example.com')),
  )
})

test('a confirmed booking adds a contact without a reload', async () => {
  const page = await openDashboard(pages, cookie, '/contacts')
  const practice = await makePractice(pages, 'Dr. Contact')
  await practice.book('2026-04-22T07:00:00Z', 'Margaret Hamilton')
  await page.getByText('margaret.hamilton@example.com').waitFor()
})

test('the search of contacts says how far it looked', async () => {
  const numbers = Array.from({ length: 501 }, (_, at) => at)
  for (const at of numbers) {
    const email = `many${String(at).padStart(3, '0')}@example.com`
    await pages.make('/v1/contacts', { name: `Many ${at}`, email })
  }
  await pages.make('/v1/contacts', { name: 'Zoe Last', email: 'zoe@zz.example.com' })
  const page = await openDashboard(pages, cookie, '/contacts')
  const looked = page.getByText('We looked at the first 500 contacts. There are more.')
  await looked.waitFor()
  await page.getByLabel('Name, email or phone').fill('zoe')
  await page.getByRole('heading', { name: 'Nothing found so far' }).waitFor()
  await looked.waitFor()
  await page.getByLabel('Name, email or phone').fill('zoe@zz.example.com')
  await page.getByText('Zoe Last').waitFor()
  expect(await looked.count()).toBe(0)
})

test('a connected calendar shows its last update, and can be disconnected', async () => {
  const { provider } = await makePractice(pages, 'Dr. Linked')
  await pages.server.api.put(`/v1/test/providers/${provider.id}/busy`, [
    { start: '2026-04-22T07:00:00Z', end: '2026-04-22T08:00:00Z' },
  ])
  const page = await openDashboard(pages, cookie, '/connections')
  const linked = page.getByRole('region', { name: 'Dr. Linked' })
  await linked.getByText(/^last updated Mon,? 20 Apr, 10:00$/).waitFor()
  await linked.getByRole('button', { name: /^Disconnect/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await linked.getByText('No calendar connected').waitFor()
})

test('a link to subscribe to bookings is shown once, and revoking it ends the subscription', async () => {
  const { provider } = await makePractice(pages, 'Dr. Feed')
  const page = await openDashboard(pages, cookie, '/connections')
  const card = page.getByRole('region', { name: 'Dr. Feed' })
  const statusOf = async (url: string | null) => (await fetch(url ?? '')).status
  const shownLink = async () => {
    const dialog = page.getByRole('dialog', { name: 'Calendar link created' })
    const url = await dialog.getByText('/feed.ics?token=').textContent()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    return url
  }
  await card.getByRole('button', { name: 'Create link: Dr. Feed' }).click()
  const first = await shownLink()
  expect(first).toContain(`/v1/providers/${provider.id}/feed.ics?token=hc_`)
  expect(await statusOf(first)).toBe(200)
  await card.getByRole('button', { name: 'Replace link: Dr. Feed' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace link' }).click()
  const second = await shownLink()
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
  await card.getByRole('button', { name: 'Revoke link: Dr. Feed' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke link' }).click()
  await card.getByRole('button', { name: 'Create link: Dr. Feed' }).waitFor()
  expect(await statusOf(second)).toBe(404)
})

test('a page that cannot reach the server says so, and loads on a retry', async () => {
  const page = await openDashboard(pages, cookie, '/webhooks')
  await page.route('**/v1/dead-letters*', (route) => route.abort())
  await page.getByRole('link', { name: 'Failed deliveries' }).first().click()
  await page.getByText('No connection').first().waitFor()
  await page.unroute('**/v1/dead-letters*')
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await page.getByText('No failed deliveries').waitFor()
})

test('the dialog of a provider says that its schedule has another time zone', async () => {
  const schedule = await pages.make('/v1/schedules', {
    name: 'Berlin hours',
    timeZone: 'Europe/Berlin',
    availabilityRules: [],
  })
  await pages.make('/v1/providers', {
    name: 'Dr. Away',
    timeZone: 'Europe/Berlin',
    scheduleId: schedule.id,
  })
  const page = await openDashboard(pages, cookie, '/providers')
  const row = page.getByRole('listitem').filter({ hasText: 'Dr. Away' })
  await row.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit provider' })
  await dialog.getByText('The working hours. Event types can be open only within them.').waitFor()
  await dialog.getByRole('combobox', { name: 'Time zone' }).fill('new york')
  await page.keyboard.press('Tab')
  await dialog.getByText('The hours of this schedule are in the time zone Europe/Berlin.').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved')
  await row.getByText('America/New York').waitFor()
})
