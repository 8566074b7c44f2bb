import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import type { FunctionName } from './function-sizes.ts'

const ENTRYPOINTS = fileURLToPath(new URL('../../server/src/entrypoints', import.meta.url))

/** The entrypoint of a function. */
export const entrypointOf = (name: FunctionName): string => join(ENTRYPOINTS, `lambda-${name}.ts`)

/** Some libraries are CommonJS modules and load Node's modules with `require`. */
export const REQUIRE = `import { createRequire as holdfastRequire } from 'node:module'
const require = holdfastRequire(import.meta.url)`

/**
 * The parts of undici that the server uses. Its main module also loads fetch, WebSocket and caches,
 * which would be half of the code of a small function.
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

/** Removes parts of libraries that the server does not use. */
export const LEAN: Plugin = {
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
    // Undici's second parser, which is experimental and used only with UNDICI_USE_MILO.
    building.onLoad({ filter: /\/undici\/lib\/milo\// }, () => ({
      contents: "throw new Error('The parser milo is not in this bundle. Unset UNDICI_USE_MILO.')",
    }))
    // Of zod's fifty locales, only English is used.
    building.onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
      resolveDir: fileURLToPath(new URL('.', import.meta.resolve('zod/v4/locales'))),
    }))
  },
}

const CODEC_FILES = {
  jpegDecoder: 'jpeg/codec/dec/mozjpeg_dec.wasm',
  pngDecoder: 'png/codec/pkg/squoosh_png_bg.wasm',
  webpDecoder: 'webp/codec/dec/webp_dec.wasm',
  webpEncoder: 'webp/codec/enc/webp_enc_simd.wasm',
  resizer: 'resize/lib/resize/pkg/squoosh_resize_bg.wasm',
} as const

/** Puts the WebAssembly of the codecs of photos into the program that uses them, in place of files that it would read. */
export const CODECS: Plugin = {
  name: 'codecs',
  setup(building) {
    building.onLoad({ filter: /[\\/]adapters[\\/]photos[\\/]codec-files\.ts$/ }, ({ path }) => {
      const names = Object.entries(CODEC_FILES)
      const imports = names.map(([name, file]) => `import ${name} from '@jsquash/${file}'`)
      const members = names.map(([name]) => `${name}: () => ${name}`)
      return {
        contents: `${imports.join('\n')}\nexport const CODEC_FILES = { ${members.join(', ')} }`,
        resolveDir: dirname(path),
      }
    })
    building.onLoad({ filter: /[\\/]@jsquash[\\/].*\.wasm$/ }, async ({ path }) => ({
      contents: await readFile(path),
      loader: 'binary',
    }))
  },
}

/**
 * Bundles an entrypoint into one small file with a source map. Names are not minified, so stack traces
 * are readable without the map. Short names did not load faster.
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
  // The functions read their credentials from Lambda's environment and need no AWS SDK.
  external: ['@aws-sdk/*'],
  plugins: [LEAN, CODECS],
  logLevel: 'error',
} satisfies BuildOptions

/** Large libraries that few calls need: files of their own, which a function loads with the first such call. */
const APART: Readonly<
  Record<string, { readonly file: string; readonly by: readonly FunctionName[] }>
> = {
  stripe: { file: 'stripe.mjs', by: ['http', 'due'] },
  'date-holidays': { file: 'holidays.mjs', by: ['http'] },
}
const LIBRARIES_APART: Plugin = {
  name: 'libraries-apart',
  setup(building) {
    building.onResolve({ filter: /^(?:stripe|date-holidays)$/ }, ({ path }) => ({
      path: `./${APART[path]?.file}`,
      external: true,
    }))
  },
}

/** Bundles the large libraries next to the functions that load them. */
async function bundleApart(root: string, names: readonly FunctionName[]): Promise<void> {
  const files = Object.entries(APART).flatMap(([library, { file, by }]) =>
    names
      .filter((name) => by.includes(name))
      .map((name) => ({ library, outfile: join(root, name, file) })),
  )
  await Promise.all(
    files.map(({ library, outfile }) => {
      const entry = fileURLToPath(import.meta.resolve(library))
      return build({ ...BUNDLE, entryPoints: [entry], outfile })
    }),
  )
}

/** The worker that parses calendar files in threads. It is a separate file next to the bundle. */
const ICAL_WORKER = fileURLToPath(
  new URL('../../server/src/adapters/ical/worker.ts', import.meta.url),
)
/** The worker that reads photos in threads. */
const PHOTO_WORKER = fileURLToPath(
  new URL('../../server/src/adapters/photos/worker.ts', import.meta.url),
)
const readsFeeds = (name: FunctionName): boolean => name === 'http' || name === 'due'

/** Bundles functions, each into `<root>/<name>`. Shared modules are parsed once. */
export async function bundleFunctions(
  root: string,
  names: readonly FunctionName[],
  pagesDir?: string,
): Promise<void> {
  await bundleApart(root, names)
  await build({
    ...BUNDLE,
    plugins: [...BUNDLE.plugins, LIBRARIES_APART],
    entryPoints: Object.fromEntries([
      ...names.map((name) => [`${name}/index`, entrypointOf(name)]),
      ...names.filter(readsFeeds).map((name) => [`${name}/ical-worker`, ICAL_WORKER]),
      ...(names.includes('http') ? [['http/photo-worker', PHOTO_WORKER]] : []),
    ]),
    outdir: root,
    outExtension: { '.js': '.mjs' },
  })
  if (!names.includes('http')) return
  if (pagesDir !== undefined) copyPages(pagesDir, join(root, 'http/pages'))
}

/** Copies the HTML pages. Their scripts, styles and images are in the bucket. */
function copyPages(from: string, to: string): void {
  mkdirSync(to)
  for (const file of readdirSync(from)) {
    if (/\.html(?:\.br|\.gz)?$/.test(file)) cpSync(join(from, file), join(to, file))
  }
}

/** Whether the pages are built. */
export const hasPages = (pagesDir: string): boolean => existsSync(join(pagesDir, 'booking.html'))
