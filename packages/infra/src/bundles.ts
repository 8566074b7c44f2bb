import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import type { FunctionName } from './functions.ts'

const ENTRYPOINTS = fileURLToPath(new URL('../../server/src/entrypoints', import.meta.url))

/** The entrypoint of a function. */
export const entrypointOf = (name: FunctionName): string => join(ENTRYPOINTS, `lambda-${name}.ts`)

/** Some libraries are CommonJS, and ask for Node's own modules by `require`. */
const REQUIRE = `import { createRequire as holdfastRequire } from 'node:module'
const require = holdfastRequire(import.meta.url)`

/**
 * What the functions use of undici. Its front door loads its fetch, its WebSocket and its caches too,
 * which is half of what a small function would have to load.
 */
const UNDICI = `
import Agent from 'undici/lib/dispatcher/agent.js'
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js'
import Pool from 'undici/lib/dispatcher/pool.js'
import api from 'undici/lib/api/index.js'
Object.assign(Dispatcher.prototype, api)
export { Agent, Pool }
export function request(url, { dispatcher, ...options }) {
  const { origin, pathname, search } = new URL(url)
  return dispatcher.request({ method: 'GET', ...options, origin, path: pathname + search })
}
`

/** Leaves out parts of libraries that no function uses. */
const LEAN: Plugin = {
  name: 'lean',
  setup(building) {
    building.onResolve({ filter: /^undici$/ }, ({ resolveDir }) => ({
      path: 'undici',
      namespace: 'lean',
      pluginData: resolveDir,
    }))
    building.onLoad({ filter: /^undici$/, namespace: 'lean' }, ({ pluginData }) => ({
      contents: UNDICI,
      resolveDir: pluginData as string,
    }))
    // The messages of zod in fifty languages; problems are told in one.
    building.onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
      resolveDir: fileURLToPath(new URL('.', import.meta.resolve('zod/v4/locales'))),
    }))
  },
}

/**
 * How an entrypoint becomes one small file, with its source map beside it. Names are kept: a stack
 * then says where it was without the map, and a bundle with short names was no faster to load.
 */
export const BUNDLE = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  banner: { js: REQUIRE },
  // The functions take their credentials from Lambda's environment: the chain is never asked for.
  external: ['@aws-sdk/*'],
  plugins: [LEAN],
  logLevel: 'error',
} satisfies BuildOptions

/** The parts of the API's documentation page, which are read when somebody opens it. */
const DOCS = ['package.json', 'swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']

/** The program of the threads that read calendar files: a file of its own beside the bundle. */
const ICAL_WORKER = fileURLToPath(
  new URL('../../server/src/adapters/ical/worker.ts', import.meta.url),
)
const readsFeeds = (name: FunctionName): boolean => name === 'http' || name === 'timer'

/** Bundles functions, each into a folder of its name under `root`; what they share is parsed once. */
export async function bundleFunctions(
  root: string,
  names: readonly FunctionName[],
  pagesDir?: string,
): Promise<void> {
  await build({
    ...BUNDLE,
    entryPoints: Object.fromEntries([
      ...names.map((name) => [`${name}/index`, entrypointOf(name)]),
      ...names.filter(readsFeeds).map((name) => [`${name}/ical-worker`, ICAL_WORKER]),
    ]),
    outdir: root,
    outExtension: { '.js': '.mjs' },
  })
  if (!names.includes('http')) return
  copyDocs(join(root, 'http'))
  if (pagesDir !== undefined) copyPages(pagesDir, join(root, 'http/pages'))
}

function copyDocs(folder: string): void {
  const require = createRequire(entrypointOf('http'))
  const from = dirname(require.resolve('swagger-ui-dist/package.json'))
  const to = join(folder, 'node_modules/swagger-ui-dist')
  mkdirSync(to, { recursive: true })
  for (const file of DOCS) cpSync(join(from, file), join(to, file))
}

/** The pages themselves; what they load is in the bucket. */
function copyPages(from: string, to: string): void {
  mkdirSync(to)
  for (const file of readdirSync(from)) {
    if (/\.html(?:\.br|\.gz)?$/.test(file)) cpSync(join(from, file), join(to, file))
  }
}

/** Whether the pages were built. */
export const hasPages = (pagesDir: string): boolean => existsSync(join(pagesDir, 'booking.html'))
