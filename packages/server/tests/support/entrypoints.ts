import { createHash } from 'node:crypto'
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { waitUntil } from '../../src/adapters/dynamodb-local/wait-until.ts'
import { IS_DEEP } from './depth.ts'

const NAMES = [
  'backup',
  'compact',
  'dead-letters',
  'doctor',
  'exec',
  'node',
  'restore',
  'search-index',
  'server-key',
  'vault',
] as const

/** A program of the server package, by the name of its file. */
export type Entrypoint = (typeof NAMES)[number]

const ENTRYPOINTS = fileURLToPath(new URL('../../src/entrypoints/', import.meta.url))
/** Under `node_modules`, so that the libraries that are not bundled resolve. */
const BUILT = fileURLToPath(
  new URL('../../../../node_modules/.holdfast-test-programs/', import.meta.url),
)
const DAY_MS = 86_400_000
/** Bundling takes seconds; on a very busy machine, a minute. */
const BUILD_MS_MAX = 120_000
/** The run of Vitest that this worker belongs to; `vitest.config.ts` names it. Undefined outside of Vitest. */
const RUN = process.env.HOLDFAST_TEST_RUN

/** Modules that find files by their own place must find them from the bundle too. */
const OWN_PLACES: Plugin = {
  name: 'own-places',
  setup(building) {
    building.onLoad(
      { filter: /[\\/]packages[\\/]server[\\/]src[\\/].*\.ts$/ },
      async ({ path }) => {
        const source = await readFile(path, 'utf8')
        if (!source.includes('import.meta.url')) return undefined
        const url = JSON.stringify(pathToFileURL(path).href)
        return { contents: source.replaceAll('import.meta.url', url), loader: 'ts' }
      },
    )
  },
}

/** Bundles the programs into a folder named by the content; resolves with its path. */
async function buildPrograms(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: NAMES.map((name) => join(ENTRYPOINTS, `${name}.ts`)),
    outdir: BUILT,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    write: false,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    external: ['@aws-sdk/*'],
    // Some libraries are CommonJS modules and load Node's modules with `require`.
    banner: {
      js: "import { createRequire as testRequire } from 'node:module'\nconst require = testRequire(import.meta.url)",
    },
    plugins: [OWN_PLACES],
    logLevel: 'error',
  })
  const hash = createHash('sha256')
  for (const { path, contents } of outputFiles) hash.update(path).update(contents)
  const folder = join(BUILT, hash.digest('hex').slice(0, 16))
  if (await isThere(folder)) return folder
  await mkdir(BUILT, { recursive: true })
  const own = await mkdtemp(join(BUILT, 'next-'))
  // Some tests start a server as another user.
  await chmod(own, 0o755)
  for (const { path, contents } of outputFiles) {
    await writeFile(join(own, basename(path)), contents)
  }
  // Another worker may have been faster.
  await rename(own, folder).catch(() => rm(own, { recursive: true, force: true }))
  await removeOldPrograms()
  return folder
}

/**
 * Bundles the programs once for all workers of a run: the first one builds, and leaves the path of the folder in a file.
 * If it fails or dies, each of the others builds for itself.
 */
async function programsOfRun(run: string): Promise<string> {
  const result = join(BUILT, `run-${run}`)
  const mark = `${result}.building`
  await mkdir(BUILT, { recursive: true })
  const isFirst = await mkdir(mark).then(
    () => true,
    () => false,
  )
  if (!isFirst) {
    const hasEnded = async () => (await isThere(result)) || !(await isThere(mark))
    await waitUntil(hasEnded, BUILD_MS_MAX)
    return (await isThere(result)) ? await readFile(result, 'utf8') : await buildPrograms()
  }
  try {
    const folder = await buildPrograms()
    await writeFile(`${result}.next`, folder)
    // The others may read it at any time, so it appears complete.
    await rename(`${result}.next`, result)
    return folder
  } catch (error) {
    await rm(mark, { recursive: true, force: true })
    throw error
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Removes the programs of sources that no run can still use. */
async function removeOldPrograms(): Promise<void> {
  for (const name of await readdir(BUILT)) {
    const path = join(BUILT, name)
    const { mtimeMs = Date.now() } = (await stat(path).catch(() => undefined)) ?? {}
    if (Date.now() - mtimeMs > DAY_MS) await rm(path, { recursive: true, force: true })
  }
}

let folder: Promise<string> | undefined

/**
 * The path of a program that a test starts. The programs are bundled once per run, because Node
 * needs twice as long to load them from a thousand files. The deep run and the tests of `npm start` and of
 * the first start load them from their sources, as users do.
 */
export async function entrypoint(name: Entrypoint): Promise<string> {
  if (IS_DEEP) return join(ENTRYPOINTS, `${name}.ts`)
  folder ??= RUN === undefined ? buildPrograms() : programsOfRun(RUN)
  return join(await folder, `${name}.mjs`)
}
