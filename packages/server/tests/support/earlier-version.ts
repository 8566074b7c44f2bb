import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

const TOP = fileURLToPath(new URL('../../../../', import.meta.url))
/** What the server of an earlier version is made of. */
const PACKAGES = ['client', 'contracts', 'engine', 'mcp'] as const
const SOURCES = ['packages/server', ...PACKAGES.map((name) => `packages/${name}`)]
const ARCHIVE_BYTES_MAX = 100 * 1024 ** 2
/** The folders of the libraries that are installed here. */
const LIBRARIES = ['node_modules', 'packages/server/node_modules'].map((path) => join(TOP, path))

/** The commits whose servers tests start. */
export const COMMITS = {
  '2.0.0': 'ecf975e5f74bf590eeb08d1a8d057ecbbac24953',
  '2.1.0': '04df15f7',
} as const
export type EarlierVersion = keyof typeof COMMITS

/** Programs of an earlier version, made from the history of this repository. */
export interface EarlierPrograms {
  /** The paths of the server and of its doctor. */
  readonly node: string
  readonly doctor: string
  /** Removes them. */
  close(): Promise<void>
}

/** Why the programs of an earlier version cannot be made here. Undefined: they can. */
export function whyNoVersion(version: EarlierVersion): string | undefined {
  const { status } = spawnSync('git', ['cat-file', '-e', `${COMMITS[version]}^{commit}`], {
    cwd: TOP,
    stdio: 'ignore',
  })
  return status === 0 ? undefined : `commit ${COMMITS[version].slice(0, 8)} of ${version} is needed`
}

/**
 * Makes ids as `ulid` does, the one library of 2.0.0 that is not installed any more. This version makes ids of the same
 * form by itself.
 */
const IDS_LIKE_ULID = `
import { createIdSource } from ${JSON.stringify(join(TOP, 'packages/server/src/adapters/system/ids.ts'))}
export function monotonicFactory() {
  const ids = createIdSource()
  return (now) => ids.next('booking', now).split('_')[1].toUpperCase()
}
`

/** Modules that find files by their own place find them from the bundle too, and ids need no library. */
const SUPPORT: Plugin = {
  name: 'earlier-version',
  setup(building) {
    building.onResolve({ filter: /^ulid$/ }, () => ({ path: 'ulid', namespace: 'own' }))
    building.onLoad({ filter: /./, namespace: 'own' }, () => ({
      contents: IDS_LIKE_ULID,
      resolveDir: TOP,
    }))
    building.onLoad({ filter: /[\\/]server[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      if (!source.includes('import.meta.url')) return undefined
      const url = JSON.stringify(pathToFileURL(path).href)
      return { contents: source.replaceAll('import.meta.url', url), loader: 'ts' }
    })
  },
}

/** Makes the programs of an earlier version from its sources and the libraries that are installed here. */
export async function makeVersion(version: EarlierVersion): Promise<EarlierPrograms> {
  const folder = await mkdtemp(join(tmpdir(), `holdfast-${version}-`))
  const close = () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
  try {
    const archive = execFileSync('git', ['archive', COMMITS[version], ...SOURCES], {
      cwd: TOP,
      maxBuffer: ARCHIVE_BYTES_MAX,
    })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    await mkdir(join(folder, 'node_modules/@holdfast'), { recursive: true })
    for (const name of PACKAGES) {
      await symlink(
        join(folder, 'packages', name),
        join(folder, 'node_modules/@holdfast', name),
        'junction',
      )
    }
    // Not bundled.
    await symlink(
      join(TOP, 'node_modules/@aws-sdk'),
      join(folder, 'node_modules/@aws-sdk'),
      'junction',
    )
    const source = (name: string) => join(folder, `packages/server/src/entrypoints/${name}.ts`)
    const outdir = join(folder, 'programs')
    await build({
      entryPoints: [source('node'), source('doctor')],
      outdir,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      platform: 'node',
      target: 'node24',
      format: 'esm',
      mainFields: ['module', 'main'],
      external: ['@aws-sdk/*'],
      nodePaths: LIBRARIES,
      // Some libraries are CommonJS modules and load Node's modules with `require`.
      banner: {
        js: "import { createRequire as testRequire } from 'node:module'\nconst require = testRequire(import.meta.url)",
      },
      plugins: [SUPPORT],
      logLevel: 'error',
    })
    return { node: join(outdir, 'node.mjs'), doctor: join(outdir, 'doctor.mjs'), close }
  } catch (error) {
    await close()
    throw error
  }
}
