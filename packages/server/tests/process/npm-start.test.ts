import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { childEnv } from '../support/child-env.ts'
import { runCommand } from '../support/command.ts'
import { ownPort } from '../support/own-port.ts'
import { until } from '../support/until.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
// The first start builds the pages.
const START_MILLISECONDS = 90_000

test('a signal to the process of npm start drains and stops the server before npm exits', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-npm-start-'))
  const port = await ownPort()
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...childEnv(), PORT: String(port), HOLDFAST_DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let output = ''
  npm.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const exited = once(npm, 'exit') as Promise<[number | null]>
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until('the server answers', answers, START_MILLISECONDS)
  npm.kill('SIGTERM')
  const [exitCode] = await exited
  // Not only npm has ended: the server has written its last line, and nobody listens.
  expect([exitCode, await answers()]).toEqual([0, false])
  expect(output).toContain('"msg":"stopped"')
  await rm(folder, { recursive: true, maxRetries: 5 })
})

test('where the shell has no exec, its stand-in runs the command and exits with its code', async () => {
  expect(await runCommand('exec', {}, 'node', '-e', 'console.log(7); process.exit(3)')).toEqual({
    exitCode: 3,
    report: '7\n',
    notices: '',
  })
})
