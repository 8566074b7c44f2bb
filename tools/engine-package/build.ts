import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { publishing } from '../../packages/holdfast/src/publishing.ts'

const SOURCE = 'packages/engine'
// The client's TypeScript compiles to JavaScript. The repository's TypeScript only checks types.
const COMPILER = 'packages/client/node_modules/typescript/bin/tsc'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license: string
}

/** Builds the engine as a package: JavaScript modules with types, a manifest and a README. It has no dependencies. */
export function buildEngine(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const compile = [COMPILER, '-p', `${SOURCE}/tsconfig.build.json`, '--outDir', folder]
  execFileSync(process.execPath, compile, { stdio: 'inherit' })
  const { name, version, license } = JSON.parse(
    readFileSync(`${SOURCE}/package.json`, 'utf8'),
  ) as Manifest
  const manifest = {
    name,
    version,
    description:
      'Free times, claims and recurrence as pure functions, with a time zone table of its own.',
    license,
    type: 'module',
    sideEffects: false,
    main: './index.js',
    types: './index.d.ts',
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './package.json': './package.json',
    },
    files: ['**/*.js', '**/*.d.ts'],
    engines: { node: '>=20.20.0' },
    ...publishing(SOURCE),
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  copyFileSync(`${SOURCE}/README.md`, join(folder, 'README.md'))
  copyFileSync('LICENSE', join(folder, 'LICENSE'))
}
