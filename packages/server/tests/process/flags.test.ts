import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { runCommand } from '../support/command.ts'

// The data folder does not exist: an answer must not open or create a store.
const SETTINGS = { HOLDFAST_DATA_DIR: '/nonexistent/holdfast' }

test.each([
  ['node', 'npm start'],
  ['doctor', 'npm run doctor'],
  ['backup', 'npm run backup'],
  ['compact', 'npm run compact'],
  ['dead-letters', 'npm run dead-letters'],
  ['restore', 'npm run restore'],
  ['search-index', 'npm run search-index'],
  ['server-key', 'npm run server-key'],
  ['vault', 'npm run vault'],
] as const)(
  '%s answers --help and --version, and does nothing else',
  async (entrypoint, command) => {
    const help = await runCommand(entrypoint, SETTINGS, '--help')
    expect([help.exitCode, help.notices]).toEqual([0, ''])
    expect(help.report).toMatch(new RegExp(`^Usage: ${command}`))
    expect(await runCommand(entrypoint, SETTINGS, '--version')).toEqual({
      exitCode: 0,
      report: `${manifest.version}\n`,
      notices: '',
    })
  },
)

test('an unknown argument of the server is rejected with its usage', async () => {
  const { exitCode, notices } = await runCommand('node', SETTINGS, '--port', '80')
  expect([exitCode, notices]).toEqual([1, expect.stringMatching(/^Usage: npm start\n/)])
})
