import { relative } from 'node:path'
import type { SerializedError } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'
import type { Failure, FileResult } from './test-results.ts'

/** What a Vitest process sends to the process that started it. */
export type StepMessage =
  | { readonly started: string }
  | { readonly finished: FileResult }
  | { readonly error: string }
  | { readonly ended: true }

type Thrown = Pick<SerializedError, 'name' | 'message' | 'stack'>

const wordsOf = ({ name, message, stack }: Thrown): string =>
  stack?.includes(message) ? stack : [`${name ?? 'Error'}: ${message}`, stack ?? ''].join('\n')

function failuresOf(module: TestModule): readonly Failure[] {
  const failed = [...module.children.allTests('failed')].map((test) => ({
    test: test.fullName,
    messages: (test.result().errors ?? []).map(wordsOf),
  }))
  // A file that does not load, and hooks that fail.
  const around = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors())
  return around.length > 0 ? [...failed, { messages: around.map(wordsOf) }] : failed
}

const pathOf = (module: TestModule): string => relative(process.cwd(), module.moduleId)

/**
 * Sends every test file's result to the process that started Vitest, as soon as the file ends. Vitest's
 * JSON report names no project, so it cannot say which run of a file to repeat; it is written at the
 * end, so a run that is killed leaves none, and the file that hangs stays unknown.
 */
export default class StepReporter implements Reporter {
  readonly #sent: Promise<void>[] = []

  #send(message: StepMessage): void {
    this.#sent.push(
      new Promise((resolve, reject) => {
        if (process.send === undefined) throw new Error('nobody reads the results')
        process.send(message, undefined, undefined, (error) => (error ? reject(error) : resolve()))
      }),
    )
  }

  /** A worker is about to load the file, which may hang already. */
  onTestModuleQueued(module: TestModule): void {
    this.#send({ started: `[${module.project.name}] ${pathOf(module)}` })
  }

  onTestModuleEnd(module: TestModule): void {
    this.#send({
      finished: {
        project: module.project.name,
        path: pathOf(module),
        passed: [...module.children.allTests('passed')].length,
        skipped: [...module.children.allTests('skipped')].length,
        failures: failuresOf(module),
      },
    })
  }

  async onTestRunEnd(
    _modules: readonly TestModule[],
    errors: readonly SerializedError[],
  ): Promise<void> {
    for (const error of errors) this.#send({ error: wordsOf(error) })
    this.#send({ ended: true })
    await Promise.all(this.#sent)
  }
}
