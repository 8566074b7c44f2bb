import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { StepMessage } from './step-reporter.ts'
import {
  type FileResult,
  failedFiles,
  failureLines,
  flakyLine,
  type Outcome,
  projectLines,
  sumTallies,
  type Tally,
  tallyOf,
  withRepeated,
} from './test-results.ts'

/** Which tests Vitest runs. */
export interface Selection {
  /** Names of projects, with `*` for any characters; empty: all projects. */
  readonly projects: readonly string[]
  /** Parts of paths; empty: all files of the projects. */
  readonly paths: readonly string[]
}

/** One thing that is checked: a Node program and its arguments. */
export interface Step {
  readonly title: string
  readonly args: readonly string[]
  /** When it is killed and counted as failed: a test that hangs must not hang the run. */
  readonly secondsMax: number
  /** Given for Vitest: its tests are counted, and a run without any test is a failure. */
  readonly tests?: Selection
  /** Variables that it starts with besides those of this process. */
  readonly env?: Readonly<Record<string, string>>
}

/** How steps are run. */
export interface RunOptions {
  /** Run a test file that failed once more, alone; if it passes then, it counts as passed. */
  readonly repeatFailed: boolean
  /** Where Vitest's own report goes; the lines of `print` are complete without it. */
  readonly vitestOutput: 'inherit' | 'ignore'
  readonly print: (line: string) => void
}

/** What came of all steps. */
export interface RunResult {
  readonly tally: Tally
  /** One line for each test file that failed at first and passed when it was repeated. */
  readonly flaky: readonly string[]
  /** The test files of all steps. */
  readonly files: readonly FileResult[]
}

interface FinishedStep {
  readonly step: Step
  readonly outcome: Outcome
  readonly seconds: number
}

/** Failed files are repeated up to this number; more of them fail together for one reason. */
const REPEATED_FILES_MAX = 5

const REPORTER = fileURLToPath(new URL('step-reporter.ts', import.meta.url))

/** Kills a child with everything that it started; a loop in a worker does not heed its parent. */
function killTree(child: ChildProcess): void {
  if (child.pid === undefined) return
  if (process.platform === 'win32') {
    child.kill('SIGKILL')
    return
  }
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    // Nothing is left of it.
  }
}

interface Exit {
  /** 1 where the program was killed. */
  readonly code: number
  readonly signal: NodeJS.Signals | null
  readonly isLate: boolean
}

/** Runs a step's program to its end, or kills it after `secondsMax`. */
function runNode(
  step: Step,
  stdio: StdioOptions,
  onChild: (child: ChildProcess) => void,
): Promise<Exit> {
  return new Promise((resolve, reject) => {
    // In a process group of its own, so that all of it can be killed.
    const env = { ...process.env, ...step.env }
    const child = spawn(process.execPath, step.args, { stdio, detached: true, env })
    onChild(child)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      killTree(child)
    }, step.secondsMax * 1000)
    const interrupt = (): void => {
      killTree(child)
      process.exit(130)
    }
    process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
    child.once('error', reject)
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      // One that died may have left workers.
      killTree(child)
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
      resolve({ code: code ?? 1, signal, isLate })
    })
  })
}

/** How a program ended that should have ended with 0. */
function endOf({ secondsMax }: Step, { code, signal, isLate }: Exit): string {
  if (isLate) return `not done after ${secondsMax} s, killed`
  return signal === null ? `exit code ${code}` : `killed by ${signal}`
}

/** Runs a program and prints its output in one piece when it ends: others print meanwhile. */
async function runProgram(step: Step, { print }: RunOptions): Promise<Outcome> {
  let output = ''
  const exit = await runNode(step, ['ignore', 'pipe', 'pipe'], (child) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
  })
  print(`\n── ${step.title}\n${output.trimEnd()}`)
  return { files: [], otherFailures: exit.code === 0 ? [] : [endOf(step, exit)] }
}

