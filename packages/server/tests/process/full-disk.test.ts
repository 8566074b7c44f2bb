import { spawnSync } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

const KEY = 'hf_test_of_a_server_whose_disk_is_full'
const MOUNT = 'mount -t tmpfs -o size=8m tmpfs "$0" && exec "$@"'

/** The command that gives a program a disk of 8 MB at a folder. Only the program sees it, as no other has this namespace. */
const withDisk = (folder: string) => ['unshare', '-Urm', 'sh', '-c', MOUNT, folder]

let folder: string
let server: ServerProcess
const canMount = ((): boolean => {
  const [command = '', ...rest] = [...withDisk(tmpdir()), 'true']
  return process.platform === 'linux' && spawnSync(command, rest).status === 0
})()

if (!canMount) process.stderr.write('not run: a full disk needs Linux with user namespaces\n')

describe.runIf(canMount)('a server whose disk is full', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-full-disk-'))
    server = await startServerProcess({
      engine: 'sqlite',
      dataDir: folder,
      apiKey: KEY,
      sweeper: false,
      command: withDisk(folder),
    })
  })
  afterAll(async () => {
    await server?.kill()
    await rm(folder, { recursive: true, maxRetries: 5 })
  })

  const status = async (method: string, path: string, body?: object): Promise<number> => {
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    await answer.arrayBuffer()
    return answer.status
  }
  const write = () => status('POST', '/v1/providers', { name: 'Ada', timeZone: 'UTC' })

  /** Fills the disk of the server to its last byte. */
  async function fill(): Promise<string> {
    const file = join(`/proc/${server.pid}/root`, folder, 'filler')
    const handle = await open(file, 'w')
    try {
      for (const size of [65_536, 1]) {
        while (
          await handle.write(Buffer.alloc(size)).then(
            () => true,
            () => false,
          )
        );
      }
    } finally {
      await handle.close()
    }
    return file
  }
  const linesWith = (text: string) =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes(text))

  test('is not ready from the first refused write on, and ready again once there is space', async () => {
    expect([await write(), await status('GET', '/readyz')]).toEqual([201, 200])
    const filler = await fill()
    // The log may have room for a few more.
    let last = 201
    for (let writes = 0; last === 201 && writes < 200; writes += 1) last = await write()
    expect(last).toBe(503)
    expect([await write(), await status('GET', '/readyz')]).toEqual([503, 503])
    // What needs no space goes on.
    expect(await status('GET', '/healthz')).toBe(200)
    expect(await status('GET', '/v1/providers')).toBe(200)
    expect(linesWith('cannot be written: database or disk is full')).toHaveLength(1)
    await rm(filler)
    expect([await status('GET', '/readyz'), await write()]).toEqual([200, 201])
    expect(linesWith('can be written again')).toHaveLength(1)
  })
})
