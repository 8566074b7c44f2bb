import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'

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
  /** Its tests are counted; a run without any test is a failure. */
  readonly isVitest: boolean
}

/** The part of Vitest's JSON report that is read here. */
export interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly status: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

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

const runNode = (args: readonly string[], timeZone: string | undefined): Promise<number> =>
  new Promise((resolve, reject) => {
    const env = timeZone === undefined ? process.env : { ...process.env, TZ: timeZone }
    const child = spawn(process.execPath, args, { stdio: 'inherit', env })
    child.once('error', reject)
    // A child that was killed has no code.
    child.once('exit', (code) => resolve(code ?? 1))
  })

async function readReport(path: string): Promise<VitestReport | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as VitestReport
  } catch {
    // Vitest died before it wrote one.
    return undefined
  }
}

// Ignored by git, and gone with the next install.
const REPORTS = 'node_modules/.cache/test-reports'

async function runStep(step: Step, stepNumber: number): Promise<Tally> {
  if (!step.isVitest) {
    const exitCode = await runNode(step.args, step.timeZone)
    return { passed: 0, failed: exitCode === 0 ? 0 : 1 }
  }
  const reportPath = `${REPORTS}/${stepNumber}.json`
  // What an earlier run left must not be taken for this one's.
  await rm(reportPath, { force: true })
  const reporters = [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportPath}`,
  ] as const
  const exitCode = await runNode([...step.args, ...reporters], step.timeZone)
  return tallyVitest(await readReport(reportPath), exitCode)
}

/** Runs every step, also after one that failed, and prints line by line how each went. */
export async function runSteps(
  steps: readonly Step[],
  print: (line: string) => void,
): Promise<Tally> {
  const outcomes: { readonly title: string; readonly tally: Tally; readonly seconds: number }[] = []
  for (const [index, step] of steps.entries()) {
    print(`\n── ${step.title}`)
    const startedAtMs = performance.now()
    const tally = await runStep(step, index + 1)
    const seconds = (performance.now() - startedAtMs) / 1000
    outcomes.push({ title: step.title, tally, seconds })
  }
  print('')
  for (const { title, tally, seconds } of outcomes) {
    const mark = tally.failed === 0 ? 'ok  ' : 'FAIL'
    print(`${mark}  ${seconds.toFixed(1).padStart(6)} s  ${title}`)
  }
  return sumTallies(outcomes.map((outcome) => outcome.tally))
}
