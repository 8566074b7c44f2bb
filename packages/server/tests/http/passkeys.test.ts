import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSoftwareAuthenticator } from '../support/software-authenticator.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Got } from './support/call.ts'
import { asPage, cookieOf, joinMember, newAddress, ORIGIN } from './support/people.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'

const PATH = '/v1/sign-in/passkeys'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

/** The id and the challenge of a ceremony that has begun. */
function begunBy({ body }: Got) {
  const { challengeId, options } = body as unknown as {
    readonly challengeId: string
    readonly options: { readonly challenge: string }
  }
  return { challengeId, options }
}

const asStranger = (path: string, body: object) =>
  asPage(server, '')('POST', `${PATH}${path}`, body, { from: newAddress() })

const beginSignIn = async () => {
  const sent = { key: null, from: newAddress(), headers: { origin: ORIGIN } }
  return begunBy(await server.call('POST', `${PATH}/options`, sent))
}

test('a passkey is registered, signs in, and is listed, renamed and deleted by its person', async () => {
  const { cookie, member } = await joinMember(server, { email: 'ada@example.com' })
  const asPerson = asPage(server, cookie)
  const authenticator = createSoftwareAuthenticator()
  const begun = await asPerson('POST', `${PATH}/registration-options`)
  expect(begun.body.options).toMatchObject({
    rp: { id: 'localhost' },
    user: { name: 'ada@example.com', displayName: 'Ada' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  })
  const { challengeId, options } = begunBy(begun)
  const input = { challengeId, name: 'Laptop', response: authenticator.register(options) }
  const made = await asPerson('POST', PATH, input)
  expect([made.status, made.body, made.headers.get('location')]).toEqual([
    201,
    {
      id: expect.stringMatching(/^psk_/),
      name: 'Laptop',
      createdAt: '2026-04-20T08:00:00Z',
      lastUsedAt: null,
    },
    `${PATH}/${made.body.id}`,
  ])

  const signing = await beginSignIn()
  const response = authenticator.signIn(signing.options)
  const signedIn = await asStranger('/verify', { challengeId: signing.challengeId, response })
  expect(signedIn.body).toMatchObject({ session: { member: { id: member.id } } })
  const listed = await asPage(server, cookieOf(signedIn))('GET', PATH)
  expect(listed.body.data).toEqual([{ ...made.body, lastUsedAt: '2026-04-20T08:00:00Z' }])
  const sessions = await asPerson('GET', '/v1/sign-in/sessions')
  expect(sessions.body.data.map(({ method }) => method)).toEqual(['link', 'passkey'])

  const renamed = await asPerson('PATCH', `${PATH}/${made.body.id}`, { name: 'Work laptop' })
  expect([renamed.status, renamed.body.name]).toEqual([200, 'Work laptop'])
  const unnamed = await asPerson('PATCH', `${PATH}/${made.body.id}`, { name: '' })
  expect([unnamed.status, unnamed.body.errors[0].pointer]).toEqual([422, '/name'])
  const { cookie: stranger } = await joinMember(server, { email: 'eve@example.com' })
  const asEve = asPage(server, stranger)
  const taken = await asEve('PATCH', `${PATH}/${made.body.id}`, { name: 'Mine' })
  expect([taken.status, taken.body.code]).toEqual([404, 'not_found'])
  expect((await asPerson('GET', PATH)).body.data.map(({ name }) => name)).toEqual(['Work laptop'])
  expect((await asPerson('DELETE', `${PATH}/${made.body.id}`)).status).toBe(204)
  expect((await asPerson('DELETE', `${PATH}/${made.body.id}`)).status).toBe(404)
  expect((await asPerson('GET', PATH)).body.data).toEqual([])
})

test('a replayed response and one of another site sign nobody in', async () => {
  const { cookie } = await joinMember(server, { email: 'bob@example.com' })
  const asPerson = asPage(server, cookie)
  const authenticator = createSoftwareAuthenticator()
  const { challengeId, options } = begunBy(await asPerson('POST', `${PATH}/registration-options`))
  const input = { challengeId, name: 'Phone', response: authenticator.register(options) }
  expect((await asPerson('POST', PATH, input)).status).toBe(201)
  const again = await asPerson('POST', PATH, input)
  expect([again.status, again.body.errors[0].pointer]).toEqual([422, '/response'])

  const signing = await beginSignIn()
  const body = {
    challengeId: signing.challengeId,
    response: authenticator.signIn(signing.options),
  }
  const foreign = await server.call('POST', `${PATH}/verify`, {
    key: null,
    body,
    from: newAddress(),
    headers: { origin: 'https://evil.example' },
  })
  expect(foreign.status).toBe(401)
  expect((await asStranger('/verify', body)).status).toBe(200)
  const replayed = await asStranger('/verify', body)
  expect([replayed.status, replayed.body.code]).toEqual([401, 'sign_in_invalid'])
})

test('registering and deleting passkeys needs a recent sign-in', async () => {
  const own = await openTestApp()
  const { cookie } = await joinMember(own, { email: 'old@example.com' })
  own.clock.moveTo(own.clock.nowEpochMilliseconds() + 3_600_000)
  const asPerson = asPage(own, cookie)
  const code = async (method: string, path: string, body?: object) =>
    (await asPerson(method, path, body)).body.code
  const deleted = `${PATH}/psk_01kqs3v7m8e2f4g6h8j0k2m4n6`
  expect(await code('POST', `${PATH}/registration-options`)).toBe('recent_sign_in_required')
  expect(await code('DELETE', deleted)).toBe('recent_sign_in_required')
  expect((await asPerson('GET', PATH)).status).toBe(200)
  await own.close()
})

test('every documented answer of these calls was seen', async () => {
  const { cookie } = await joinMember(server, { email: 'seen@example.com' })
  const asPerson = asPage(server, cookie)
  expect((await asPerson('GET', `${PATH}?limit=0`)).status).toBe(422)
  expect((await asPerson('POST', PATH, {})).status).toBe(422)
  expect((await asStranger('/verify', {})).status).toBe(422)
  const twice = async (send: (headers: Record<string, string>) => Promise<Got>) => {
    const sent = [0, 1].map(() => send({ 'idempotency-key': 'at-once' }))
    expect((await Promise.all(sent)).map(({ status }) => status)).toContain(409)
  }
  const id = { from: newAddress() }
  const authenticator = createSoftwareAuthenticator()
  const { challengeId, options } = begunBy(await asPerson('POST', `${PATH}/registration-options`))
  const made = { challengeId, name: 'Laptop', response: authenticator.register(options) }
  const signing = { challengeId: 'x', response: authenticator.signIn(options) }
  await twice((headers) => asPerson('POST', `${PATH}/registration-options`, undefined, { headers }))
  await twice((headers) => asPerson('POST', PATH, made, { headers }))
  await twice((headers) =>
    asPage(server, '')('POST', `${PATH}/options`, undefined, { ...id, headers }),
  )
  await twice((headers) =>
    asPage(server, '')('POST', `${PATH}/verify`, signing, { ...id, headers }),
  )
  const wrongKey = { headers: { 'idempotency-key': '' } }
  for (const path of ['registration-options', 'options']) {
    const wrong = await asPerson('POST', `${PATH}/${path}`, undefined, { ...wrongKey, ...id })
    expect(wrong.status).toBe(422)
  }
  expect(server.call.unseen('Passkeys', REFUSED_ALIKE)).toEqual([])
})
