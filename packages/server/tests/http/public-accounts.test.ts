import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgetAccounts } from '../../src/identity/accounts/known-accounts.ts'
import { changeAnyAccount } from '../../src/identity/operator/operator-accounts.ts'
import { isReservedSlug } from '../../src/kernel/reserved-slugs.ts'
import { makeEarlyRapidApiAccount, makeTenant, type Tenant } from '../support/tenants.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import {
  BOOKER,
  eventTypeBody,
  newSlug,
  PROVIDER,
  START,
  UNNAMED_ACCOUNT,
} from './support/fixtures.ts'

let server: TestApp
let lake: Tenant
let hill: Tenant
beforeAll(async () => {
  server = await openTestApp()
  lake = await makeTenant(server.deps, 'lake')
  hill = await makeTenant(server.deps, 'hill')
})
afterAll(() => server.close())

const anybody = { key: null }

/** Creates a listed provider of a tenant with an event type `visit`. */
async function makeBookable({ secret: key }: Pick<Tenant, 'secret'>, slug: string) {
  const body = { ...PROVIDER, slug, listed: true, specialty: 'vet' }
  const provider = await server.call('POST', '/v1/providers', { key, body })
  expect(provider.status).toBe(201)
  const visit = eventTypeBody(provider.body.id, { slug: 'visit', confirmation: 'instant' })
  const eventType = await server.call('POST', '/v1/event-types', { key, body: visit })
  return { provider: provider.body, eventType: eventType.body }
}

const get = (path: string) => server.call('GET', path, anybody)
const codeOf = async (path: string) => {
  const got = await get(path)
  return [got.status, got.body.code]
}
const RANGE = 'from=2026-04-27&to=2026-04-28'

describe('two accounts with the same provider slug', () => {
  let ofLake: Body
  let ofHill: Body
  beforeAll(async () => {
    ofLake = (await makeBookable(lake, 'ada')).eventType
    ofHill = (await makeBookable(hill, 'ada')).eventType
  })

  test('have an event type, slots and a provider page each', async () => {
    for (const [slug, eventType] of [
      ['lake', ofLake],
      ['hill', ofHill],
    ] as const) {
      const shown = await get(`/v1/public/ada/visit?accountSlug=${slug}`)
      expect([shown.status, shown.body.id]).toEqual([200, eventType.id])
      expect(shown.body).toMatchObject({
        provider: { slug: 'ada', path: `/a/${slug}/ada` },
        account: { ...UNNAMED_ACCOUNT, name: `Practice ${slug}`, slug },
      })
      const slots = await get(`/v1/public/ada/visit/slots?accountSlug=${slug}&${RANGE}`)
      expect(slots.body.data[0]?.start).toBe(START)
      const page = await get(`/v1/public/ada?accountSlug=${slug}`)
      expect(page.body).toMatchObject({ path: `/a/${slug}/ada`, account: { slug } })
      expect((await get(`/v1/public/ada/opened-slots?accountSlug=${slug}&${RANGE}`)).status).toBe(
        200,
      )
      const directory = await get(`/v1/directory?accountSlug=${slug}`)
      expect(directory.body.data).toMatchObject([{ path: `/a/${slug}/ada` }])
      const soonest = await get(`/v1/public/slots?specialty=vet&accountSlug=${slug}&limit=1`)
      expect(soonest.body.data[0]?.eventTypeId).toBe(eventType.id)
    }
  })

  test('are booked each at its own provider', async () => {
    const book = (more: Readonly<Record<string, unknown>>) =>
      server.call('POST', '/v1/public/bookings', {
        ...anybody,
        body: {
          providerSlug: 'ada',
          eventTypeSlug: 'visit',
          start: START,
          booker: BOOKER,
          ...more,
        },
      })
    const booked = await book({ accountSlug: 'lake' })
    expect([booked.status, booked.body.eventTypeId]).toEqual([201, ofLake.id])
    expect((await book({ accountSlug: 'lake' })).status).toBe(409)
    expect((await book({ accountSlug: 'hill' })).body.eventTypeId).toBe(ofHill.id)
    const headers = { authorization: `Bearer ${booked.body.manageToken}` }
    const details = await server.call('GET', `/v1/bookings/${booked.body.id}/details`, {
      ...anybody,
      headers,
    })
    expect(details.body).toMatchObject({
      provider: { slug: 'ada', path: '/a/lake/ada' },
      eventType: { path: '/a/lake/ada/visit' },
      account: { slug: 'lake' },
    })
    const wrong = { eventTypeId: ofLake.id, providerSlug: undefined, eventTypeSlug: undefined }
    expect((await book({ ...wrong, accountSlug: 'hill' })).status).toBe(404)
  })

  test('each refuse it to a second provider of their own', async () => {
    const body = { ...PROVIDER, slug: 'ada' }
    const again = await server.call('POST', '/v1/providers', { key: lake.secret, body })
    expect([again.status, again.body.code]).toEqual([409, 'slug_taken'])
  })

  test('are not found without an account, whose links are those of version 1', async () => {
    expect(await codeOf('/v1/public/ada')).toEqual([404, 'not_found'])
    expect(await codeOf('/v1/public/ada/visit')).toEqual([404, 'not_found'])
    const body = { ...PROVIDER, slug: 'ada' }
    expect((await server.call('POST', '/v1/providers', { body })).status).toBe(201)
    expect((await get('/v1/public/ada')).body).toMatchObject({ path: '/ada' })
  })
})

