import type { Page } from 'playwright-core'
import { until } from '../../support/until.ts'
import type { DashboardWorld } from './dashboard-world.ts'
import type { Picture } from './public-pages.ts'

/** The pages of the dashboard, cropped to the first screen. */
export function dashboardPictures(world: DashboardWorld): readonly Picture[] {
  const open = async (page: Page, url: string, path: string, text: string | RegExp) => {
    const cookie = { name: 'holdfast_session', value: world.session, url }
    await page.context().addCookies([cookie])
    await page.goto(`${url}/dashboard${path}`)
    await page.locator('#content').getByText(text).first().waitFor()
  }
  const at = (name: string, path: string, text: string | RegExp): Picture => ({
    name: `dashboard-${name}`,
    isCropped: true,
    show: (page, url) => open(page, url, path, text),
  })
  const calendar = at('calendar', '', /Katherine Johnson/)
  return [
    {
      name: 'dashboard-sign-in',
      isCropped: true,
      show: async (page, url) => {
        await page.goto(`${url}/dashboard`)
        await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      },
    },
    calendar,
    { ...calendar, name: 'dashboard-calendar-dark', colorScheme: 'dark', language: 'de' },
    {
      name: 'dashboard-calendar-month',
      isCropped: true,
      show: async (page, url) => {
        await open(page, url, '', /Katherine Johnson/)
        await page.getByRole('button', { name: 'Month' }).click()
        await page.getByText('April 2026').first().waitFor()
      },
    },
    {
      name: 'dashboard-calendar-providers',
      isCropped: true,
      show: async (page, url) => {
        await open(page, url, '', /Katherine Johnson/)
        await page.getByRole('button', { name: 'Providers', exact: true }).click()
        await page.getByText('Training').first().waitFor()
      },
    },
    at('emails', '/emails', 'Emails'),
    at('payments', '/payments', 'Payments'),
    {
      name: 'dashboard-booking',
      isCropped: true,
      show: async (page, url) => {
        await open(page, url, '/bookings', 'Barbara Liskov')
        await page.getByRole('button', { name: 'Open: Barbara Liskov' }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    at('bookings', '/bookings', 'Donald Knuth'),
    at('approvals', '/approvals', 'Barbara Liskov'),
    {
      name: 'decide',
      show: async (page, url) => {
        await page.goto(await decisionLink(page, url))
        await page.getByText('Barbara Liskov').waitFor()
      },
    },
    at('contacts', '/contacts', 'Katherine Johnson'),
    at('event-types', '/event-types', 'Check-up'),
    at('event-type', `/event-types/${world.eventTypeId}`, 'Preview'),
    {
      name: 'dashboard-event-type-team',
      isCropped: true,
      show: async (page, url) => {
        await open(page, url, `/event-types/${world.teamEventTypeId}`, 'Preview')
        await page.getByRole('tab', { name: /^(Who and where|Wer und wo)/ }).click()
      },
    },
    at('event-type-new', '/event-types/new', 'Appointment'),
    at('providers', '/providers', 'Noah Tremblay'),
    at('schedules', '/schedules', 'Practice hours'),
    at('connections', '/connections', /last updated/),
    at('webhooks', '/webhooks', 'https://hooks.example.com/holdfast'),
    at('webhook', `/webhooks/${world.webhookId}`, 'webhook.test'),
    at('api-keys', '/api-keys', 'booking site'),
    at('dead-letters', '/dead-letters', 'No failed deliveries'),
  ]
}

/** The link to approve the request of the world, from the email to its provider. */
async function decisionLink(page: Page, url: string): Promise<string> {
  let link = ''
  await until('an email asks for a decision', async () => {
    const answer = await page.request.get(`${url}/v1/test/mails?limit=100`)
    const { data } = (await answer.json()) as { data: readonly { text: string }[] }
    const mail = data.find(
      ({ text }) => text.includes('Barbara Liskov') && text.includes('/decide/'),
    )
    link = /Approve: (\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    return link !== ''
  })
  return link
}
