import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly repository?: string | { readonly url?: string }
  readonly dependencies?: Readonly<Record<string, string>>
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** The folder of the package that a file of `node_modules` belongs to, such as `node_modules/@hono/node-server`. */
const PACKAGE_FOLDER = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//

/** The folders of the packages whose files are in a bundle, from the repository's root. */
export function foldersOf(inputs: readonly string[]): readonly string[] {
  const folders = inputs.flatMap((path) => PACKAGE_FOLDER.exec(path)?.[1] ?? [])
  return [...new Set(folders)].filter((folder) => !folder.includes('/@holdfast/')).sort()
}

/** Programs that build the pages and the documentation, and are not in them. */
const BUILDERS: ReadonlySet<string> = new Set(['vite', '@vitejs/plugin-react', 'markdown-it'])

/** The folders of the libraries in the pages and the documentation: what their packages depend on, directly or not. */
export function foldersOfPages(): readonly string[] {
  const found = new Set<string>()
  const visit = (folder: string): void => {
    for (const name of Object.keys(readManifest(join(ROOT, folder)).dependencies ?? {})) {
      const at = BUILDERS.has(name) ? undefined : installed(name, folder)
      if (at === undefined || found.has(at)) continue
      found.add(at)
      visit(at)
    }
  }
  for (const folder of ['packages/web', 'packages/site']) visit(folder)
  return [...found].filter((folder) => !folder.includes('/@holdfast/')).sort()
}

/** Where a package finds one of its dependencies. Undefined if an optional one is not installed. */
function installed(name: string, from: string): string | undefined {
  for (let folder = from; folder !== '.'; folder = dirname(folder)) {
    const at = join(folder, 'node_modules', name)
    if (existsSync(join(ROOT, at))) return at
  }
  const at = join('node_modules', name)
  return existsSync(join(ROOT, at)) ? at : undefined
}

const LICENSE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i

/** The Mozilla Public License wants whoever gets a program to know where the sources of the library are. */
function sourceOf(folder: string, { name, license, repository }: Manifest): readonly string[] {
  if (!license?.includes('MPL-')) return []
  const url = typeof repository === 'string' ? repository : repository?.url
  if (url === undefined) throw new Error(`${folder} does not say where the sources of ${name} are.`)
  return [`Its source code is at ${url.replace(/^git\+/, '')}.`]
}

/** One package with its license, and the texts that the license wants to be passed on. */
function noticeOf(folder: string): string {
  const manifest = readManifest(join(ROOT, folder))
  const { name, version, license } = manifest
  const texts = readdirSync(join(ROOT, folder))
    .filter((file) => LICENSE_FILE.test(file))
    .sort()
    .map((file) => readFileSync(join(ROOT, folder, file), 'utf8').trim())
  if (license === undefined && texts.length === 0) throw new Error(`${folder} names no license.`)
  const heading = `${name} ${version}${license === undefined ? '' : ` (${license})`}`
  const lines = ['='.repeat(heading.length), ...sourceOf(folder, manifest), ...texts]
  return [heading, ...lines].join('\n\n')
}

const PREFACE = `This package contains the following libraries. Its tables of time zones are made from the tz database,
which is in the public domain, by way of moment-timezone.`

/** The text of all notices, after a preface. */
export const noticesOf = (folders: readonly string[], preface: string = PREFACE): string =>
  `${[preface, ...[...new Set(folders)].sort().map(noticeOf)].join('\n\n\n')}\n`
