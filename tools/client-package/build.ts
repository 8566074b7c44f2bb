import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCE = 'packages/client'
// The client's own TypeScript compiles to JavaScript. The repository's TypeScript only checks types.
const COMPILER = `${SOURCE}/node_modules/typescript/bin/tsc`

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly dependencies: Readonly<Record<string, string>>
}

/**
 * Builds the client package for publishing: JavaScript modules with types, a manifest and a README. Inside
 * the repository, the TypeScript sources are used directly.
 */
export function buildClient(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const compile = [COMPILER, '-p', `${SOURCE}/tsconfig.build.json`, '--outDir', folder]
  execFileSync(process.execPath, compile, { stdio: 'inherit' })
  const own = JSON.parse(readFileSync(`${SOURCE}/package.json`, 'utf8')) as Manifest
  const manifest = {
    name: own.name,
    version: own.version,
    description: 'Typed client for Holdfast, the scheduling engine that cannot double-book.',
    license: own.license,
    type: 'module',
    sideEffects: false,
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    files: ['*.js', '*.d.ts'],
    engines: { node: '>=20.20.0' },
    dependencies: own.dependencies,
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  copyFileSync(`${SOURCE}/README.md`, join(folder, 'README.md'))
  copyFileSync('LICENSE', join(folder, 'LICENSE'))
}
