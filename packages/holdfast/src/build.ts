import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from '@holdfast/web/build'
import { bundlePrograms, FOLDERS } from './bundle.ts'
import { foldersOf, foldersOfPages, noticesOf } from './notices.ts'
import { publishing } from './publishing.ts'
import { sbomOf } from './sbom.ts'
import { buildTypes } from './types.ts'

export { buildTypes } from './types.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const OWN = join(ROOT, 'packages/holdfast')

/** Nodes without `node:sqlite`. npm leaves an optional package out whose `engines` do not fit. */
const NODES_WITHOUT_SQLITE = '<22.13.0 || >=23.0.0 <23.4.0'
/** The others. The commands also run on older ones, in the Node beside them; the library does not. */
const NODES_WITH_SQLITE = '>=22.13.0 <23.0.0 || >=23.4.0'

/** The package with the Node for old ones. */
const RUNTIME = '@holdfast/runtime'
/** The bill of materials. Scanners recognize it by the end of its name. */
const SBOM = 'sbom.cdx.json'

interface RootManifest {
  readonly version: string
  readonly description: string
  readonly license: string
  readonly optionalDependencies: Readonly<Record<string, string>>
}

const rootManifest = (): RootManifest =>
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as RootManifest

/** What a build contains. */
export interface BuildOptions {
  /** Default: the version of the repository. */
  readonly version?: string
  /** Whether it has types and the documentation, which take most of the time. Default: true. */
  readonly isComplete?: boolean
  /** Reports progress. */
  readonly log?: (line: string) => void
}

const writeJson = (file: string, value: object): void =>
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)

/**
 * Builds the package `holdfast` in an empty folder: bundled programs, pages, notices, a bill of materials and a manifest. It depends on
 * nothing but `@holdfast/runtime`, and on that only where Node is too old.
 */
export async function buildPackage(folder: string, options: BuildOptions = {}): Promise<void> {
  const { license, description, ...root } = rootManifest()
  const { version = root.version, isComplete = true, log = () => {} } = options
  rmSync(folder, { recursive: true, force: true })
  const dist = join(folder, 'dist')
  mkdirSync(dist, { recursive: true })
  await ensureBuilt(log)
  if (isComplete) buildSite()
  const { inputs } = await bundlePrograms(dist, version)
  copyFolders(dist)
  if (isComplete) buildTypes(join(folder, 'types'))
  const libraries = [...foldersOf(Object.keys(inputs)), ...foldersOfPages()]
  writeFileSync(join(folder, 'THIRD-PARTY.txt'), noticesOf(libraries))
  const runtime = { name: RUNTIME, dependencies: root.optionalDependencies }
  writeJson(join(folder, SBOM), sbomOf(libraries, { name: 'holdfast', version, license, runtime }))
  cpSync(join(OWN, 'bin'), join(folder, 'bin'), { recursive: true })
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
  cpSync(join(OWN, 'README.md'), join(folder, 'README.md'))
  writeJson(join(folder, 'package.json'), {
    name: 'holdfast',
    version,
    description,
    license,
    type: 'module',
    bin: { holdfast: 'bin/holdfast.js' },
    // For compilers that do not read `exports`.
    main: './dist/index.js',
    types: './types/index.d.ts',
    exports: {
      '.': { types: './types/index.d.ts', default: './dist/index.js' },
      './package.json': './package.json',
    },
    files: ['bin', 'dist', 'types', 'THIRD-PARTY.txt', SBOM],
    engines: { node: NODES_WITH_SQLITE },
    optionalDependencies: { [RUNTIME]: version },
    ...publishing('packages/holdfast'),
  })
}

const SITE = 'packages/site'

/** Builds the documentation, unless it is current. */
function buildSite(): void {
  execFileSync(process.execPath, [join(ROOT, SITE, 'src/main.ts')], { cwd: ROOT, stdio: 'inherit' })
}

function copyFolders(dist: string): void {
  for (const [from, to] of Object.entries(FOLDERS)) {
    // A test builds no documentation, and the server starts without it.
    if (from.startsWith(SITE) && !existsSync(join(ROOT, from))) continue
    cpSync(join(ROOT, from), join(dist, to), { recursive: true, dereference: true })
  }
}

const README_OF_RUNTIME = `# @holdfast/runtime

The Node that \`holdfast\` runs its commands on where the installed one has no \`node:sqlite\`. Do not install it by itself: npm
installs it with \`holdfast\` on Node 20.20 to 22.12 and 23.0 to 23.3, and leaves it out on any other.
`

/**
 * Builds the package `@holdfast/runtime` in a folder. It has no code, only the Node of the repository as a dependency:
 * npm installs it for `holdfast` where Node is too old, and for nobody else.
 */
export function buildRuntime(folder: string, { version: given }: BuildOptions = {}): void {
  const { version, license, optionalDependencies } = rootManifest()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
  writeFileSync(join(folder, 'README.md'), README_OF_RUNTIME)
  writeJson(join(folder, 'package.json'), {
    name: RUNTIME,
    version: given ?? version,
    description: 'The Node that holdfast runs on where the installed one is too old.',
    license,
    engines: { node: NODES_WITHOUT_SQLITE },
    optionalDependencies,
    ...publishing('packages/holdfast'),
  })
}

/** A tarball. */
export interface Packed {
  readonly file: string
  readonly bytes: number
  /** The size of its files when they are installed. */
  readonly installedBytes: number
}

function pack(folder: string, to: string): Packed {
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', to], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // The cast: npm's answer for one package.
  const [{ filename, size, unpackedSize }] = JSON.parse(output) as [
    { readonly filename: string; readonly size: number; readonly unpackedSize: number },
  ]
  return { file: join(to, filename), bytes: size, installedBytes: unpackedSize }
}

/** Builds both packages in a folder and packs each into a tarball there. Publishes nothing. */
export async function packAll(to: string, options: BuildOptions = {}): Promise<readonly Packed[]> {
  mkdirSync(to, { recursive: true })
  await buildPackage(join(to, 'holdfast'), options)
  buildRuntime(join(to, 'runtime'), options)
  return ['holdfast', 'runtime'].map((name) => pack(join(to, name), to))
}
