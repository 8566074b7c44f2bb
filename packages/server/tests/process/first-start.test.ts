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

/** Follows the link in the data folder as the page does. */
async function followLink(url: string): Promise<number> {
  const link = (await readFile(join(folder, 'first-sign-in-link'), 'utf8')).trim()
  const token = new URL(link).hash.replace('#setup=', '')
  const answer = await fetch(`${url}/v1/sign-in/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, name: 'Olga', email: 'olga@example.com' }),
  })
  return answer.status
}

test('the first API key and the link of the owner are not in a log but in files of this user', async () => {
  const port = await ownPort()
  const keyPath = join(folder, 'first-api-key')
  const linkPath = join(folder, 'first-sign-in-link')
  const read = async (path: string) => (await readFile(path, 'utf8')).trim()
  let key = ''
  let link = ''
  const first = await runServer(port, async (url) => {
    key = await read(keyPath)
    link = await read(linkPath)
    expect(await statusWith(url, key)).toBe(200)
  })
  expect(key).toMatch(/^hf_/)
  expect(link).toMatch(new RegExp(`^http://localhost:${port}/sign-in#setup=hl_\\w{49}$`))
  for (const path of [keyPath, linkPath]) {
    expect(first).toContain(path)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  }
  expect([first.includes(key), first.includes(link)]).toEqual([false, false])
  expect(first).toContain(`http://localhost:${port}/ada-berger/check-up`)

  // Until there is an owner, each start makes another link.
  const second = await runServer(port, async (url) => {
    expect(await statusWith(url, key)).toBe(200)
    expect(await read(linkPath)).not.toBe(link)
    expect(await followLink(url)).toBe(200)
  })
  expect(second).toContain(linkPath)
  expect(second).not.toMatch(/h[fl]_/)
  await rm(linkPath)
  const third = await runServer(port, async () => undefined)
  expect(third).toContain(`http://localhost:${port}/dashboard`)
  expect(third).not.toContain('first-sign-in-link')
  await expect(stat(linkPath)).rejects.toThrow('ENOENT')
})

test('a misspelled setting is named at the start', async () => {
  const output = await runServer(await ownPort(), async () => undefined)
  expect(output).toContain(
    'HOLDFAST_SMTP_ULR is not a setting of Holdfast and has no effect. Did you mean HOLDFAST_SMTP_URL?\n',
  )
})
