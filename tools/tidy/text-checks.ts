import { type Check, type Finding, isTest, isTypeScript } from './source-file.ts'

/** Checks that read names and lines. */

const LOCK_FILE = 'package-lock.json'
const isWritten = (path: string): boolean => path !== LOCK_FILE

const findLines = (text: string, pattern: RegExp, what: string): readonly Finding[] =>
  text.split('\n').flatMap((line, index) => (pattern.test(line) ? [{ line: index + 1, what }] : []))

const noUnfinishedNotes: Check = {
  name: 'no-unfinished-notes',
  applies: isWritten,
  // Written so that it does not find itself.
  find: ({ text }) =>
    findLines(text, /\b(?:FIX|TO)(?:ME|DO)\b/, 'finish it, or open an issue and say so there'),
}

const noMachinePaths: Check = {
  name: 'no-machine-paths',
  applies: () => true,
  find: ({ text }) =>
    findLines(
      text,
      /(?<![\w.)}/-])\/(?:home|Users|root|work|workspace)\/\w|\b[A-Z]:\\Users\\/,
      'a path of one machine: it is not there on the next',
    ),
}

const noRegistryHost: Check = {
  name: 'no-registry-host',
  applies: () => true,
  find: ({ text }) =>
    findLines(
      text,
      /\bregistry\.[a-z0-9-]+\.[a-z]+\b|"resolved": "[a-z+]+:/,
      'packages are named by version and hash; where they come from is the setting of a machine',
    ),
}

/** The part of a lock file that is read here. */
interface LockFile {
  readonly packages: Readonly<
    Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>
  >
}

/**
 * A registry that has no build for some platform makes `npm install` leave its entry out in silence;
 * `npm ci` then refuses the lock file, on every platform.
 */
const lockFileIsComplete: Check = {
  name: 'lock-file-is-complete',
  applies: (path) => path === LOCK_FILE,
  find: ({ text }) => {
    const { packages } = JSON.parse(text) as LockFile
    const paths = Object.keys(packages)
    return Object.values(packages)
      .flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}))
      .filter((name) => !paths.some((path) => path.endsWith(`node_modules/${name}`)))
      .map((name) => ({ line: 1, what: `${name} has no entry` }))
  },
}

const SHOUTED =
  /^(?:README|LICENSE|CHANGELOG|CONTRIBUTING|SECURITY|CODE_OF_CONDUCT|STYLE|NOTICE)(?:\.md)?$/
/** Names that the repository host looks for, below `.github`. */
const HOST_NAMES: ReadonlySet<string> = new Set(['ISSUE_TEMPLATE', 'pull_request_template.md'])
/** The name that Docker looks for. */
const CONTAINER_FILE = 'Dockerfile'
const KEBAB = /^\.?[a-z0-9]+(?:[-.][a-z0-9]+)*$/

const kebabNames: Check = {
  name: 'kebab-names',
  applies: () => true,
  find: ({ path }) => {
    const isHostName = (part: string) => path.startsWith('.github/') && HOST_NAMES.has(part)
    return path
      .split('/')
      .every((part) => KEBAB.test(part) || SHOUTED.test(part) || isHostName(part)) ||
      path === CONTAINER_FILE
      ? []
      : [{ line: 1, what: 'files and folders are named in kebab-case' }]
  },
}

/** Names of languages stand in one list, each in its own language. */
const LANGUAGE_LIST = 'packages/web/src/shared/language.ts'

const oneLanguageAFile: Check = {
  name: 'one-language-a-file',
  applies: (path) =>
    /^packages\/[^/]+\/src\//.test(path) &&
    isTypeScript(path) &&
    !isTest(path) &&
    path !== LANGUAGE_LIST,
  find: ({ text }) =>
    findLines(
      text,
      /^\s*['"]?(?:ja|pl)['"]?: ?['"`{]/,
      'texts of bookers lie in `languages`, one file for each language and area',
    ),
}

export const TEXT_CHECKS: readonly Check[] = [
  noUnfinishedNotes,
  noMachinePaths,
  noRegistryHost,
  lockFileIsComplete,
  kebabNames,
  oneLanguageAFile,
]
