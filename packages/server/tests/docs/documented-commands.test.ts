import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { codeBlocks } from '@holdfast/site/code-blocks'
import { documentSources } from '@holdfast/site/documents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { childEnv } from '../support/child-env.ts'
import { API_KEY, type Cluster, startCluster } from '../support/cluster.ts'
import { deepTest, IS_DEEP } from '../support/depth.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const OPERATOR_KEY = 'operator-key-of-the-documented-commands'
const TIMEOUT_MILLISECONDS = 120_000

let server: Cluster | undefined
beforeAll(async () => {
  if (!IS_DEEP) return
  server = await startCluster({
    engine: 'sqlite',
    servers: 1,
    env: { HOLDFAST_OPERATOR_KEY: OPERATOR_KEY, HOLDFAST_ALLOW_PRIVATE_NETWORK: '1' },
  })
})
afterAll(() => server?.stop())

/** The marked blocks of a document as one script, which ends at the first command that fails. */
const scriptOf = (source: string): string | undefined => {
  const blocks = codeBlocks(readFileSync(join(ROOT, source), 'utf8')).filter(({ isRun }) => isRun)
  if (blocks.length === 0) return undefined
  return ['set -eo pipefail', ...blocks.map(({ code }) => code), ''].join('\n')
}

const scripts = documentSources(ROOT).flatMap((source) => {
  const script = scriptOf(source)
  return script === undefined ? [] : [{ source, script }]
})

/** Requests that documents show as refused. All others must succeed. */
const REFUSED = /"code":"(?:slot_taken|night_taken)"/g

/** What the commands of a document show, as the document says. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  'docs/quick-start.md': ['"status":"confirmed"', '"code":"slot_taken"'],
  'docs/stays.md': ['"code":"night_taken"'],
  'docs/appointments.md': ['"code":"too_far"'],
}

test('documents with marked commands are found', () => {
  const sources = scripts.map(({ source }) => source)
  expect(sources).toEqual(expect.arrayContaining(Object.keys(SHOWN)))
})

for (const { source, script } of scripts) {
  deepTest(
    `the commands in ${source} work as they are written`,
    async () => {
      const url = server?.url(0) ?? ''
      const { stdout } = await promisify(execFile)('bash', ['-c', script], {
        cwd: ROOT,
        env: {
          ...childEnv(),
          PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`,
          HOLDFAST_URL: url,
          HOLDFAST: url,
          URL: url,
          HOLDFAST_KEY: API_KEY,
          KEY: API_KEY,
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
