import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
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
