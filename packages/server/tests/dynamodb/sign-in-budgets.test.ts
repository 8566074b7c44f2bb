import { afterAll, beforeAll, expect, test } from 'vitest'
import { invitationToken } from '../../src/identity/members/invitations.ts'
import { createOperatorLink } from '../../src/identity/sign-in/setup.ts'
import { type MeteredApp, openMeteredApp } from './metered-app.ts'

let app: MeteredApp
beforeAll(async () => {
  app = await openMeteredApp()
})
afterAll(() => app.close())

test('a request for a sign-in link costs the same for every address: 6 write units and no read', async () => {
  const member = { email: 'known@example.com', name: 'Ada', role: 'viewer' }
  await app.cost(201, 'POST', '/v1/members', { body: member })
  for (const email of ['known@example.com', 'unknown@example.com']) {
    const { readUnits, writeUnits } = await app.cost(202, 'POST', '/v1/sign-in', {
      key: null,
      body: { email },
    })
    expect([readUnits, writeUnits]).toEqual([0, 6])
  }
})

test('a sign-in costs at most 12 units, and its session 5 read units at most every 5 seconds', async () => {
  const email = 'signs-in@example.com'
  const body = { email, name: 'Ada', role: 'viewer' }
  const invited = await app.call('POST', '/v1/members', { body })
  const accepting = { token: invitationToken(app.deps, invited.body.id, 1) }
  const sent = { key: null, body: accepting }
  expect((await app.call('POST', '/v1/sign-in/invitations', sent)).status).toBe(200)

  const token = await createOperatorLink(app.deps, { kind: 'sign-in', email })
  const signedIn = await app.cost(200, 'POST', '/v1/sign-in/verify', { key: null, body: { token } })
  expect(signedIn.readUnits + signedIn.writeUnits).toBeLessThanOrEqual(12)

  const again = await createOperatorLink(app.deps, { kind: 'sign-in', email })
  const verified = await app.call('POST', '/v1/sign-in/verify', {
    key: null,
    body: { token: again },
  })
  const cookie = verified.headers.get('set-cookie')?.split(';')[0] ?? ''
  const used = { key: null, headers: { cookie } }
  const first = await app.cost(200, 'GET', '/v1/sign-in/passkeys', used)
  const second = await app.cost(200, 'GET', '/v1/sign-in/passkeys', used)
  expect([first.readUnits - second.readUnits, first.writeUnits]).toEqual([5, 0])
})
