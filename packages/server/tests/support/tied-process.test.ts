import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { enginesOn } from '../../src/adapters/dynamodb-local/engine-process.ts'
import { until } from './until.ts'

const ENGINES = new URL('./dynamodb.ts', import.meta.url).href
const MODULE = new URL('./tied-process.ts', import.meta.url).href

test.each([
  ['stop()', 'stop()'],
  ['end(SIGKILL)', "end('SIGKILL')"],
])(
  'a program that has nothing left to do but %s waits until the process has ended',
  async (_, call) => {
    const program = `
    import { mkdtemp, rm } from 'node:fs/promises'
    import { tmpdir } from 'node:os'
    import { join } from 'node:path'
    import { startTied } from ${JSON.stringify(MODULE)}
    const folder = await mkdtemp(join(tmpdir(), 'tied-'))
    const options = { command: 'sleep', args: ['600'], folder, lastSignal: 'SIGKILL' }
    const tied = await startTied(options)
    await tied.${call}
    await rm(folder, { recursive: true, force: true })
    try {
      process.kill(tied.pid, 0)
      console.log('runs')
    } catch {
      console.log('has ended')
    }`
    const args = ['--input-type=module', '--eval', program]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    expect(stdout).toBe('has ended\n')
  },
)

test.each([
  ['ends without stopping it', 'process.exit()'],
  ['is killed with SIGKILL', "process.kill(process.pid, 'SIGKILL')"],
])(
  'a DynamoDB engine of a test ends with its worker, and with its folder, when the worker %s',
  async (_, end) => {
    const program = `
    import { startTestEngine } from ${JSON.stringify(ENGINES)}
    const { folder } = await startTestEngine('dynamodb')
    console.log(folder)
    ${end}`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    await until('the engine has ended', async () => {
      const engines = await enginesOn(join(line, 'dynamodb.sqlite'))
      return engines.length === 0 && !existsSync(line)
    })
  },
)
