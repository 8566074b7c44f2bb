import { execFile, execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type OpenApi, operationsOf } from '@holdfast/site/openapi'
import { TYPESCRIPT_PREAMBLE } from '@holdfast/site/reference-pages'
import { type SampleRequest, targetOf } from '@holdfast/site/sample-request'
import { type Sample, samplesOf } from '@holdfast/site/samples'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEY, openTestApp, type TestApp } from '../http/support/app.ts'
import { childEnv } from '../support/child-env.ts'
import { deepTest, IS_DEEP } from '../support/depth.ts'
import { type Recorded, recordRequests } from './recording-server.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const TIMEOUT_MILLISECONDS = 600_000
const OPERATOR_KEY = 'operator-key-of-the-samples-of-the-docs'
const METRICS_TOKEN = 'metrics-token-of-the-samples'

let server: TestApp
let documented: OpenApi
let folder: string
beforeAll(async () => {
  server = await openTestApp({
    settings: { operatorKey: OPERATOR_KEY, metricsToken: METRICS_TOKEN },
  })
  documented = JSON.parse((await server.call('GET', '/openapi.json', { key: null })).text)
  folder = await mkdtemp(join(tmpdir(), 'holdfast-samples-'))
  for (const { request } of allSamples()) {
    const { name, text = '' } = request.file ?? {}
    if (name === undefined) continue
    await writeFile(join(folder, name), text)
  }
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const allSamples = () =>
  operationsOf(documented).flatMap((placed) => {
    const found = samplesOf(placed)
    return found === undefined ? [] : [found]
  })

const codeIn = (samples: readonly Sample[], title: string): string =>
  samples.find((sample) => sample.title === title)?.code ?? ''

/** What the samples of a request send, in every language. */
const expectedOf = (request: SampleRequest) => ({
  method: request.method,
  target: targetOf(request),
  authorization: request.credential && `Bearer the ${request.credential}`,
  contentType:
    request.file?.mediaType ?? (request.body === undefined ? undefined : 'application/json'),
  headers: request.headers,
  body: request.file?.text ?? request.body,
})

/** A recorded request in the same form. */
function comparable(recorded: Recorded, { body: wanted, headers }: SampleRequest) {
  const { method, target, body } = recorded
  const contentType = recorded.headers['content-type']?.split(';')[0]
  return {
    method,
    target: decodeURIComponent(target),
    authorization: recorded.headers.authorization,
    contentType,
    headers: Object.fromEntries(
      Object.keys(headers).map((name) => [name, recorded.headers[name.toLowerCase()]]),
    ),
    body: wanted === undefined ? body || undefined : JSON.parse(body),
  }
}

const ENVIRONMENT = {
  HOLDFAST_KEY: 'the HOLDFAST_KEY',
  HOLDFAST_OPERATOR_KEY: 'the HOLDFAST_OPERATOR_KEY',
  HOLDFAST_METRICS_TOKEN: 'the HOLDFAST_METRICS_TOKEN',
  HOLDFAST_CUSTOMER_TOKEN: 'the HOLDFAST_CUSTOMER_TOKEN',
}

/** Whether a program starts on this machine. */
function isInstalled(program: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A test of the deep run that needs a program. Without it, the test is skipped, and its name says so. */
function deepTestWith(
  [program, ...args]: readonly [string, ...string[]],
  name: string,
  run: () => Promise<void>,
  timeoutMilliseconds: number,
): void {
  if (!IS_DEEP) return
  const found = isInstalled(program, ...args)
  const fullName = found ? name : `${name} (skipped: ${program} is not installed)`
  test.skipIf(!found)(fullName, run, timeoutMilliseconds)
}

/** What a program printed. */
interface Output {
  readonly stdout: string
}

/** The numbers of the answers that a program printed, which the recording server counts from 1. */
const answersIn = ({ stdout }: Output): readonly number[] =>
  [...stdout.matchAll(/["']answer["']: ?(\d+)/g)].map(([, number]) => Number(number))

const numbersOf = (all: readonly unknown[]): readonly number[] => all.map((_, index) => index + 1)

/** Runs one program and expects that it sends exactly the documented requests, in the order of the document. */
async function expectSent(
  run: (env: NodeJS.ProcessEnv) => Promise<Output>,
  requests: readonly SampleRequest[],
): Promise<Output> {
  const recorder = await recordRequests()
  try {
    const env = { ...childEnv(), ...ENVIRONMENT, HOLDFAST_URL: recorder.url }
    const output = await run(env)
    expect(recorder.requests.length).toBe(requests.length)
    const sent = requests.map((request, index) => {
      const recorded = recorder.requests[index]
      return recorded && comparable(recorded, request)
    })
    expect(sent).toEqual(
      requests.map((request) => {
        const expected = expectedOf(request)
        return { ...expected, target: decodeURIComponent(expected.target) }
      }),
    )
    return output
  } finally {
    await recorder.close()
  }
}

/** Problems that mean that a request does not fit the schemas of its call. */
const MISSHAPEN = [
  'malformed_json',
  'method_not_allowed',
  'unsupported_media_type',
  'validation_failed',
]

const KEYS: Readonly<Record<string, string>> = {
  HOLDFAST_KEY: KEY,
  HOLDFAST_OPERATOR_KEY: OPERATOR_KEY,
  HOLDFAST_METRICS_TOKEN: METRICS_TOKEN,
}

test('the server understands the request of every sample', async () => {
  const refused: string[] = []
  for (const { request } of allSamples()) {
    if (request.isStream) continue
    const { method, body, file, credential, headers } = request
    const { body: answer, text } = await server.call(method, targetOf(request), {
      key: credential === undefined ? null : (KEYS[credential] ?? null),
      headers: { ...headers, ...(file && { 'content-type': file.mediaType }) },
      ...(body !== undefined && { rawBody: JSON.stringify(body) }),
      ...(file && { rawBody: file.text }),
    })
    if (MISSHAPEN.includes(String(answer.code))) refused.push(`${request.operationId}: ${text}`)
  }
  expect(refused).toEqual([])
})

const PROGRAM_MILLISECONDS = 500_000

deepTest(
  'curl sends the documented request of every sample and prints its answer',
  async () => {
    const all = allSamples()
    const file = join(folder, 'samples.sh')
    await writeFile(
      file,
      `set -e\n${all.map(({ samples }) => codeIn(samples, 'curl')).join('\n\n')}\n`,
    )
    const output = await expectSent(
      (env) =>
        promisify(execFile)('bash', [file], { env, cwd: folder, timeout: PROGRAM_MILLISECONDS }),
      all.map(({ request }) => request),
    )
    expect(answersIn(output)).toEqual(numbersOf(all))
  },
  TIMEOUT_MILLISECONDS,
)

deepTestWith(
  ['python3', '-c', 'import requests'],
  'Python sends the documented request of every sample and prints its answer',
  async () => {
    const all = allSamples()
    const file = join(folder, 'samples.py')
    await writeFile(file, all.map(({ samples }) => codeIn(samples, 'Python')).join('\n\n'))
    const output = await expectSent(
      (env) =>
        promisify(execFile)('python3', [file], { env, cwd: folder, timeout: PROGRAM_MILLISECONDS }),
      all.map(({ request }) => request),
    )
    expect(answersIn(output)).toEqual(numbersOf(all))
  },
  TIMEOUT_MILLISECONDS,
)

deepTest(
  'TypeScript sends the documented request of every sample, and its types are those of the client',
  async () => {
    // The stream of events does not end, and the client sends the key of an account only.
    const all = allSamples().filter(({ request }) => !request.isStream)
    const code = all.map(
      ({ request, samples }) =>
        `// ${request.operationId}\n{\n${codeIn(samples, 'TypeScript')}\nvoid answer\n}`,
    )
    const name = join(
      ROOT,
      'packages/client/src',
      `samples-of-the-docs-${process.pid}.generated.ts`,
    )
    const text = `${TYPESCRIPT_PREAMBLE.replace("'@holdfast/client'", "'./index.ts'")}${code.join('\n')}\n`
    await writeFile(name, text)
    try {
      await expectSent(
        (env) =>
          promisify(execFile)(process.execPath, [name], {
            env,
            cwd: folder,
            timeout: PROGRAM_MILLISECONDS,
          }),
        all.map(({ request }) => ({
          ...request,
          credential: request.credential && 'HOLDFAST_KEY',
        })),
      )
      const tsc = join(ROOT, 'node_modules/.bin/tsc')
      const options = [
        '--ignoreConfig',
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        '--allowImportingTsExtensions',
        '--module',
        'nodenext',
        '--target',
        'es2024',
        '--types',
        'node',
        name,
      ]
      await promisify(execFile)(tsc, options, { cwd: ROOT, timeout: PROGRAM_MILLISECONDS })
    } finally {
      await rm(name)
    }
  },
  TIMEOUT_MILLISECONDS,
)

deepTestWith(
  ['php', '-r', 'curl_init();'],
  'PHP sends the documented request of every sample and prints its answer',
  async () => {
    const all = allSamples()
    const file = join(folder, 'samples.php')
    const code = all.map(({ samples }) => codeIn(samples, 'PHP').replace(/^<\?php\n/, ''))
    await writeFile(file, `<?php\n${code.join('\n')}\n`)
    const output = await expectSent(
      (env) =>
        promisify(execFile)('php', [file], { env, cwd: folder, timeout: PROGRAM_MILLISECONDS }),
      all.map(({ request }) => request),
    )
    expect(answersIn(output)).toEqual(numbersOf(all))
  },
  TIMEOUT_MILLISECONDS,
)

deepTestWith(
  ['go', 'version'],
  'Go sends the documented request of every sample and prints its answer; gofmt changes none',
  async () => {
    const all = allSamples()
    const module = join(folder, 'go')
    await mkdir(module)
    await writeFile(join(module, 'go.mod'), 'module samples\n')
    // One program of all samples: Go compiles it once, and still checks the imports of each file.
    for (const { request, samples } of all) {
      const code = codeIn(samples, 'Go').replace('func main() {', `func ${request.operationId}() {`)
      await writeFile(join(module, `${request.operationId}.go`), `${code}\n`)
    }
    const calls = all.map(({ request }) => `\t${request.operationId}()\n`)
    await writeFile(join(module, 'main.go'), `package main\n\nfunc main() {\n${calls.join('')}}\n`)
    const go = (program: string, args: readonly string[], env = process.env) =>
      promisify(execFile)(program, args, { cwd: module, env, timeout: PROGRAM_MILLISECONDS })
    expect((await go('gofmt', ['-l', '.'])).stdout).toBe('')
    await go('go', ['vet', '.'])
    await go('go', ['build', '-o', 'samples', '.'])
    const output = await expectSent(
      (env) =>
        promisify(execFile)(join(module, 'samples'), [], {
          env,
          cwd: folder,
          timeout: PROGRAM_MILLISECONDS,
        }),
      all.map(({ request }) => request),
    )
    expect(answersIn(output)).toEqual(numbersOf(all))
  },
  TIMEOUT_MILLISECONDS,
)
