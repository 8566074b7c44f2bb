import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type RunResult, runSteps, type Step } from './run-steps.ts'

/** Whether a process runs; one that ended but was not yet collected does not. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const status = `/proc/${pid}/status`
  return !existsSync(status) || !/^State:\tZ/m.test(readFileSync(status, 'utf8'))
}

/** A folder with these files, removed after the test. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-steps-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

/** Runs steps; answers the result and what was printed. */
async function run(
  steps: readonly Step[],
  repeatFailed = false,
): Promise<RunResult & { readonly lines: readonly string[] }> {
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  const result = await runSteps(steps, { repeatFailed, print, vitestOutput: 'ignore' })
  return { ...result, lines: lines.map((line) => line.replace(/ +\d+\.\d s/, '')) }
}

const program = (title: string, ...args: readonly string[]): Step => ({
  title,
  args,
  secondsMax: 60,
})

/** Vitest in that folder alone, as a project named `planted`. */
function vitestIn(folder: string): Step {
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `export default { test: { name: 'planted', root: ${JSON.stringify(folder)}, globals: true, isolate: false, include: ['*.test.mjs'] } }`,
  )
  const config = join(folder, 'vitest.config.mjs')
  return {
    title: 'planted tests',
    args: ['node_modules/vitest/vitest.mjs', 'run', `--config=${config}`],
    secondsMax: 60,
    tests: { projects: [], paths: [] },
  }
}

/** Blocks its thread for good. */
const BLOCK = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'
const PASSING = "test('a slot is free', () => {})"
const FAILING = "test('a slot is taken', () => { throw new Error('it is free') })"
/** Fails when it runs for the first time in its folder, and passes from then on. */
const FLAKY = `
import { existsSync, writeFileSync } from 'node:fs'
test('a slot is held', () => {
  const mark = new URL('mark', import.meta.url)
  const isFirst = !existsSync(mark)
  writeFileSync(mark, '')
  expect(isFirst).toBe(false)
})`

test('a program that fails counts as a failure and does not keep the next ones from running', async () => {
  const { tally, lines } = await run([
    program('one that fails', '-e', "console.log('no'); process.exit(3)"),
    program('one that passes', '-e', "console.log('yes')"),
    program('the next', '-e', "console.log('yes, too')"),
  ])
  expect(tally).toEqual({ passed: 0, failed: 1 })
  // Two run at once, so any of them may end first.
  expect(lines.slice(0, 3).sort()).toEqual([
    '\n── one that fails\nno',
    '\n── one that passes\nyes',
    '\n── the next\nyes, too',
  ])
  expect(lines.slice(3)).toEqual([
    '',
    'FAIL  one that fails',
    '    exit code 3',
    'ok  one that passes',
    'ok  the next',
  ])
})

test('a program that hangs is killed with all that it started, and counts as a failure', async () => {
  const folder = folderWith({
    // Blocks in a child of its own, as a test worker may do.
    'hang.mjs': `import { spawn } from 'node:child_process'
      import { writeFileSync } from 'node:fs'
      const child = spawn(process.execPath, ['-e', ${JSON.stringify(BLOCK)}])
      writeFileSync(process.argv[2], String(child.pid))`,
  })
  const pidFile = join(folder, 'pid')
  const step = { ...program('hang', join(folder, 'hang.mjs'), pidFile), secondsMax: 2 }
  const { tally, lines } = await run([step])
  expect(tally).toEqual({ passed: 0, failed: 1 })
  expect(lines.at(-1)).toBe('    not done after 2 s, killed')
  const pid = Number(readFileSync(pidFile, 'utf8'))
  await expect.poll(() => isAlive(pid)).toBe(false)
})

