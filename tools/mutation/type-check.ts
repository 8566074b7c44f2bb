import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { API, DiagnosticCategory } from 'typescript/unstable/sync'
import { REFUSALS_OF_CONTEXTS } from '../refusals-of-contexts.ts'

/** A change of a part of a file. Lines and columns count from 0; the end is exclusive. */
export interface Change {
  /** Absolute. */
  readonly fileName: string
  readonly location: {
    readonly start: { readonly line: number; readonly column: number }
    readonly end: { readonly line: number; readonly column: number }
  }
  readonly replacement: string
}

/** The text of a file after a change. */
export function changedText(text: string, { location, replacement }: Omit<Change, 'fileName'>) {
  const lines = text.split('\n')
  const offsetOf = ({ line, column }: Change['location']['start']): number =>
    lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0) + column
  return text.slice(0, offsetOf(location.start)) + replacement + text.slice(offsetOf(location.end))
}

/** Tells which changes compile. */
export interface TypeCheck {
  /** Whether the changed file has no error of types. Errors that the change causes in other files do not count. */
  readonly compiles: (change: Change) => boolean
  readonly close: () => void
}

/** The project of the files to check, which is not on the disk. */
const PROJECT = 'tsconfig.mutants.json'

/**
 * Opens the files below `root` that changes are made in, and what they import. What is unused is no error: a fault may leave a
 * parameter unused. Nothing is written: the compiler reads changed text from here.
 */
export function openTypeCheck(root: string, fileNames: readonly string[]): TypeCheck {
  const project = join(root, PROJECT)
  const texts = new Map([[project, JSON.stringify(projectOf(fileNames))]])
  const api = new API({
    cwd: root,
    fs: {
      readFile: (name) => texts.get(name),
      fileExists: (name) => texts.has(name) || undefined,
    },
  })
  const errorCount = (changed: string, others: readonly string[]): number => {
    const fileChanges = { changed: [changed, ...others] }
    const snapshot = api.updateSnapshot({ openProjects: [project], fileChanges })
    const program = snapshot.getProject(project)?.program
    if (program === undefined) throw new Error(`${changed} is in no project`)
    const found = [
      ...program.getSyntacticDiagnostics(changed),
      ...program.getSemanticDiagnostics(changed),
    ]
    snapshot.dispose()
    return found.filter(({ category }) => category === DiagnosticCategory.Error).length
  }
  let last: readonly string[] = []
  return {
    compiles(change) {
      const fileName = resolve(change.fileName)
      texts.set(fileName, changedText(readFileSync(fileName, 'utf8'), change))
      const count = errorCount(fileName, last)
      texts.delete(fileName)
      last = [fileName]
      if (count > 0 && errorCount(fileName, []) > 0) {
        throw new Error(`${fileName} does not compile without a change`)
      }
      return count === 0
    },
    close: () => api.close(),
  }
}

const projectOf = (files: readonly string[]) => ({
  extends: './tsconfig.base.json',
  compilerOptions: { types: ['node'], noUnusedLocals: false, noUnusedParameters: false },
  files,
  include: [REFUSALS_OF_CONTEXTS],
})
