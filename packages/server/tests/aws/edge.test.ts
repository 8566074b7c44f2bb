import { afterEach, expect, test } from 'vitest'
import { openHttpFunction } from '../../src/composition/aws/http.ts'
import { CREDENTIALS, REGION } from '../support/aws-server.ts'
import { answerOf, eventOf } from './support/api-gateway.ts'
import { startSecretsManager } from './support/aws-services.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** The HTTP function, as an instance that starts with the first of these values of its secret. */
async function instance(values: { current: string; previous?: string }, required = 'on') {
  const secrets = { 'arn:server-key': 'ab'.repeat(32), 'arn:edge': values.current }
  const previous: Record<string, string> = {}
  if (values.previous !== undefined) previous['arn:edge'] = values.previous
  const server = await startSecretsManager(secrets, previous)
  closing.push(() => server.stop())
  const handler = await openHttpFunction({
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: server.endpoint,
    // Nothing listens there: a request that is refused must not reach the table.
    AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9',
    HOLDFAST_DYNAMODB_TABLE: 'holdfast',
    HOLDFAST_PUBLIC_URL: 'https://book.example.com',
    HOLDFAST_LOG_LEVEL: 'silent',
    HOLDFAST_SERVER_KEY_SECRET: 'arn:server-key',
    HOLDFAST_EDGE_SECRET: 'arn:edge',
    HOLDFAST_REQUIRE_EDGE: required,
  })
  const ask = async (edge?: string, path = '/healthz') => {
    const headers = {
      'x-request-id': 'r-1',
      ...(edge !== undefined && { 'x-holdfast-edge': edge }),
    }
    const answer = answerOf(await handler(eventOf({ method: 'GET', path, headers })))
    return { ...answer, headers: Object.fromEntries(answer.headers) }
  }
  /** Puts a new value into the secret, as an operator does. */
  const rotateTo = (value: string): void => {
    previous['arn:edge'] = secrets['arn:edge']
    secrets['arn:edge'] = value
  }
  const statusOf = async (edge?: string) => (await ask(edge)).status
  return { ask, statusOf, rotateTo, withdrawPrevious: () => delete previous['arn:edge'] }
}

test('a request without the header of the distribution is refused with a problem, on every path', async () => {
  const { ask } = await instance({ current: 'right' })
  for (const path of ['/healthz', '/v1/account', '/', '/nowhere']) {
    const { status, headers, bytes } = await ask(undefined, path)
    expect([path, status]).toEqual([path, 403])
    expect(JSON.parse(bytes.toString())).toEqual({
      type: '/problems/edge_required',
      title: 'Public address required',
      status: 403,
      detail:
        'The request did not come through the public address of this server. Nothing was changed.',
      code: 'edge_required',
      requestId: 'r-1',
    })
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/problem+json',
      'strict-transport-security': 'max-age=31536000',
      'x-request-id': 'r-1',
    })
  }
})

test('a wrong value is refused, and the right one is not', async () => {
  const { statusOf } = await instance({ current: 'right' })
  expect([await statusOf('wrong'), await statusOf(''), await statusOf('right')]).toEqual([
    403, 403, 200,
  ])
})

test('a running instance knows both values from the moment of a rotation', async () => {
  const { statusOf, rotateTo } = await instance({ current: 'old' })
  rotateTo('new')
  expect([await statusOf('old'), await statusOf('new'), await statusOf('old')]).toEqual([
    200, 200, 200,
  ])
})

test('a new instance knows the old value until it is withdrawn', async () => {
  const rotated = await instance({ current: 'new', previous: 'old' })
  expect([await rotated.statusOf('old'), await rotated.statusOf('new')]).toEqual([200, 200])
  const ended = await instance({ current: 'new', previous: 'old' })
  ended.withdrawPrevious()
  expect([await ended.statusOf('old'), await ended.statusOf('new')]).toEqual([403, 200])
})

test('an installation that requires no distribution answers requests from anywhere', async () => {
  const { statusOf } = await instance({ current: 'right' }, 'off')
  expect([await statusOf(), await statusOf('wrong'), await statusOf('right')]).toEqual([
    200, 200, 200,
  ])
})

test('a function that requires the distribution does not start without its secret', async () => {
  await expect(
    openHttpFunction({
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
      HOLDFAST_DYNAMODB_TABLE: 'holdfast',
      HOLDFAST_PUBLIC_URL: 'https://book.example.com',
      HOLDFAST_REQUIRE_EDGE: 'on',
    }),
  ).rejects.toThrow('HOLDFAST_EDGE_SECRET is not set. HOLDFAST_REQUIRE_EDGE=on needs it.')
})
