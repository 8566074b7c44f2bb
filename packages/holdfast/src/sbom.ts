import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** A package in a bill of materials. Npm writes further members, which stay as they are. */
interface Component {
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly scope: 'required' | 'optional'
  readonly purl: string
  readonly description?: string
  readonly properties?: readonly object[]
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
  readonly licenses?: readonly object[]
}

interface Dependency {
  readonly ref: string
  readonly dependsOn: readonly string[]
}

/** A bill of materials in the form of CycloneDX. */
export interface Sbom {
  readonly bomFormat: 'CycloneDX'
  readonly specVersion: string
  readonly metadata: { readonly component: Component; readonly lifecycles: readonly object[] }
  readonly components: readonly Component[]
  readonly dependencies: readonly Dependency[]
}

const MOST_BYTES = 100_000_000

/**
 * What npm knows from the lock file about every package. Asks no registry. With `--omit dev` it would also leave out packages
 * that a workspace needs at run time.
 */
function sbomOfLock(): Sbom {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const output = execFileSync('npm', args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: MOST_BYTES,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // The cast: the form of npm's answer, whose members a test of the package checks.
  return JSON.parse(output) as Sbom
}

/** `name@version`, which npm uses as the reference of a package, from the manifest in a folder. */
function referenceOf(folder: string): string {
  // The cast: every installed package has both.
  const { name, version } = JSON.parse(
    readFileSync(join(ROOT, folder, 'package.json'), 'utf8'),
  ) as Readonly<Record<'name' | 'version', string>>
  return `${name}@${version}`
}

/** The package that the bill describes. */
export interface Described {
  readonly name: string
  readonly version: string
  readonly license: string
  /** The package that npm installs beside it where Node is too old. It has the same version and license. */
  readonly runtime: {
    readonly name: string
    readonly dependencies: Readonly<Record<string, string>>
  }
}

const purlOf = (name: string, version: string): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`

/**
 * The bill of materials of a package: each library that is bundled from one of the folders, and what npm may install beside
 * it, with the version, the license and the hash of the lock file. A library that the lock file does not have throws.
 */
export function sbomOf(folders: readonly string[], described: Described): Sbom {
  const { name, version, license, runtime } = described
  const all = sbomOfLock()
  const known = new Map(all.components.map((component) => [component['bom-ref'], component]))
  const componentsOf = (references: readonly string[], scope: Component['scope']) =>
    references.map((reference) => {
      const component = known.get(reference)
      if (component === undefined) throw new Error(`The lock file has no package ${reference}.`)
      // Npm's properties say how the repository uses the package.
      return { ...component, scope, properties: [] } as const
    })
  const bundled = componentsOf([...new Set(folders.map(referenceOf))].sort(), 'required')
  const beside = Object.entries(runtime.dependencies).map((entry) => entry.join('@'))
  const nodes = componentsOf(beside, 'optional')
  const own = (of: string, scope: Component['scope']): Component => ({
    ...all.metadata.component,
    'bom-ref': `${of}@${version}`,
    name: of,
    version,
    scope,
    purl: purlOf(of, version),
    properties: [],
    licenses: [{ license: { id: license } }],
  })
  const [itself, node] = [own(name, 'required'), own(runtime.name, 'optional')]
  const named = new Set([...bundled, ...nodes].map((component) => component['bom-ref']))
  const libraries = all.dependencies
    .filter(({ ref }) => named.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((on) => named.has(on)) }))
  const needed = [...bundled, node].map((component) => component['bom-ref'])
  return {
    ...all,
    metadata: { ...all.metadata, component: itself },
    components: [...bundled, node, ...nodes],
    dependencies: [
      { ref: itself['bom-ref'], dependsOn: needed },
      { ref: node['bom-ref'], dependsOn: beside },
      ...libraries,
    ],
  }
}
