import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Tests that passed and failed. */
export interface Tally {
  readonly passed: number
  readonly failed: number
}

/** One thing that is checked: a Node program and its arguments, under a time zone where that matters. */
export interface Step {
  readonly title: string
  readonly args: readonly string[]
  readonly timeZone?: string
  /** When it is ended and counted as failed: a test that hangs must not hang the run. */
  readonly secondsMax: number
  /** Its tests are counted; a run without any test is a failure. */
  readonly isVitest: boolean
}

/** Takes a line of output. */
type Print = (line: string) => void

/** The part of Vitest's JSON report that is read here. */
export interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    /** Why the file did not load. */
    readonly message?: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages?: readonly string[] | null
    }[]
  }[]
}

/** How a step went, and what failed in it, in lines for the end of the run. */
interface Outcome {
  readonly tally: Tally
  readonly failures: readonly string[]
}

/** Lines of a failure's message that are repeated at the end of the run. */
const MESSAGE_LINES_MAX = 6

const indented = (message: string): readonly string[] =>
  message
    .split('\n')
    .slice(0, MESSAGE_LINES_MAX)
    .map((line) => `      ${line}`)

/**
 * What failed in a Vitest run, and why: the last lines of a long log are what people read, and all
 * that some CI systems keep.
 */
export const failuresOf = (report: VitestReport): readonly string[] =>
  report.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && file.status === 'failed') {
      return [`    ${file.name}`, ...indented(file.message ?? '')]
    }
    return failed.flatMap((test) => [
      `    ${file.name}: ${test.fullName}`,
      ...(test.failureMessages ?? []).flatMap(indented),
    ])
  })

/**
 * Counts a Vitest run. What fails without a failing test (a file that does not load, an unhandled
 * rejection, no test at all) counts as one failure each, so that "0 failed" always means exit code 0.
 */
export function tallyVitest(report: VitestReport | undefined, exitCode: number): Tally {
  if (report === undefined) return { passed: 0, failed: 1 }
  const brokenFiles = report.testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length
  const passed = report.numPassedTests
  const failed = report.numFailedTests + brokenFiles
  const failedSilently = failed === 0 && (exitCode !== 0 || passed === 0)
  return { passed, failed: failedSilently ? 1 : failed }
}

/** Adds up tallies. */
export const sumTallies = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
  failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
})

/** The closing line of a run, the same everywhere: `412 passed, 0 failed`. */
export const closingLine = (tally: Tally): string =>
  `${tally.passed} passed, ${tally.failed} failed`

/** Ends a child with everything that it started; a loop in a worker does not heed its parent. */
function endTree(child: ChildProcess): void {
  if (child.pid === undefined) return
  if (process.platform === 'win32') child.kill('SIGKILL')
  else process.kill(-child.pid, 'SIGKILL')
}

/** Runs a step's program to its end; an exit code of 1 if it had to be ended. */
const runNode = (step: Step, args: readonly string[], print: Print): Promise<number> =>
  new Promise((resolve, reject) => {
    const { timeZone, secondsMax } = step
    const env = timeZone === undefined ? process.env : { ...process.env, TZ: timeZone }
    // In a process group of its own, so that the whole of it can be ended.
    const child = spawn(process.execPath, args, { stdio: 'inherit', env, detached: true })
    const timer = setTimeout(() => {
      print(`${step.title}: not done after ${secondsMax} s, ended`)
      endTree(child)
    }, secondsMax * 1000)
    const interrupt = (): void => {
      endTree(child)
      process.exit(130)
    }
    process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
    child.once('error', reject)
    child.once('exit', (code) => {
      clearTimeout(timer)
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
      // A child that was killed has no code.
      resolve(code ?? 1)
    })
  })

async function readReport(path: string): Promise<VitestReport | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as VitestReport
  } catch {
    // Vitest died before it wrote one.
    return undefined
  }
}

async function runStep(step: Step, stepNumber: number, print: Print): Promise<Outcome> {
  if (!step.isVitest) {
    const exitCode = await runNode(step, step.args, print)
    return { tally: { passed: 0, failed: exitCode === 0 ? 0 : 1 }, failures: [] }
  }
  // Named after the process: two runs in one folder must not read each other's.
  const reportPath = join(tmpdir(), `holdfast-tests-${process.pid}-${stepNumber}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`]
  try {
    const exitCode = await runNode(step, [...step.args, ...reporters], print)
    const report = await readReport(reportPath)
    const failures = report === undefined ? [] : failuresOf(report)
    return { tally: tallyVitest(report, exitCode), failures }
  } finally {
    await rm(reportPath, { force: true })
  }
}

/** Runs every step, also after one that failed, and prints line by line how each went and what failed. */
export async function runSteps(steps: readonly Step[], print: Print): Promise<Tally> {
  const outcomes: (Outcome & { readonly title: string; readonly seconds: number })[] = []
  for (const [index, step] of steps.entries()) {
    print(`\n── ${step.title}`)
    const startedAtMs = performance.now()
    const outcome = await runStep(step, index + 1, print)
    const seconds = (performance.now() - startedAtMs) / 1000
    outcomes.push({ title: step.title, seconds, ...outcome })
  }
  print('')
  for (const { title, tally, failures, seconds } of outcomes) {
    const mark = tally.failed === 0 ? 'ok  ' : 'FAIL'
    print(`${mark}  ${seconds.toFixed(1).padStart(6)} s  ${title}`)
    for (const line of failures) print(line)
  }
  return sumTallies(outcomes.map((outcome) => outcome.tally))
}