test('the tests of every file are counted, and a file that does not load is a failure', async () => {
  const folder = folderWith({
    'passes.test.mjs': PASSING,
    'fails.test.mjs': `${PASSING}\n${FAILING}`,
    'lost.test.mjs': "import './nowhere.mjs'",
    'hooks.test.mjs': `${PASSING}\nafterAll(() => { throw new Error('the engine did not stop') })`,
  })
  const { tally, lines } = await run([vitestIn(folder)])
  expect(tally).toEqual({ passed: 3, failed: 3 })
  const failures = lines.filter((line) => line.startsWith('    ['))
  expect(failures.map((line) => line.replace(/\S+\//, '')).sort()).toEqual([
    '    [planted] fails.test.mjs: a slot is taken',
    '    [planted] hooks.test.mjs',
    '    [planted] lost.test.mjs',
  ])
  expect(lines.join('\n')).toContain('the engine did not stop')
})

test('an error that no test caught fails the run', async () => {
  const folder = folderWith({
    'stray.test.mjs': `test('a slot is free', async () => {
      Promise.reject(new Error('nobody waits for this'))
      await new Promise((resolve) => setTimeout(resolve, 10))
    })`,
  })
  const { tally, lines } = await run([vitestIn(folder)], true)
  expect(tally).toEqual({ passed: 1, failed: 1 })
  expect(lines.join('\n')).toContain('nobody waits for this')
})

test('a run of no tests at all counts as a failure', async () => {
  const { tally, lines } = await run([vitestIn(folderWith({}))])
  expect(tally).toEqual({ passed: 0, failed: 1 })
  expect(lines.at(-1)).toBe('    exit code 1 without a failed test')
})

test('a run that dies after a failure counts both, and names the file that ran', async () => {
  const folder = folderWith({
    // One worker takes the larger file first.
    'fails.test.mjs': `${FAILING}\n//${'-'.repeat(1000)}`,
    // It has no result of its own: Vitest may report one before it has reported that the test is ready.
    'dies.test.mjs': "test('a slot is free', () => new Promise(() => {}))",
    // Not killed by the test: Vitest hears of a result some milliseconds after its worker has gone on.
    'killer.mjs': `export default class {
      onTestCaseReady({ module }) {
        if (module.moduleId.endsWith('dies.test.mjs')) process.kill(process.pid, 'SIGKILL')
      }
    }`,
  })
  const step = vitestIn(folder)
  const args = ['--maxWorkers=1', `--reporter=${join(folder, 'killer.mjs')}`]
  const { tally, lines } = await run([{ ...step, args: [...step.args, ...args] }])
  expect(tally).toEqual({ passed: 0, failed: 2 })
  expect(lines.at(-1)).toMatch(/^ {4}killed by SIGKILL; running: \[planted\] .*dies\.test\.mjs$/)
})

test('a test file that hangs is named when the run is killed', async () => {
  const folder = folderWith({ 'hangs.test.mjs': `test('a slot is free', () => { ${BLOCK} })` })
  const { tally, lines } = await run([{ ...vitestIn(folder), secondsMax: 6 }], true)
  expect(tally).toEqual({ passed: 0, failed: 1 })
  expect(lines.at(-1)).toMatch(
    /^ {4}not done after 6 s, killed; running: \[planted\] .*hangs\.test\.mjs$/,
  )
})

test('a file that fails once passes the run when it is repeated, and is listed as flaky', async () => {
  const folder = folderWith({ 'flaky.test.mjs': FLAKY, 'passes.test.mjs': PASSING })
  const { tally, flaky } = await run([vitestIn(folder)], true)
  expect(tally).toEqual({ passed: 2, failed: 0 })
  expect(flaky).toEqual([
    expect.stringMatching(/^flaky: \[planted\] \S+flaky\.test\.mjs: a slot is held$/),
  ])
})

test('a file that fails twice fails the run', async () => {
  const folder = folderWith({ 'flaky.test.mjs': FLAKY, 'fails.test.mjs': FAILING })
  const { tally, flaky } = await run([vitestIn(folder)], true)
  expect(tally).toEqual({ passed: 1, failed: 1 })
  expect(flaky).toHaveLength(1)
})

test('no file is repeated unless that is asked for', async () => {
  const folder = folderWith({ 'flaky.test.mjs': FLAKY })
  const { tally, flaky } = await run([vitestIn(folder)])
  expect({ tally, flaky }).toEqual({ tally: { passed: 0, failed: 1 }, flaky: [] })
})

test('many files that fail are not repeated: they share a reason that is no accident', async () => {
  const names = [1, 2, 3, 4, 5, 6].map((number) => `fails-${number}.test.mjs`)
  const folder = folderWith(Object.fromEntries(names.map((name) => [name, FAILING])))
  const { tally, lines } = await run([vitestIn(folder)], true)
  expect(tally).toEqual({ passed: 0, failed: 6 })
  expect(lines.filter((line) => line.includes('once more'))).toEqual([])
})

test('tests that did not run are counted apart, and a step has its own variables', async () => {
  const folder = folderWith({
    'engine.test.mjs': `test.skip('a slot is free', () => {})
      test('a slot is held', () => expect(process.env.PLANTED_ENGINE).toBe('sqlite'))`,
  })
  const { tally, files } = await run([{ ...vitestIn(folder), env: { PLANTED_ENGINE: 'sqlite' } }])
  expect(tally).toEqual({ passed: 1, failed: 0 })
  expect(files.map(({ passed, skipped }) => [passed, skipped])).toEqual([[1, 1]])
})
