import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WORKING_DAYS } from '../http/support/fixtures.ts'
import { IS_DEEP } from '../support/depth.ts'
import { axeOn } from './support/axe.ts'
import { expectSignedOut, expectToast, openDashboard } from './support/dashboard.ts'
import { type Made, openPages, type Pages } from './support/pages.ts'
import {
  addAuthenticator,
  invite,
  join,
  mailedLink,
  makeTenant,
  navigationOf,
  OPERATOR_KEY,
  onLocalhost,
  ownNetwork,
  type Tenant,
} from './support/people.ts'

const SETTINGS = { HOLDFAST_OPERATOR_KEY: OPERATOR_KEY, HOLDFAST_TRUSTED_PROXIES: '1' }

let pages: Pages
beforeAll(async () => {
  pages = onLocalhost(await openPages(SETTINGS))
})
afterAll(() => pages.close())

const HOUR_SECONDS = 3_600

/** A provider with one booking, made with the key of an account. */
async function makeProvider({ api }: Tenant, name: string, booker: string): Promise<string> {
  const provider = await api.post<Made>('/v1/providers', { name, timeZone: 'Europe/Berlin' })
  const providerId = provider.body.id
  const eventType = await api.post<Made>('/v1/event-types', {
    providerId,
    slug: 'visit',
    title: 'Visit',
    durationMinutes: 30,
    confirmation: 'instant',
    availabilityRules: WORKING_DAYS,
  })
  const booked = await api.post('/v1/bookings', {
    eventTypeId: eventType.body.id,
    start: '2026-04-22T08:00:00Z',
    booker: { name: booker, email: 'booker@example.com' },
  })
  expect(booked.status, booked.text).toBe(201)
  return providerId
}

const expectPath = (page: Page, path: string): Promise<void> =>
  page.waitForURL((url) => url.pathname === path && url.hash === '')

test('a passkey is offered under a domain, and not on an IP address, for which there are none', async () => {
  const named = await pages.open(`${pages.url}/sign-in`)
  await named.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  const numbered = await pages.open(`${pages.url.replace('localhost', '127.0.0.1')}/sign-in`)
  await numbered.getByRole('button', { name: 'Email me a link' }).waitFor()
  expect(await numbered.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0)
})

