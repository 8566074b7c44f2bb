import type { MutantResult } from '@stryker-mutator/api/core'

/** A mutant as the report needs it: a result of Stryker, its path relative, its original text read. */
export type JudgedMutant = Pick<MutantResult, 'status' | 'mutatorName' | 'replacement'> & {
  /** Relative to the repository, with `/`. */
  readonly path: string
  /** Counted from 1. */
  readonly line: number
  readonly column: number
  readonly original: string
}

/** The outcome of a mutation run. */
export interface Summary {
  /** Mutants that were judged: killed, timed out, survived or without a test. */
  readonly judged: number
  /** Mutants that made a test fail. */
  readonly killed: number
  /** Mutants that made a test run for too long, which counts as a detection. */
  readonly timedOut: number
  /** Mutants that no test noticed, those without any test included. */
  readonly survived: number
  /** Mutants whose run itself failed; they are not judged. */
  readonly failed: number
  /** Mutants that were passed over, because they do not compile; they are not judged. */
  readonly notCompiled: number
  /** Killed and timed out, of all judged; one decimal, rounded down. */
  readonly percent: number
  readonly survivors: readonly JudgedMutant[]
  /** The mutants that timed out: each must loop or be much slower, or the machine was too busy. */
  readonly timeouts: readonly JudgedMutant[]
}

/** Counts the outcomes of a run. */
export function summarize(mutants: readonly JudgedMutant[]): Summary {
  const withStatus = (...statuses: readonly MutantResult['status'][]): readonly JudgedMutant[] =>
    mutants
      .filter(({ status }) => statuses.includes(status))
      .toSorted((a, b) => comparePaths(a, b) || a.line - b.line || a.column - b.column)
  const survivors = withStatus('Survived', 'NoCoverage')
  const timeouts = withStatus('Timeout')
  const killed = withStatus('Killed').length
  const timedOut = timeouts.length
  const judged = killed + timedOut + survivors.length
  return {
    judged,
    killed,
    timedOut,
    survived: survivors.length,
    failed: withStatus('RuntimeError').length,
    notCompiled: withStatus('CompileError').length,
    percent: judged === 0 ? 0 : Math.floor(((killed + timedOut) / judged) * 1000) / 10,
    survivors,
    timeouts,
  }
}

const comparePaths = (a: JudgedMutant, b: JudgedMutant): number =>
  a.path === b.path ? 0 : a.path < b.path ? -1 : 1

const TEXT_LENGTH_MAX = 80

/** Code on one line, shortened in the middle. */
function excerpt(code: string): string {
  const line = code.replaceAll(/\s+/g, ' ')
  const half = TEXT_LENGTH_MAX / 2
  return line.length <= TEXT_LENGTH_MAX ? line : `${line.slice(0, half)} … ${line.slice(-half)}`
}

const NOTES: Partial<Record<MutantResult['status'], string>> = {
  NoCoverage: ' (no test runs it)',
  Timeout: ' (timed out)',
}

/** One mutant on one line: its place, the mutated code before and after, and what is special. */
const mutantLine = (mutant: JudgedMutant): string => {
  const { path, line, column, status, mutatorName, original, replacement } = mutant
  const change = `${excerpt(original)} → ${excerpt(replacement)}`
  return `${path}:${line}:${column} ${mutatorName}: ${change}${NOTES[status] ?? ''}`
}

/** Formats a summary as lines: the counts, the survivors, and the mutants that timed out. */
export function reportLines(summary: Summary): readonly string[] {
  const { judged, killed, timedOut, survived, failed, notCompiled, percent } = summary
  return [
    `${judged} mutants: ${killed} killed, ${timedOut} timed out, ${survived} survived: ${percent} %`,
    ...(failed > 0 ? [`Not run because of an error: ${failed}`] : []),
    ...(notCompiled > 0 ? [`Passed over because they do not compile: ${notCompiled}`] : []),
    ...[...summary.survivors, ...summary.timeouts].map(mutantLine),
  ]
}
