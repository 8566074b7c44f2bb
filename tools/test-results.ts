import { CONDITIONAL_TESTS } from './tidy/conditional-tests.ts'

/** Tests that passed and failed. */
export interface Tally {
  readonly passed: number
  readonly failed: number
}

/** One test that failed, or, without a name, a file that failed outside its tests. */
export interface Failure {
  readonly test?: string
  readonly messages: readonly string[]
}

/** How the tests of one file went in one Vitest project. */
export interface FileResult {
  readonly project: string
  /** Relative to the root of the repository. */
  readonly path: string
  readonly passed: number
  /** Tests that did not run. */
  readonly skipped: number
  readonly failures: readonly Failure[]
}

/** How a step went: its test files, and failures that belong to none of them. */
export interface Outcome {
  readonly files: readonly FileResult[]
  readonly otherFailures: readonly string[]
}

/** Adds up tallies. */
export const sumTallies = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
  failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
})

/** Counts an outcome; each failure outside the test files counts as one. */
export const tallyOf = ({ files, otherFailures }: Outcome): Tally => ({
  passed: files.reduce((sum, file) => sum + file.passed, 0),
  failed: files.reduce((sum, file) => sum + file.failures.length, otherFailures.length),
})

/** The closing line of a run, the same everywhere: `412 passed, 0 failed`. */
export const closingLine = (tally: Tally): string =>
  `${tally.passed} passed, ${tally.failed} failed`

/** The files in which something failed. */
export const failedFiles = ({ files }: Outcome): readonly FileResult[] =>
  files.filter((file) => file.failures.length > 0)

const nameOf = ({ project, path }: FileResult): string => `[${project}] ${path}`

const isSameFile = (a: FileResult, b: FileResult): boolean => nameOf(a) === nameOf(b)

/** An outcome with the result of a repeated file in place of its first result. */
export const withRepeated = (outcome: Outcome, repeated: FileResult): Outcome => ({
  ...outcome,
  files: outcome.files.map((file) => (isSameFile(file, repeated) ? repeated : file)),
})

/** The line that reports a file whose tests failed at first and passed when they ran again. */
export const flakyLine = (file: FileResult): string =>
  `flaky: ${nameOf(file)}: ${file.failures.map(({ test }) => test ?? 'outside its tests').join('; ')}`

/** Lines of a failure's message that are repeated at the end of the run. */
const MESSAGE_LINES_MAX = 6

const indented = (message: string): readonly string[] =>
  message
    .split('\n')
    .slice(0, MESSAGE_LINES_MAX)
    .map((line) => `      ${line}`)

/**
 * Names the failures of an outcome and their reasons: the last lines of a long log are what people
 * read, and all that some CI systems keep.
 */
export const failureLines = (outcome: Outcome): readonly string[] => [
  ...failedFiles(outcome).flatMap((file) =>
    file.failures.flatMap(({ test, messages }) => [
      `    ${nameOf(file)}${test === undefined ? '' : `: ${test}`}`,
      ...messages.flatMap(indented),
    ]),
  ),
  ...outcome.otherFailures.map((failure) => `    ${failure}`),
]

/** How many tests of each project passed and failed, one line each. */
export function projectLines({ files }: Outcome): readonly string[] {
  const projects = Map.groupBy(files, (file) => file.project)
  return [...projects]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([project, own]) => {
      const { passed, failed } = tallyOf({ files: own, otherFailures: [] })
      return `              ${project}: ${passed} passed, ${failed} failed`
    })
}

/** The test files of which some tests did not run, one line each. */
export const skippedLines = (files: readonly FileResult[]): readonly string[] =>
  files
    .filter(({ skipped }) => skipped > 0)
    .map((file) => {
      const tests = file.skipped === 1 ? '1 test' : `${file.skipped} tests`
      return `${nameOf(file)} (${tests}): ${CONDITIONAL_TESTS[file.path] ?? 'no reason given'}`
    })