describe.each([
  ['on a desktop', 1280, 'light'],
  ['on a phone', 390, 'dark'],
] as const)('%s', (_, width, colorScheme) => {
  let flows = 0
  /** Tries a flow. The usual run tries each at one of the two sizes, and the deep run at both. */
  const flow = (name: string, run: () => Promise<void>) => {
    flows += 1
    if (IS_DEEP || (flows % 2 === 1) === (width === 1280)) test(name, run)
  }
  let lakeside: Tenant
  let hillside: Tenant
  let adaId: string
  const address = (name: string) => `${name}.${width}@example.com`
  const open = async (path: string): Promise<Page> => {
    const page = await pages.open('about:blank', { colorScheme })
    await page.context().setExtraHTTPHeaders(ownNetwork())
    await page.setViewportSize({ width, height: 900 })
    await page.goto(path.startsWith('/') ? `${pages.url}${path}` : path)
    return page
  }
  const openAs = (cookie: string, path: string) =>
    openDashboard(pages, cookie, path, { width, colorScheme })

  beforeAll(async () => {
    lakeside = await makeTenant(pages, 'Lakeside', `lakeside-${width}`)
    hillside = await makeTenant(pages, 'Hillside', `hillside-${width}`)
    adaId = await makeProvider(lakeside, 'Dr. Ada', 'Grace Hopper')
    await makeProvider(lakeside, 'Dr. Noah', 'Alan Turing')
    await makeProvider(hillside, 'Dr. Hedy', 'Joan Clarke')
  })

  flow(
    'an invited owner adds a passkey, invites a colleague, and confirms a late change with the passkey',
    async () => {
      const person = { name: 'Olga Owner', email: address('olga'), role: 'owner' }
      const link = await invite(pages, lakeside, person)
      const page = await open('about:blank')
      await addAuthenticator(page)
      await page.goto(link)
      await page.getByRole('heading', { name: 'Join your team' }).waitFor()
      expect(new URL(page.url()).hash).toBe('')
      await page.getByRole('button', { name: 'Accept invitation' }).click()
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await expectPath(page, '/dashboard')
      await page.goto(`${pages.url}/dashboard/team`)
      await page.getByText('Does everything, including adding').first().waitFor()
      await pages.advance(page, 2 * HOUR_SECONDS)
      const inviteColleague = async () => {
        await page.getByRole('button', { name: 'Invite member' }).click()
        const dialog = page.getByRole('dialog', { name: 'Invite a member' })
        await dialog.getByLabel('Name', { exact: true }).fill('Nina New')
        await dialog.getByLabel('Email').fill(address('nina'))
        await dialog.getByRole('radio', { name: 'Provider', exact: true }).check()
        await dialog.getByRole('button', { name: 'Send invitation' }).click()
        await dialog.getByText('Choose at least one provider.').waitFor()
        await dialog.getByRole('checkbox', { name: 'Dr. Ada' }).check()
        await dialog.getByRole('button', { name: 'Send invitation' }).click()
      }
      await inviteColleague()
      await page.getByRole('link', { name: 'Sign in again' }).click()
      await page.getByRole('heading', { name: "Confirm it's you" }).waitFor()
      expect(await page.getByLabel('Email').inputValue()).toBe(person.email)
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await expectPath(page, '/dashboard/team')
      await inviteColleague()
      await expectToast(page, `Invitation sent to ${address('nina')}`)
      const nina = page.getByRole('listitem').filter({ hasText: 'Nina New' })
      await nina.getByText('only Dr. Ada').waitFor()
      await nina.getByText('Invited').waitFor()
      await mailedLink(pages, address('nina'), 'invitation')
      await nina.getByRole('button', { name: 'Edit: Nina New' }).click()
      await page.getByRole('dialog').getByRole('radio', { name: 'Viewer' }).check()
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await nina.getByText('Viewer').waitFor()
      await nina.getByRole('button', { name: 'Remove: Nina New' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
      await expectToast(page, 'Member removed')
      await page.goto(`${pages.url}/dashboard/activity`)
      const removal = page.getByRole('listitem').filter({ hasText: 'Removed a member' })
      await removal.getByText('Olga Owner').waitFor()
      await page.goto(`${pages.url}/dashboard/me`)
      await page.getByRole('button', { name: /^Rename/ }).click()
      await page.getByRole('dialog').getByLabel('Name').fill('Work laptop')
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await expectToast(page, 'Passkey renamed')
      await page.getByText('Work laptop').waitFor()
    },
  )

  flow(
    'a link leads on to the page that was asked for, signs in once, and only in the browser that asked',
    async () => {
      const person = { name: 'Sam Scheduler', email: address('sam'), role: 'scheduler' }
      await join(pages, lakeside, person)
      const page = await open('/dashboard/bookings?from=mail')
      await expectSignedOut(page)
      await page.getByLabel('Email').fill(address('nobody'))
      await page.getByRole('button', { name: 'Email me a link' }).click()
      await page.getByText(`If ${address('nobody')} belongs to a member`).waitFor()
      await page.getByRole('button', { name: 'Use another address' }).click()
      await page.getByLabel('Email').fill(person.email)
      await page.getByRole('button', { name: 'Email me a link' }).click()
      await page.getByText(`If ${person.email} belongs to a member`).waitFor()
      const link = await mailedLink(pages, person.email, 'token')
      const elsewhere = await open(link)
      await elsewhere.getByText("This link doesn't work anymore").waitFor()
      expect(new URL(elsewhere.url()).hash).toBe('')
      const tab = await page.context().newPage()
      await tab.goto(link)
      await tab.getByRole('button', { name: 'Not now' }).click()
      await expectPath(tab, '/dashboard/bookings')
      await tab.getByText('Grace Hopper').waitFor()
      expect(await navigationOf(tab)).toEqual([
        'Calendar',
        'Bookings',
        'Approvals',
        'Contacts',
        'Closures',
        'API documentation',
      ])
      const again = await page.context().newPage()
      await again.goto(link)
      await expectPath(again, '/dashboard')
      // Without cookies, the dashboard would leave to the sign-in while the link opens.
      await again.goto('about:blank')
      await again.context().clearCookies()
      await again.goto(link)
      await again.getByText("This link doesn't work anymore").waitFor()
    },
  )

  flow('a viewer of one provider sees only its bookings and changes nothing', async () => {
    const person = { name: 'Vic Viewer', email: address('vic'), role: 'viewer' }
    const page = await openAs(
      await join(pages, lakeside, { ...person, providerIds: [adaId] }),
      '/bookings',
    )
    await page.getByText('Grace Hopper').waitFor()
    expect(await page.getByText('Alan Turing').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'New booking' }).count()).toBe(0)
    expect(await navigationOf(page)).toEqual(['Calendar', 'Bookings', 'API documentation'])
    await page.getByRole('button', { name: 'Open: Grace Hopper' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('booker@example.com').waitFor()
    expect(await dialog.getByRole('button', { name: /Cancel|Reschedule/ }).count()).toBe(0)
    await page.goto(`${pages.url}/dashboard/team`)
    await page.getByText("You can't do this").waitFor()
  })

  flow('a provider member manages the own provider, and nothing of the account', async () => {
    const person = { name: 'Pia Provider', email: address('pia'), role: 'provider' }
    const page = await openAs(
      await join(pages, lakeside, { ...person, providerIds: [adaId] }),
      '/providers',
    )
    await page.getByRole('button', { name: 'Edit: Dr. Ada' }).waitFor()
    expect(await page.getByText('Dr. Noah').count()).toBe(0)
    expect(await page.getByRole('button', { name: /^(Add provider|Delete)/ }).count()).toBe(0)
    expect(await navigationOf(page)).toEqual([
      'Calendar',
      'Bookings',
      'Approvals',
      'Event types',
      'Providers',
      'Connections',
      'API documentation',
    ])
  })

  flow(
    'a person of two accounts chooses one, switches to the other, and ends a session elsewhere',
    async () => {
      const person = { name: 'Ada Both', email: address('both'), role: 'admin' }
      const elsewhere = await openAs(await join(pages, lakeside, person), '/me')
      await join(pages, hillside, person)
      const page = await open('/sign-in')
      await page.getByLabel('Email').fill(person.email)
      await page.getByRole('button', { name: 'Email me a link' }).click()
      await page.getByRole('heading', { name: 'Check your email' }).waitFor()
      await page.goto(await mailedLink(pages, person.email, 'token'))
      await page.getByRole('button', { name: 'Hillside' }).click()
      await page.getByRole('button', { name: 'Not now' }).click()
      await expectPath(page, '/dashboard')
      await page.goto(`${pages.url}/dashboard/bookings`)
      await page.getByText('Joan Clarke').waitFor()
      if (width < 600) await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('button', { name: /Hillside.*Switch account/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Lakeside' }).click()
      await expectPath(page, '/dashboard')
      await page.goto(`${pages.url}/dashboard/bookings`)
      await page.getByText('Alan Turing').waitFor()
      expect(await page.getByText('Joan Clarke').count()).toBe(0)
      if (width < 600) await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('link', { name: /^Ada Both/ }).click()
      await page
        .getByRole('button', { name: /^End session/ })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click()
      await expectToast(page, 'Session ended')
      await elsewhere.reload()
      await expectSignedOut(elsewhere)
    },
  )

  flow('an account that requires passkeys admits a member only after they used one', async () => {
    const tenant = await makeTenant(pages, 'Strict', `strict-${width}`)
    await tenant.api.patch('/v1/account', { requiresPasskeys: true })
    const person = { name: 'Stella Strict', email: address('stella'), role: 'viewer' }
    const link = await invite(pages, tenant, person)
    const page = await open('about:blank')
    await addAuthenticator(page)
    await page.goto(link)
    await page.getByRole('button', { name: 'Accept invitation' }).click()
    await page.getByText('This account requires a passkey.').waitFor()
    await page.goto(`${pages.url}/dashboard`)
    await page.getByText('This account requires a passkey.').waitFor()
    expect(await page.getByRole('button', { name: 'Not now' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('heading', { name: 'Use your passkey' }).waitFor()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('heading', { name: 'Calendar' }).waitFor()
  })

  flow('the pages of people pass axe, and the brand has a preview in its color', async () => {
    const person = { name: 'Axel Axe', email: address('axel'), role: 'admin' }
    const cookie = await join(pages, hillside, person)
    const signIn = await open('/sign-in')
    const findings: string[] = []
    const check = async (page: Page, what: string) => {
      const { violations } = await (await axeOn(page)).analyze()
      for (const { id, nodes } of violations) findings.push(`${what}: ${id} ${nodes[0]?.html}`)
    }
    await signIn.getByText('Developers: sign in with a key').click()
    await check(signIn, 'sign-in')
    const page = await openAs(cookie, '/team')
    for (const [path, button] of [
      ['/team', 'Invite member'],
      ['/me', undefined],
      ['/activity', undefined],
    ] as const) {
      await page.goto(`${pages.url}/dashboard${path}`)
      await page.locator('#content h1').waitFor()
      await expect.poll(() => page.locator('#content [role=status][aria-label]').count()).toBe(0)
      await check(page, path)
      if (button === undefined) continue
      await page.getByRole('button', { name: button }).click()
      await page.getByRole('dialog').waitFor()
      await check(page, `${path}, ${button}`)
    }
    await page.goto(`${pages.url}/dashboard/account`)
    await page.getByLabel('Show your own brand').check()
    await page.getByRole('textbox', { name: 'Color', exact: true }).fill('#ffcc00')
    const button = page.getByText('Book this time')
    expect(await button.getAttribute('style')).toContain('rgb(255, 204, 0)')
    await page.getByLabel('Brand name').fill('Hillside Clinic')
    await page.getByLabel('Keep the activity for (days)').fill('30')
    await check(page, '/account')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Settings saved')
    const saved = await hillside.api.get('/v1/account')
    expect(saved.body).toMatchObject({
      name: 'Hillside',
      brand: { name: 'Hillside Clinic', color: '#ffcc00', logoUrl: null },
      auditDays: 30,
    })
    expect(findings).toEqual([])
  })
})
