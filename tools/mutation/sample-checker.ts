import { relative, sep } from 'node:path'
import { type Checker, type CheckResult, CheckStatus } from '@stryker-mutator/api/check'
import type { Mutant, StrykerOptions } from '@stryker-mutator/api/core'
import { commonTokens, declareClassPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin'
import { drawSample, type SampleSize } from './sample.ts'
import { openTypeCheck } from './type-check.ts'

/** The name that Stryker's option `checkers` selects this plugin by. */
export const SAMPLE_CHECKER = 'sample'
/** The reason that a mutant outside of the sample has in the result. */
export const NOT_DRAWN = 'not in the sample'
/** The reason of a mutant that would be in the sample if it compiled. */
export const NOT_COMPILED = 'does not compile'

/** Stryker's options with the sample to draw. */
export interface SampleOptions extends StrykerOptions {
  readonly sample: SampleSize
}

/**
 * Restricts a run to a sample of mutants that compile: what the compiler finds needs no test. Stryker has no option for a sample; a
 * checker sees all mutants before they run, and rejects those outside of the sample as if they did not compile.
 */
class SampleChecker implements Checker {
  static readonly inject = tokens(commonTokens.options)
  readonly #sample: SampleSize

  constructor(options: StrykerOptions) {
    // The schema below makes Stryker require `sample`.
    this.#sample = (options as SampleOptions).sample
  }

  async init(): Promise<void> {}

  /** Keeps all mutants in one group: the draw needs to see all of them. */
  async group(mutants: readonly Mutant[]): Promise<string[][]> {
    return [mutants.map(({ id }) => id)]
  }

  async check(mutants: readonly Mutant[]): Promise<Record<string, CheckResult>> {
    const files = [...new Set(mutants.map(({ fileName }) => fileName))]
    const byId = new Map(mutants.map((mutant) => [mutant.id, mutant]))
    const typeCheck = openTypeCheck(process.cwd(), files)
    const { drawn, passedOver } = drawSample(
      mutants.map(({ id, fileName }) => ({ id, path: repositoryPath(fileName) })),
      this.#sample,
      (id) => {
        const mutant = byId.get(id)
        return mutant !== undefined && typeCheck.compiles(mutant)
      },
    )
    typeCheck.close()
    const outcomeOf = (id: string): CheckResult => {
      if (drawn.has(id)) return { status: CheckStatus.Passed }
      const reason = passedOver.has(id) ? NOT_COMPILED : NOT_DRAWN
      return { status: CheckStatus.CompileError, reason }
    }
    return Object.fromEntries(mutants.map(({ id }) => [id, outcomeOf(id)]))
  }
}

const repositoryPath = (fileName: string): string =>
  relative(process.cwd(), fileName).split(sep).join('/')

export const strykerPlugins = [
  declareClassPlugin(PluginKind.Checker, SAMPLE_CHECKER, SampleChecker),
]

export const strykerValidationSchema = {
  properties: {
    sample: {
      type: 'object',
      required: ['size', 'seed'],
      properties: { size: { type: 'integer' }, seed: { type: 'integer' } },
    },
  },
}