test('the links of a RapidAPI account from version 1 work as before, and also with its slug', async () => {
  const { secret: key } = await makeEarlyRapidApiAccount(server.deps, 'early')
  const { provider, eventType } = await makeBookable({ secret: key }, newSlug())
  const path = `/v1/public/${provider.slug}`
  expect((await get(`${path}/visit`)).body).toMatchObject({
    id: eventType.id,
    provider: { path: `/${provider.slug}` },
    account: { name: null, slug: null },
  })
  const directory = await get('/v1/directory?specialty=vet')
  expect(directory.body.data.map(({ slug }) => slug)).toEqual([provider.slug])
  await server.call('PATCH', '/v1/account', { key, body: { slug: 'early' } })
  expect((await get(`${path}/visit?accountSlug=early`)).body.id).toBe(eventType.id)
  expect((await get(`${path}/visit`)).body).toMatchObject({
    provider: { path: `/${provider.slug}` },
    account: { slug: 'early' },
  })
})

test('no provider or account can have the first segment of a path that the server answers', () => {
  const segments = server.app.routes.map(({ path }) => path.split('/')[1] ?? '')
  const slugs = new Set(segments.filter((segment) => /^[a-z0-9-]+$/.test(segment)))
  expect([...slugs]).toEqual(expect.arrayContaining(['docs', 'healthz', 'metrics', 'v1']))
  expect([...slugs].filter((slug) => !isReservedSlug(slug))).toEqual([])
  const pages = [
    'a',
    'sign-in',
    'decide',
    'mcp',
    'dashboard',
    'directory',
    'manage',
    'stays',
    'embed',
  ]
  expect(pages.filter((slug) => !isReservedSlug(slug))).toEqual([])
})

describe('an unknown account', () => {
  test.each([
    '/v1/public/ada?accountSlug=nobody',
    '/v1/public/ada/visit?accountSlug=nobody',
    `/v1/public/ada/visit/slots?accountSlug=nobody&${RANGE}`,
    `/v1/public/ada/opened-slots?accountSlug=nobody&${RANGE}`,
    '/v1/directory?accountSlug=nobody',
    '/v1/public/slots?specialty=vet&accountSlug=nobody',
  ])('is not found by %s', async (path) => {
    expect(await codeOf(path)).toEqual([404, 'not_found'])
  })
})

