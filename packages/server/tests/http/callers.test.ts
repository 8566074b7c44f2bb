import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Sent } from './support/call.ts'
import { PROVIDER } from './support/fixtures.ts'

describe('a caller through RapidAPI', () => {
  let rapid: TestApp
  beforeAll(async () => {
    const rapidApiPlans = {
      BASIC: { requests: 20, windowSeconds: 60 },
      PRO: { requests: 3, windowSeconds: 60 },
    }
    rapid = await openTestApp({ settings: { rapidApiProxySecret: 'right-secret', rapidApiPlans } })
  })
  afterAll(() => rapid.close())

  const as = (user: string | undefined, secret: string) => ({
    key: null,
    headers: {
      'x-rapidapi-proxy-secret': secret,
      ...(user === undefined ? {} : { 'x-rapidapi-user': user }),
    },
  })

  test('is known by name with the right secret, and has an account of its own', async () => {
    const { call } = rapid
    const made = await call('POST', '/v1/providers', {
      ...as('ada', 'right-secret'),
      body: PROVIDER,
    })
    expect(made.status).toBe(201)
    const again = await call('GET', `/v1/providers/${made.body.id}`, as('ada', 'right-secret'))
    expect(again.status).toBe(200)
    const other = await call('GET', `/v1/providers/${made.body.id}`, as('bob', 'right-secret'))
    expect(other.status).toBe(404)
    expect((await call('GET', `/v1/providers/${made.body.id}`)).status).toBe(404)
  })

  test.each([
    ['the wrong secret', as('ada', 'wrong-secret')],
    ['an empty secret', as('ada', '')],
    ['the beginning of the secret', as('ada', 'right')],
    ['no name', as(undefined, 'right-secret')],
    ['a name with blanks', as('a b', 'right-secret')],
  ])('with %s is refused', async (_, sent) => {
    const got = await rapid.call('GET', '/v1/providers', sent)
    expect([got.status, got.body.code]).toEqual([401, 'unauthenticated'])
  })

  test('has the requests of its plan, whatever address they come from, and is told what is left', async () => {
    const pro = (user: string, address: string) => {
      const sent = as(user, 'right-secret')
      const headers = { 'x-rapidapi-subscription': 'PRO', 'x-forwarded-for': address }
      return rapid.call('GET', '/v1/calendars', {
        ...sent,
        headers: { ...sent.headers, ...headers },
      })
    }
    const first = await pro('carol', '192.0.2.1')
    expect(first.status).toBe(200)
    expect(first.headers.get('ratelimit-policy')).toBe('"rapidapi-pro";q=3;w=60')
    expect(first.headers.get('ratelimit')).toBe('"rapidapi-pro";r=2;t=20')
    await pro('carol', '192.0.2.2')
    await pro('carol', '192.0.2.3')
    const fourth = await pro('carol', '192.0.2.4')
    expect([fourth.status, fourth.body.code]).toEqual([429, 'rate_limited'])
    expect(fourth.headers.get('retry-after')).toBe('20')
    expect(fourth.headers.get('ratelimit')).toBe('"rapidapi-pro";r=0;t=60')
    expect((await pro('dave', '192.0.2.4')).status).toBe(200)
  })

  test('stays within the plan with a key of its own and with a session of that key', async () => {
    const frank = as('frank', 'right-secret')
    const pro = { ...frank, headers: { ...frank.headers, 'x-rapidapi-subscription': 'PRO' } }
    const made = await rapid.call('POST', '/v1/api-keys', { ...pro, body: { name: 'own' } })
    const own = { key: made.body.secret }
    const second = await rapid.call('POST', '/v1/api-keys', { ...own, body: { name: 'second' } })
    expect(second.headers.get('ratelimit')).toMatch(/^"rapidapi-pro";r=1;/)
    const signedIn = await rapid.call('POST', '/v1/session', {
      key: null,
      body: { apiKey: made.body.secret },
    })
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    const bySession = { key: null, headers: { cookie } }
    const read = async (sent: Sent) => (await rapid.call('GET', '/v1/calendars', sent)).status
    // The third request of three, whoever sends it.
    expect(await read({ key: second.body.secret })).toBe(200)
    expect([await read(own), await read(bySession), await read(pro)]).toEqual([429, 429, 429])
  })

  test('takes its key along to a new plan', async () => {
    const gina = as('gina', 'right-secret')
    const made = await rapid.call('POST', '/v1/api-keys', { ...gina, body: { name: 'own' } })
    const policy = async () =>
      (await rapid.call('GET', '/v1/calendars', { key: made.body.secret })).headers.get(
        'ratelimit-policy',
      )
    expect(await policy()).toBe('"rapidapi-basic";q=20;w=60')
    const pro = { ...gina.headers, 'x-rapidapi-subscription': 'PRO' }
    await rapid.call('GET', '/v1/calendars', { key: null, headers: pro })
    // Another server process has not cached the old plan.
    const another = await rapid.another()
    const got = await another('GET', '/v1/calendars', { key: made.body.secret })
    expect(got.headers.get('ratelimit-policy')).toBe('"rapidapi-pro";q=3;w=60')
  })

  test('has no plan to name without the secret', async () => {
    const headers = { 'x-rapidapi-user': 'erin', 'x-rapidapi-subscription': 'MEGA' }
    const got = await rapid.call('GET', '/v1/calendars', { key: null, headers })
    expect(got.status).toBe(401)
    expect(got.headers.get('ratelimit')).toBeNull()
  })
})

describe('an account whose requests the settings limit', () => {
  test('has them with all its keys together, and another account its own', async () => {
    const accountLimit = { requests: 2, windowSeconds: 60 }
    const limited = await openTestApp({ settings: { accountLimit } })
    const made = await limited.call('POST', '/v1/api-keys', { body: { name: 'second' } })
    expect(made.headers.get('ratelimit-policy')).toBe('"account";q=2;w=60')
    const read = (key: string) => limited.call('GET', '/v1/calendars', { key })
    expect((await read(made.body.secret)).status).toBe(200)
    const third = await read(made.body.secret)
    expect([third.status, third.body.code]).toEqual([429, 'rate_limited'])
    expect(third.headers.get('retry-after')).toBe('30')
    expect((await read(limited.otherKey)).status).toBe(200)
    await limited.close()
  })
})
