import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defaultCredentials } from './credentials.ts'

/** A request to a server for credentials. */
interface Asked {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** The answer of a server, as text; undefined for 404. */
type Answer = (method: string, asked: Asked) => string | undefined

let folder: string
let server: Server | undefined
const asked: Asked[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-credentials-'))
  asked.length = 0
  // No credentials of the machine that runs the tests.
  for (const name of Object.keys(process.env).filter((each) => each.startsWith('AWS_'))) {
    vi.stubEnv(name, undefined)
  }
  vi.stubEnv('AWS_REGION', 'eu-central-1')
  vi.stubEnv('AWS_CONFIG_FILE', join(folder, 'no-config'))
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', join(folder, 'no-credentials'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  server?.closeAllConnections()
  server?.close()
  await rm(folder, { recursive: true })
})

/** Starts a server on the loopback interface; resolves with its origin. */
async function start(answer: Answer): Promise<string> {
  server = createServer(async (request, response) => {
    const one = { path: request.url ?? '', headers: request.headers, body: await text(request) }
    asked.push(one)
    const content = answer(request.method ?? '', one)
    response.writeHead(content === undefined ? 404 : 200).end(content)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function fileWith(content: string): Promise<string> {
  const path = join(folder, 'token')
  await writeFile(path, content)
  return path
}

let issued = 0
/** Credentials with the next number, as containers and instances answer them. */
const roleCredentials = (minutes: number): string => {
  issued += 1
  return JSON.stringify({
    Code: 'Success',
    Type: 'AWS-HMAC',
    AccessKeyId: `AKID${issued}`,
    SecretAccessKey: 'secret',
    Token: `session-${issued}`,
    Expiration: new Date(Date.now() + minutes * 60_000).toISOString(),
    LastUpdated: new Date().toISOString(),
  })
}
beforeEach(() => {
  issued = 0
})

const FIRST = { accessKeyId: 'AKID1', secretAccessKey: 'secret', sessionToken: 'session-1' }

test('an EC2 instance gets the credentials of its role by IMDSv2, with a session token', async () => {
  const at = '/latest/meta-data/iam/security-credentials/'
  const origin = await start((method, { path, headers }) => {
    if (method === 'PUT' && path === '/latest/api/token') return 'imds-token'
    if (headers['x-aws-ec2-metadata-token'] !== 'imds-token') return undefined
    return path === at ? 'holdfast-role' : roleCredentials(360)
  })
  vi.stubEnv('AWS_EC2_METADATA_SERVICE_ENDPOINT', origin)
  expect(await defaultCredentials()()).toMatchObject(FIRST)
  expect(asked.map(({ path }) => path)).toEqual(['/latest/api/token', at, `${at}holdfast-role`])
})

test('a container of ECS or a pod of EKS gets credentials with the token in its file, which may change', async () => {
  const origin = await start(() => roleCredentials(4))
  vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', `${origin}/v1/credentials`)
  vi.stubEnv('AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE', await fileWith('first-token'))
  expect(await defaultCredentials()()).toMatchObject(FIRST)
  await fileWith('second-token')
  await defaultCredentials()()
  expect(asked.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ['/v1/credentials', 'first-token'],
    ['/v1/credentials', 'second-token'],
  ])
})

test('a pod of EKS with a service account exchanges its web identity at STS', async () => {
  const expiration = new Date(Date.now() + 3_600_000).toISOString()
  const origin = await start(
    () => `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
      <AssumeRoleWithWebIdentityResult><Credentials><AccessKeyId>AKID1</AccessKeyId>
      <SecretAccessKey>secret</SecretAccessKey><SessionToken>session-1</SessionToken>
      <Expiration>${expiration}</Expiration></Credentials></AssumeRoleWithWebIdentityResult>
      </AssumeRoleWithWebIdentityResponse>`,
  )
  vi.stubEnv('AWS_ENDPOINT_URL_STS', origin)
  vi.stubEnv('AWS_ROLE_ARN', 'arn:aws:iam::123456789012:role/holdfast')
  vi.stubEnv('AWS_WEB_IDENTITY_TOKEN_FILE', await fileWith('web-identity'))
  expect(await defaultCredentials()()).toMatchObject(FIRST)
  expect(Object.fromEntries(new URLSearchParams(asked[0]?.body))).toMatchObject({
    Action: 'AssumeRoleWithWebIdentity',
    RoleArn: 'arn:aws:iam::123456789012:role/holdfast',
    WebIdentityToken: 'web-identity',
  })
})

test('many requests at once ask for credentials once, and valid ones are used again', async () => {
  const origin = await start(() => roleCredentials(60))
  vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', origin)
  const source = defaultCredentials()
  const given = await Promise.all(Array.from({ length: 20 }, () => source()))
  expect(new Set(given.map(({ accessKeyId }) => accessKeyId))).toEqual(new Set(['AKID1']))
  expect((await source()).accessKeyId).toBe('AKID1')
  expect(asked).toHaveLength(1)
})

test('credentials are renewed minutes before they end, while the old ones are still used', async () => {
  const origin = await start(() => roleCredentials(asked.length === 1 ? 4 : 60))
  vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', origin)
  const source = defaultCredentials()
  expect((await source()).accessKeyId).toBe('AKID1')
  // Starts the renewal, for which no request waits.
  const given = await Promise.all(Array.from({ length: 20 }, () => source()))
  expect(new Set(given.map(({ accessKeyId }) => accessKeyId))).toEqual(new Set(['AKID1']))
  await vi.waitUntil(async () => (await source()).accessKeyId === 'AKID2')
  expect(asked).toHaveLength(2)
})
