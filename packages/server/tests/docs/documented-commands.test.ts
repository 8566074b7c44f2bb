import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { codeBlocks, runnerOf } from '@holdfast/site/code-blocks'
import { documentSources } from '@holdfast/site/documents'
import { SAMPLE_CALENDAR } from '@holdfast/site/sample-request'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { childEnv } from '../support/child-env.ts'
import { API_KEY, type Cluster, startCluster } from '../support/cluster.ts'
import { deepTest, IS_DEEP } from '../support/depth.ts'
import type { HttpClient } from '../support/http-client.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const OPERATOR_KEY = 'operator-key-of-the-documented-commands'
const TIMEOUT_MILLISECONDS = 120_000
const THIS_TEST = 'packages/server/tests/docs/documented-commands.test.ts'

let server: Cluster
let folder: string
beforeAll(async () => {
  if (!IS_DEEP) return
  folder = await mkdtemp(join(tmpdir(), 'holdfast-commands-'))
  await writeFile(join(folder, 'diary.ics'), SAMPLE_CALENDAR)
  server = await startCluster({
    engine: 'sqlite',
    servers: 1,
    env: { HOLDFAST_OPERATOR_KEY: OPERATOR_KEY, HOLDFAST_ALLOW_PRIVATE_NETWORK: '1' },
  })
  await server.setClock(new Date().toISOString())
  await openLakeside()
})
afterAll(async () => {
  await server?.stop()
  if (folder) await rm(folder, { recursive: true })
})

/** Opens the account of the document about booking pages, with its provider and event type. */
async function openLakeside(): Promise<void> {
  const operator = server.anybody.as({ authorization: `Bearer ${OPERATOR_KEY}` })
  const account = { name: 'Lakeside', slug: 'lakeside' }
  const { body } = await operator.post<{ readonly apiKey: { readonly secret: string } }>(
    '/v1/accounts',
    account,
  )
  const names = { name: 'Ada', slug: 'ada', listed: true }
  await makePractice(server.anybody.as({ 'x-api-key': body.apiKey.secret }), names, 'check-up')
}

/** What a reader has after the quick start: these variables and helpers, and a provider with an event type. */
const QUICK_START = `set -eo pipefail
AUTH="Authorization: Bearer $HOLDFAST_KEY"
id() { node -p 'JSON.parse(fs.readFileSync(0)).id'; }
day() { node -p "new Date(Date.now() + ($1) * 864e5).toISOString().slice(0, 10)"; }
monday() { day "$1 * 7 + 1 - (new Date().getUTCDay() || 7)"; }
START="$(monday 1)T09:00:00Z"
`

/** Makes a provider in Berlin and an event type of 30 minutes with the hours of the quick start. */
async function makePractice(
  api: HttpClient,
  names: Readonly<Record<string, unknown>> = { name: 'Dr. Ada' },
  slug = 'visit',
): Promise<Readonly<Record<string, string>>> {
  const make = async (path: string, body: unknown) =>
    (await api.post<{ readonly id: string }>(path, body)).body.id
  const providerId = await make('/v1/providers', { ...names, timeZone: 'Europe/Berlin' })
  const eventTypeId = await make('/v1/event-types', {
    providerId,
    slug,
    title: 'Visit',
    durationMinutes: 30,
    availabilityRules: [
      { weekday: 'monday', windows: [{ start: '09:00', end: '17:00' }] },
      { weekday: 'wednesday', windows: [{ start: '09:00', end: '12:00' }] },
    ],
  })
  return { PROVIDER: providerId, EVENT_TYPE: eventTypeId }
}

/** The marked blocks of a document as one script, which ends at the first command that fails. */
const scriptOf = (source: string): string | undefined => {
  const blocks = codeBlocks(readFileSync(join(ROOT, source), 'utf8')).filter(
    (block) => block.isRun && runnerOf(source, block) === THIS_TEST,
  )
  if (blocks.length === 0) return undefined
  return [QUICK_START, ...blocks.map(({ code }) => code), ''].join('\n')
}

const scripts = documentSources(ROOT).flatMap((source) => {
  const script = scriptOf(source)
  return script === undefined ? [] : [{ source, script }]
})

/** Requests that documents show as refused. All others must succeed. */
const REFUSED = /"code":"(?:slot_taken|night_taken)"/g

/** What the commands of a document show, as the document says. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  'README.md': ['"status":"pending"', '"holdExpiresAt":"20'],
  'docs/quick-start.md': ['"status":"confirmed"', '"code":"slot_taken"'],
  'docs/stays.md': ['"code":"night_taken"'],
  'docs/appointments.md': ['"code":"too_far"'],
  'docs/booking-pages.md': ['"available":true', '"slug":"ada"'],
  'docs/calendars.md': ['"imported":1'],
  'docs/groups.md': ['"skipped":[]'],
  'docs/payments.md': ['"checkoutUrl":"http'],
  'docs/seats.md': ['"seatsLeft":12', '"taken":2'],
  'docs/teams.md': ['"providerName":"Dr. Ana Pérez"', '"label":"Cut"', '"available":true'],
}

test('documents with marked commands are found', () => {
  const sources = scripts.map(({ source }) => source)
  expect(sources).toEqual(expect.arrayContaining(Object.keys(SHOWN)))
})

for (const { source, script } of scripts) {
  deepTest(
    `the commands in ${source} work today as they are written`,
    async () => {
      await server.setClock(new Date().toISOString())
      const { stdout } = await promisify(execFile)('bash', ['-c', script], {
        cwd: folder,
        env: {
          ...childEnv(),
          PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`,
          ...(await makePractice(server.api)),
          HOLDFAST_URL: server.url(0),
          HOLDFAST_KEY: API_KEY,
          HOLDFAST_OPERATOR_KEY: OPERATOR_KEY,
        },
      })
      const problems = stdout.replaceAll(REFUSED, '').match(/"code":"[a-z_]+","requestId"/g)
      expect(problems).toBeNull()
      for (const part of SHOWN[source] ?? []) expect(stdout).toContain(part)
    },
    TIMEOUT_MILLISECONDS,
  )
}
