import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { childEnv } from '../support/child-env.ts'
import { ownPort } from '../support/own-port.ts'

const SERVER = fileURLToPath(new URL('../../src/entrypoints/node.ts', import.meta.url))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-first-start-'))
})
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }))

/** Starts a server with its output in a pipe, asks it, and stops it. Returns its output. */
async function runServer(port: number, use: (url: string) => Promise<void>): Promise<string> {
  const child = spawn(process.execPath, [SERVER], {
    env: { ...childEnv(), PORT: String(port), HOLDFAST_DATA_DIR: folder, HOLDFAST_SMTP_ULR: 'x' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  let output = ''
  const { promise: greeted, resolve } = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('/openapi.json')) resolve()
    })
  }
  await greeted
  await use(`http://127.0.0.1:${port}`)
  child.kill('SIGTERM')
  await closed
  return output
}

const statusWith = async (url: string, key: string): Promise<number> =>
  (await fetch(`${url}/v1/account`, { headers: { authorization: `Bearer ${key}` } })).status

test('the first API key is not in a log but in a file that only this user can read', async () => {
  const port = await ownPort()
  const path = join(folder, 'first-api-key')
  let key = ''
  const first = await runServer(port, async (url) => {
    key = (await readFile(path, 'utf8')).trim()
    expect(key).toMatch(/^hf_/)
    expect(await statusWith(url, key)).toBe(200)
  })
  expect(first).toContain(path)
  expect(first).not.toContain(key)
  expect(first).toContain(`http://localhost:${port}/ada-berger/check-up`)
  expect((await stat(path)).mode & 0o777).toBe(0o600)

  const later = await runServer(port, async (url) => expect(await statusWith(url, key)).toBe(200))
  expect(later).toContain(`http://localhost:${port}/dashboard`)
  expect(later).not.toContain('hf_')
})

test('a misspelled setting is named at the start', async () => {
  const output = await runServer(await ownPort(), async () => undefined)
  expect(output).toContain(
    'HOLDFAST_SMTP_ULR is not a setting of Holdfast and has no effect. Did you mean HOLDFAST_SMTP_URL?\n',
  )
})
