import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { HttpClient } from '../../support/http-client.ts'
import type { Pages } from './pages.ts'
import { alterTab } from './tabs.ts'

/** The operator's key of servers with several accounts. */
export const OPERATOR_KEY = 'operator-key-of-the-tests-of-pages'

/** What these functions need of pages: whatever opens them, they have a server. */
type Served = Pick<Pages, 'server'>

/** The same pages under the name that browsers accept passkeys for, which is none for an IP address. */
export const onLocalhost = (pages: Pages): Pages => ({
  ...pages,
  url: pages.url.replace('127.0.0.1', 'localhost'),
})

/** A new account, and a client with its key. */
export interface Tenant {
  readonly id: string
  readonly api: HttpClient
}

/** Creates an account with the operator's key. */
export async function makeTenant(pages: Served, name: string, slug: string): Promise<Tenant> {
  const operator = pages.server.anybody.as({ authorization: `Bearer ${OPERATOR_KEY}` })
  const made = await operator.post<{ id: string; apiKey: { secret: string } }>('/v1/accounts', {
    name,
    slug,
  })
  expect(made.status, made.text).toBe(201)
  const { id, apiKey } = made.body
  return { id, api: pages.server.anybody.as({ 'x-api-key': apiKey.secret }) }
}

/** A person to invite. */
export interface Person {
  readonly name: string
  readonly email: string
  readonly role: string
  readonly providerIds?: readonly string[]
}

const seenLinks = new Set<string>()

/** Waits for an email to an address with a link of a kind that no earlier call returned, and returns the link. */
export async function mailedLink(
  pages: Served,
  email: string,
  kind: 'token' | 'invitation',
): Promise<string> {
  let link: string | undefined
  await expect
    .poll(async () => {
      const { body } = await pages.server.anybody.get<{
        data: readonly { to: string; text: string }[]
      }>('/v1/test/mails?limit=100')
      link = body.data
        .filter(({ to }) => to === email)
        .flatMap(({ text }) => new RegExp(`https?://\\S+/sign-in#${kind}=\\w+`).exec(text) ?? [])
        .find((each) => !seenLinks.has(each))
      return link
    })
    .toBeDefined()
  seenLinks.add(link ?? '')
  return link ?? ''
}

let networks = 0

/** The header of a visitor in a network of its own, since sign-ins of one network are limited. */
export function ownNetwork(): Readonly<Record<string, string>> {
  networks += 1
  return { 'x-forwarded-for': `198.51.100.${networks}` }
}

/** Invites a person with the key of an account, and returns the link of the invitation. */
export async function invite(pages: Served, { api }: Tenant, person: Person): Promise<string> {
  const made = await api.post('/v1/members', person)
  expect(made.status, made.text).toBe(201)
  return mailedLink(pages, person.email, 'invitation')
}

/** Invites a person, who accepts without a browser. Returns the session cookie. */
export async function join(pages: Served, tenant: Tenant, person: Person): Promise<string> {
  const link = await invite(pages, tenant, person)
  const token = link.split('=').at(-1)
  const accepted = await pages.server.anybody.post(
    '/v1/sign-in/invitations',
    { token },
    ownNetwork(),
  )
  expect(accepted.status, accepted.text).toBe(200)
  return String(accepted.headers['set-cookie']).split(';')[0]?.split('=')[1] ?? ''
}

/** Gives a page an authenticator that creates and uses passkeys without asking. */
export async function addAuthenticator(page: Page): Promise<void> {
  alterTab(page)
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
}

/** Opens the navigation, which a phone has behind "More", and returns the names of its links. */
export async function navigationOf(page: Page): Promise<readonly string[]> {
  const more = page.getByRole('button', { name: 'More', exact: true })
  const isPhone = await more.isVisible()
  if (isPhone) await more.click()
  const navigation = page.getByRole('navigation', { name: isPhone ? 'More' : 'Dashboard' }).first()
  await navigation.getByText('Developers').click()
  const names = await navigation.getByRole('link').locator('span:first-of-type').allTextContents()
  if (isPhone) await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  return names
}