/** Runs Vitest and collects the result of every test file as it ends. */
async function runVitest(step: Step, { print, vitestOutput }: RunOptions): Promise<Outcome> {
  const files: FileResult[] = []
  const errors: string[] = []
  const running = new Set<string>()
  let hasEnded = false
  const onMessage = (message: StepMessage): void => {
    if ('started' in message) running.add(message.started)
    else if ('error' in message) errors.push(message.error)
    else if ('ended' in message) hasEnded = true
    else {
      running.delete(`[${message.finished.project}] ${message.finished.path}`)
      files.push(message.finished)
    }
  }
  print(`\n── ${step.title}`)
  const { projects = [], paths = [] } = step.tests ?? {}
  const args = [
    ...step.args,
    '--reporter=default',
    `--reporter=${REPORTER}`,
    ...projects.map((name) => `--project=${name}`),
    ...paths,
  ]
  const stdio: StdioOptions = ['ignore', vitestOutput, vitestOutput, 'ipc']
  const exit = await runNode({ ...step, args }, stdio, (child) => child.on('message', onMessage))
  if (!hasEnded)
    errors.push(`${endOf(step, exit)}; running: ${[...running].join(', ') || 'nothing'}`)
  const { passed, failed } = tallyOf({ files, otherFailures: errors })
  if (failed > 0) return { files, otherFailures: errors }
  if (exit.code !== 0)
    return { files, otherFailures: [`${endOf(step, exit)} without a failed test`] }
  return { files, otherFailures: passed === 0 ? ['no test ran'] : [] }
}

async function runStep(step: Step, options: RunOptions): Promise<FinishedStep> {
  const startedAtMs = performance.now()
  const outcome = await (step.tests === undefined ? runProgram : runVitest)(step, options)
  return { step, outcome, seconds: (performance.now() - startedAtMs) / 1000 }
}

/** Runs each failed file of a step once more, alone, and puts the results in place of the first ones. */
async function repeatFailedFiles(
  finished: FinishedStep,
  options: RunOptions,
): Promise<{ readonly outcome: Outcome; readonly flaky: readonly string[] }> {
  const { step } = finished
  let { outcome } = finished
  const failed = failedFiles(outcome)
  const flaky: string[] = []
  if (failed.length > REPEATED_FILES_MAX) return { outcome, flaky }
  for (const file of failed) {
    const title = `once more: [${file.project}] ${file.path}`
    const tests = { projects: [file.project], paths: [resolve(file.path)] }
    const again = await runVitest({ ...step, title, tests }, options)
    const [repeated, ...others] = again.files
    if (again.otherFailures.length > 0 || repeated === undefined || others.length > 0) continue
    outcome = withRepeated(outcome, repeated)
    if (repeated.failures.length === 0) flaky.push(flakyLine(file))
  }
  return { outcome, flaky }
}

function printOutcome({ step, outcome, seconds }: FinishedStep, print: RunOptions['print']): void {
  const mark = tallyOf(outcome).failed === 0 ? 'ok  ' : 'FAIL'
  print(`${mark}  ${seconds.toFixed(1).padStart(6)} s  ${step.title}`)
  for (const line of [...projectLines(outcome), ...failureLines(outcome)]) print(line)
}

/** Programs that run at once: the compiler and the linter need about a gigabyte of memory each. */
const PROGRAMS_AT_ONCE = 2

/**
 * Runs programs two at a time and Vitest beside them, all to their ends whatever fails, and prints
 * line by line how each went. A program that passes counts as nothing, one that fails as one failure.
 *
 * A Vitest reporter alone cannot replace this: it sees neither the other programs nor a run that hangs
 * or dies, and Vitest has no way to repeat a file alone, in a process of its own.
 */
export async function runSteps(steps: readonly Step[], options: RunOptions): Promise<RunResult> {
  const { print, repeatFailed } = options
  const inTurn = async (own: readonly Step[], atOnce: number): Promise<readonly FinishedStep[]> => {
    const done: FinishedStep[] = []
    const left = own.entries()
    const runNext = async (): Promise<void> => {
      for (const [place, step] of left) done[place] = await runStep(step, options)
    }
    await Promise.all(Array.from({ length: atOnce }, runNext))
    return done
  }
  const [programs, tests] = [
    steps.filter((step) => step.tests === undefined),
    steps.filter((step) => step.tests !== undefined),
  ]
  const finished = (
    await Promise.all([inTurn(programs, PROGRAMS_AT_ONCE), inTurn(tests, 1)])
  ).flat()
  const flaky: string[] = []
  const results: FinishedStep[] = []
  for (const each of finished) {
    const again = repeatFailed ? await repeatFailedFiles(each, options) : undefined
    results.push(again === undefined ? each : { ...each, outcome: again.outcome })
    flaky.push(...(again?.flaky ?? []))
  }
  print('')
  for (const each of results) printOutcome(each, print)
  const outcomes = results.map(({ outcome }) => outcome)
  return {
    tally: sumTallies(outcomes.map(tallyOf)),
    flaky,
    files: outcomes.flatMap(({ files }) => files),
  }
}
