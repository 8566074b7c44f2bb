import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

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
