import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, posix, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CODECS, LEAN, REQUIRE } from '@holdfast/infra/bundles'
import { build, type Metafile, type Plugin } from 'esbuild'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** The commands of the package: their names, and their sources from the repository's root. */
const COMMANDS: Readonly<Record<string, string>> = {
  start: 'packages/server/src/entrypoints/node.ts',
  doctor: 'packages/server/src/entrypoints/doctor.ts',
  backup: 'packages/server/src/entrypoints/backup.ts',
  restore: 'packages/server/src/entrypoints/restore.ts',
  compact: 'packages/server/src/entrypoints/compact.ts',
  accounts: 'packages/server/src/entrypoints/accounts.ts',
  'search-index': 'packages/server/src/entrypoints/search-index.ts',
  'sign-in-link': 'packages/server/src/entrypoints/sign-in-link.ts',
  'server-key': 'packages/server/src/entrypoints/server-key.ts',
  vault: 'packages/server/src/entrypoints/vault.ts',
  'dead-letters': 'packages/server/src/entrypoints/dead-letters.ts',
  mcp: 'packages/server/src/entrypoints/mcp.ts',
  prove: 'packages/prove/src/main.ts',
}

/** Folders that only a checkout has. */
const ONLY_IN_CHECKOUT: ReadonlySet<string> = new Set(['node_modules/.cache/holdfast'])

/** The module `holdfast`. */
const LIBRARY = 'packages/server/src/entrypoints/library.ts'

/** Folders that programs read at run time: their places in the repository, and in `dist`. */
export const FOLDERS: Readonly<Record<string, string>> = {
  'packages/web/dist': 'pages',
  'packages/site/dist': 'site',
}

/** Commands by their names in npm scripts. */
const SCRIPT = new RegExp(`npm run (${Object.keys(COMMANDS).join('|')})\\b( --(?= ))?`, 'g')

const OWN_URL = /new URL\(\s*'(\.[^']*)',\s*import\.meta\.url,?\s*\)/g

const SOURCES = ['packages/server/src', 'packages/prove/src']

/** Programs of threads and other modules that one names by a URL relative to itself. */
function threads(): Readonly<Record<string, string>> {
  const sources = globSync(
    SOURCES.map((folder) => `${folder}/**/*.ts`),
    { cwd: ROOT },
  ).filter((path) => !path.endsWith('.test.ts'))
  const named = sources.flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(OWN_URL)]
      .map(([, target = '']) => posix.join(posix.dirname(path.split(sep).join('/')), target))
      .filter((target) => target.endsWith('.ts') && commandOf(target) === undefined),
  )
  return Object.fromEntries(named.map((path) => [threadName(path), path]))
}

const commandOf = (path: string): string | undefined =>
  Object.entries(COMMANDS).find(([, source]) => source === path)?.[0]

/** `thread-sqlite-backup-worker` for `…/sqlite/backup-worker.ts`. */
const threadName = (path: string): string =>
  `thread-${posix.basename(posix.dirname(path))}-${posix.basename(path, '.ts')}`

/** Where the bundle finds what a module names relative to itself. All files of the bundle are in one folder. */
function placeInBundle(path: string): string {
  const wanted = relative(ROOT, path).split(sep).join('/')
  if (wanted.endsWith('.ts')) return `./${commandOf(wanted) ?? threadName(wanted)}.js`
  const folder = FOLDERS[wanted]
  if (folder) return `./${folder}/`
  if (ONLY_IN_CHECKOUT.has(wanted)) return './'
  throw new Error(`${wanted} is read at run time. Add it to FOLDERS in bundle.ts.`)
}

/** Stands for `node:sqlite`. */
const SQLITE = fileURLToPath(new URL('./sqlite-of-old-nodes.ts', import.meta.url))

/** Modules that find files by their own place must find them from the bundle, and texts must name its commands. */
const inBundle = (version: string): Plugin => ({
  name: 'in-bundle',
  setup(building) {
    building.onLoad({ filter: /[\\/]packages[\\/]\w+[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      const contents = source
        .replaceAll(OWN_URL, (_, target: string) => {
          const file = resolve(dirname(path), target)
          return `new URL('${placeInBundle(file)}', import.meta.url)`
        })
        .replaceAll(SCRIPT, 'npx holdfast $1')
        .replaceAll(/\bnpm start\b/g, 'npx holdfast start')
      return { contents, loader: 'ts' }
    })
    building.onResolve({ filter: /^node:sqlite$/ }, ({ importer }) =>
      importer === SQLITE ? undefined : { path: SQLITE },
    )
    building.onLoad({ filter: /[\\/]packages[\\/]server[\\/]package\.json$/ }, () => ({
      contents: JSON.stringify({ version }),
      loader: 'json',
    }))
  },
})

/**
 * Bundles all programs into a folder, with the libraries that they import. What they share is in chunks, and what
 * they import later is in chunks of its own. Nothing is minified, so that stack traces can be read. Resolves with the sources of each file.
 */
export async function bundlePrograms(folder: string, version: string): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries(
      Object.entries({ ...COMMANDS, index: LIBRARY, ...threads() }).map(([name, source]) => [
        name,
        join(ROOT, source),
      ]),
    ),
    outdir: folder,
    chunkNames: 'chunk-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    // The oldest Node with `node:sqlite`.
    target: 'node22.13',
    format: 'esm',
    mainFields: ['module', 'main'],
    legalComments: 'none',
    banner: { js: REQUIRE },
    // `pg` uses it only if it is installed.
    external: ['pg-native'],
    plugins: [LEAN, CODECS, inBundle(version)],
    metafile: true,
    logLevel: 'error',
  })
  return metafile
}
