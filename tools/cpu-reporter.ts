import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { runningProcesses, treeSeconds } from './cpu-tree.ts'

const LISTED_FILES = 40

/**
 * Lists the test files that need the most CPU time, with all processes that they start: servers, browsers, compilers. For
 * one worker, because two files that run at once cannot be distinguished. Linux only.
 *
 *     npx vitest run --project server --maxWorkers=1 --reporter=./tools/cpu-reporter.ts
 */
export default class CpuReporter implements Reporter {
  readonly #files: { readonly path: string; readonly seconds: number }[] = []
  #before = 0

  onTestRunStart(): void {
    this.#before = treeSeconds(runningProcesses(), process.pid)
  }

  onTestModuleEnd(module: TestModule): void {
    const now = treeSeconds(runningProcesses(), process.pid)
    const path = `[${module.project.name}] ${relative(process.cwd(), module.moduleId)}`
    this.#files.push({ path, seconds: now - this.#before })
    this.#before = now
  }

  onTestRunEnd(): void {
    const total = this.#files.reduce((sum, { seconds }) => sum + seconds, 0)
    console.log(`${total.toFixed(1)} CPU seconds in ${this.#files.length} files`)
    const dearest = [...this.#files].sort((a, b) => b.seconds - a.seconds).slice(0, LISTED_FILES)
    for (const { path, seconds } of dearest)
      console.log(`${seconds.toFixed(1).padStart(7)}  ${path}`)
  }
}
