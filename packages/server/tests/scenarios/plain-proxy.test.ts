import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_KEY, type Cluster, startCluster } from '../support/cluster.ts'
import {
  act,
  expectStatus,
  hold,
  makeEventType,
  makeProvider,
  SUNDAY,
} from '../support/fixtures.ts'
import { createAgent, createHttpClient, type HttpClient } from '../support/http-client.ts'
import { type PlainProxy, startPlainProxy } from '../support/plain-proxy.ts'
import { USUAL_ENGINE } from '../support/stores.ts'

const PROXY_SECRET = 'the-secret-of-the-proxy'
const METRICS_TOKEN = 'metrics-token-of-the-test'

const agent = createAgent()
let cluster: Cluster
let proxy: PlainProxy
/** A visitor behind the proxy. */
let visitor: HttpClient
beforeAll(async () => {
  cluster = await startCluster({
    engine: USUAL_ENGINE,
    servers: 1,
    env: {
      HOLDFAST_RAPIDAPI_PROXY_SECRET: PROXY_SECRET,
      HOLDFAST_METRICS_TOKEN: METRICS_TOKEN,
    },
  })
  await cluster.setClock(SUNDAY)
  proxy = await startPlainProxy(cluster.url(0))
  visitor = createHttpClient(agent, () => proxy.url)
})
afterAll(async () => {
  await agent.close()
  await proxy?.close()
  await cluster?.stop()
})

/** Signs in with an API key; resolves with a client that has the session's cookie. */
async function signIn(apiKey: string): Promise<HttpClient> {
  const answer = await visitor.post('/v1/session', { apiKey })
  expectStatus(answer, 200)
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  return visitor.as({ cookie })
}

/** Creates an API key of another account on the server. */
async function keyOfAnotherAccount(): Promise<string> {
  const rapidApi = visitor.as({
    'x-rapidapi-user': 'another',
    'x-rapidapi-proxy-secret': PROXY_SECRET,
  })
  const answer = await rapidApi.post<{ secret: string }>('/v1/api-keys', { name: 'dashboard' })
  return expectStatus(answer, 201).secret
}

test('behind a proxy that does not name its client, only the owner reads stored emails', async () => {
  const provider = await makeProvider(cluster.api, { email: 'ada@example.com' })
  const eventType = await makeEventType(cluster.api, provider.id)
  const held = await hold(cluster.api, eventType.id, '2035-04-23T09:00:00Z')
  expectStatus(await act(cluster.api, held, 'confirm'), 200)
  const owner = await signIn(API_KEY)
  await expect
    .poll(async () => (await owner.get('/mailbox')).text)
    .toContain(`/manage/${held.id}#${held.manageToken}`)
  const mailbox = (await owner.get('/mailbox')).text
  const [path = ''] = /\/mailbox\/[\w.-]+\.html/.exec(mailbox) ?? []
  expect((await owner.get(path)).status).toBe(200)

  const files = ['/mailbox', path, path.replace('.html', '.eml')]
  const statuses = (client: HttpClient) =>
    Promise.all(files.map(async (file) => (await client.get(file)).status))
  expect(await statuses(visitor)).toEqual([401, 401, 401])
  expect(await statuses(visitor.as({ authorization: `Bearer ${API_KEY}` }))).toEqual([
    401, 401, 401,
  ])
  const another = await signIn(await keyOfAnotherAccount())
  expect(await statuses(another)).toEqual([200, 404, 404])
  expect((await another.get('/mailbox')).text).toContain('No emails yet.')
})

test('behind a proxy that does not name its client, metrics need the metrics token', async () => {
  expect((await visitor.get('/metrics')).status).toBe(401)
  const authorized = visitor.as({ authorization: `Bearer ${METRICS_TOKEN}` })
  expect((await authorized.get('/metrics')).text).toContain('holdfast_http_request_duration')
})