test('stays are found in the account that has them, and in no other', async () => {
  const body = {
    name: 'House',
    timeZone: 'Europe/Berlin',
    exclusive: 'nights',
    publicStays: true,
  }
  const house = await server.call('POST', '/v1/calendars', { key: lake.secret, body })
  const path = `/v1/stays/${house.body.id}`
  const shown = await get(`${path}?from=2026-06-01&to=2026-06-05&accountSlug=lake`)
  expect(shown.body).toMatchObject({ name: 'House', account: { slug: 'lake' } })
  expect(await codeOf(`${path}?from=2026-06-01&to=2026-06-05&accountSlug=hill`)).toEqual([
    404,
    'not_found',
  ])
  const stay = { arrival: '2026-06-02', departure: '2026-06-05', guest: BOOKER }
  const take = (accountSlug: string) =>
    server.call('POST', path, { ...anybody, body: { ...stay, accountSlug } })
  expect([(await take('hill')).status, (await take('lake')).status]).toEqual([404, 201])
})

test('a change of the brand, the language and the directory shows at once', async () => {
  const tenant = await makeTenant(server.deps, 'brand')
  await makeBookable(tenant, 'ben')
  const brand = { name: 'Fine Vets', color: '#1A6B4F', logoUrl: 'https://example.com/logo.svg' }
  const change = { brand, locale: 'de', publicDirectory: 'shared' }
  const saved = await server.call('PATCH', '/v1/account', { key: tenant.secret, body: change })
  expect([saved.status, saved.body.linkPrefix]).toEqual([200, '/a/brand/'])
  expect((await get('/v1/public/ben?accountSlug=brand')).body.account).toEqual({
    name: 'Fine Vets',
    slug: 'brand',
    brand: { ...brand, color: '#1a6b4f' },
    locale: 'de',
    bookerContact: 'email',
  })
  const listed = async () =>
    (await get('/v1/directory?limit=100')).body.data.map(({ path }) => path)
  expect(await listed()).toContain('/a/brand/ben')
  const own = { publicDirectory: 'own' }
  await server.call('PATCH', '/v1/account', { key: tenant.secret, body: own })
  expect(await listed()).not.toContain('/a/brand/ben')
})

test('a suspended account answers no public call', async () => {
  const tenant = await makeTenant(server.deps, 'quiet')
  const { eventType } = await makeBookable(tenant, 'cid')
  const nights = { ...PROVIDER, exclusive: 'nights', publicStays: true }
  const house = await server.call('POST', '/v1/calendars', { key: tenant.secret, body: nights })
  await changeAnyAccount(server.deps, tenant.caller, tenant.accountId, { status: 'suspended' })
  forgetAccounts(server.deps)
  const suspended = [403, 'account_suspended']
  for (const path of [
    '/v1/public/cid?accountSlug=quiet',
    '/v1/public/cid/visit?accountSlug=quiet',
    `/v1/public/cid/visit/slots?accountSlug=quiet&${RANGE}`,
    `/v1/public/cid/opened-slots?accountSlug=quiet&${RANGE}`,
    '/v1/directory?accountSlug=quiet',
    '/v1/public/slots?specialty=vet&accountSlug=quiet',
    `/v1/stays/${house.body.id}?from=2026-06-01&to=2026-06-05`,
  ]) {
    expect(await codeOf(path), path).toEqual(suspended)
  }
  const post = async (path: string, body: object) => {
    const got = await server.call('POST', path, { ...anybody, body })
    return [got.status, got.body.code]
  }
  const booking = { eventTypeId: eventType.id, start: START, booker: BOOKER }
  expect(await post('/v1/public/bookings', booking)).toEqual(suspended)
  const stay = { arrival: '2026-06-02', departure: '2026-06-05', guest: BOOKER }
  expect(await post(`/v1/stays/${house.body.id}`, stay)).toEqual(suspended)
})
