import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { foldersOf, noticesOf } from '../../packages/holdfast/src/notices.ts'
import { publishing } from '../../packages/holdfast/src/publishing.ts'
import { buildClientTypes } from '../../packages/holdfast/src/types.ts'

const SOURCE = 'packages/client'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license: string
}

/**
 * Builds the client package for publishing in an empty folder: one JavaScript module, its types, a manifest and a
 * README. It depends on no other package, so a browser can import the module from any server of files. Inside the
 * repository, the TypeScript sources are used directly.
 */
export async function buildClient(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { metafile } = await build({
    entryPoints: [`${SOURCE}/src/index.ts`],
    outfile: join(folder, 'index.js'),
    bundle: true,
    format: 'esm',
    // No module of Node can be bundled for it.
    platform: 'browser',
    target: 'es2022',
    metafile: true,
    logLevel: 'error',
  })
  buildClientTypes(folder)
  const libraries = foldersOf(Object.keys(metafile.inputs))
  const notices = noticesOf(libraries, 'This package contains the following libraries.')
  writeFileSync(join(folder, 'THIRD-PARTY.txt'), notices)
  const { name, version, license } = JSON.parse(
    readFileSync(`${SOURCE}/package.json`, 'utf8'),
  ) as Manifest
  const manifest = {
    name,
    version,
    description: 'Typed client for Holdfast, the scheduling engine that cannot double-book.',
    keywords: ['booking', 'scheduling', 'appointments', 'calendar', 'availability', 'holdfast'],
    license,
    type: 'module',
    sideEffects: false,
    main: './index.js',
    types: './index.d.ts',
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './package.json': './package.json',
    },
    files: ['index.js', '*.d.ts', 'THIRD-PARTY.txt'],
    engines: { node: '>=20.20.0' },
    ...publishing(SOURCE),
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  // Links into the repository lead nowhere in a package.
  const readme = readFileSync(`${SOURCE}/README.md`, 'utf8')
  writeFileSync(join(folder, 'README.md'), readme.replaceAll(/\[([^\]]+)\]\(\.\.[^)]*\)/g, '$1'))
  copyFileSync('LICENSE', join(folder, 'LICENSE'))
}
