import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { closingLine, failuresOf, runSteps, sumTallies, tallyVitest } from './run-steps.ts'

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

const file = (status: string, ...tests: readonly string[]) => ({
  name: 'claims.test.ts',
  status,
  assertionResults: tests.map((test) => ({ fullName: 'a night is sold once', status: test })),
})

test('passed and failed tests are counted', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [file('passed', 'passed', 'passed'), file('failed', 'passed', 'failed')],
  }
  expect(tallyVitest(report, 1)).toEqual({ passed: 3, failed: 1 })
})

test('a test file that does not load counts as a failure', () => {
  const report = {
    numPassedTests: 2,
    numFailedTests: 0,
    testResults: [file('passed', 'passed', 'passed'), file('failed')],
  }
  expect(tallyVitest(report, 1)).toEqual({ passed: 2, failed: 1 })
})

test('a run that exits with an error but names no failed test counts as a failure', () => {
  const report = { numPassedTests: 1, numFailedTests: 0, testResults: [file('passed', 'passed')] }
  expect(tallyVitest(report, 1)).toEqual({ passed: 1, failed: 1 })
})

test('a run of no tests at all counts as a failure', () => {
  const report = { numPassedTests: 0, numFailedTests: 0, testResults: [] }
  expect(tallyVitest(report, 0)).toEqual({ passed: 0, failed: 1 })
})

test('a run that died before it reported counts as a failure', () => {
  expect(tallyVitest(undefined, 0)).toEqual({ passed: 0, failed: 1 })
})

test('what failed is named with the first lines of its message, also a file that does not load', () => {
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      file('passed', 'passed'),
      {
        ...file('failed'),
        assertionResults: [
          {
            fullName: 'a night is sold once',
            status: 'failed',
            failureMessages: ['expected 2 to be 1\n1\n2\n3\n4\n5\n6'],
          },
        ],
      },
      { ...file('failed'), name: 'slots.test.ts', message: 'Cannot find module' },
    ],
  }
  expect(failuresOf(report)).toEqual([
    '    claims.test.ts: a night is sold once',
    '      expected 2 to be 1',
    '      1',
    '      2',
    '      3',
    '      4',
    '      5',
    '    slots.test.ts',
    '      Cannot find module',
  ])
})

test('the closing line adds up every run', () => {
  const sum = sumTallies([
    { passed: 400, failed: 0 },
    { passed: 12, failed: 2 },
  ])
  expect(closingLine(sum)).toBe('412 passed, 2 failed')
})

test('a step that fails does not keep the ones after it from running, each in its time zone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-steps-'))
  try {
    const script = join(folder, 'zone.mjs')
    // 12:00 UTC on 27 April 2026 is 08:00 in New York and 01:00 the next day in Apia.
    writeFileSync(
      script,
      'process.exit(new Date(Date.UTC(2026, 3, 27, 12)).getHours() === Number(process.argv[2]) ? 0 : 1)',
    )
    const step = (timeZone: string, hour: number) => ({
      title: `${hour} in ${timeZone}`,
      args: [script, String(hour)],
      timeZone,
      secondsMax: 60,
      isVitest: false,
    })
    const lines: string[] = []
    const tally = await runSteps(
      [step('UTC', 13), step('UTC', 12), step('America/New_York', 8), step('Pacific/Apia', 1)],
      (line) => lines.push(line),
    )
    expect(tally).toEqual({ passed: 0, failed: 1 })
    expect(lines.slice(-4).map((line) => line.replace(/ +\d+\.\d s/, ''))).toEqual([
      'FAIL  13 in UTC',
      'ok  12 in UTC',
      'ok  8 in America/New_York',
      'ok  1 in Pacific/Apia',
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a step that hangs is ended with all that it started, and counts as a failure', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-steps-'))
  try {
    const script = join(folder, 'hang.mjs')
    const pidFile = join(folder, 'pid')
    // Loops in a child of its own, as a test worker does.
    writeFileSync(
      script,
      `import { spawn } from 'node:child_process'
      import { writeFileSync } from 'node:fs'
      const child = spawn(process.execPath, ['-e', 'for (;;);'])
      writeFileSync(process.argv[2], String(child.pid))`,
    )
    const step = { title: 'hang', args: [script, pidFile], secondsMax: 3, isVitest: false }
    expect(await runSteps([step], () => {})).toEqual({ passed: 0, failed: 1 })
    const pid = Number(readFileSync(pidFile, 'utf8'))
    await expect.poll(() => isAlive(pid)).toBe(false)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
