import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { publishing } from '../../packages/holdfast/src/publishing.ts'

const SOURCE = 'packages/react'
// The client's TypeScript compiles to JavaScript. The repository's TypeScript only checks types.
const COMPILER = 'packages/client/node_modules/typescript/bin/tsc'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly peerDependencies: Readonly<Record<string, string>>
}

/** Builds the React package for publishing: JavaScript modules with types, a manifest and a README. */
export function buildReact(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const compile = [COMPILER, '-p', `${SOURCE}/tsconfig.build.json`, '--outDir', folder]
  execFileSync(process.execPath, compile, { stdio: 'inherit' })
  const { name, version, license, peerDependencies } = JSON.parse(
    readFileSync(`${SOURCE}/package.json`, 'utf8'),
  ) as Manifest
  const entry = (file: string) => ({ types: `./${file}.d.ts`, default: `./${file}.js` })
  const manifest = {
    name,
    version,
    description: 'React components that embed booking pages of Holdfast.',
    license,
    type: 'module',
    sideEffects: false,
    main: './index.js',
    types: './index.d.ts',
    exports: {
      '.': entry('index'),
      './element': entry('element'),
      './package.json': './package.json',
    },
    files: ['*.js', '*.d.ts'],
    peerDependencies,
    ...publishing(SOURCE),
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  copyFileSync(`${SOURCE}/README.md`, join(folder, 'README.md'))
  copyFileSync('LICENSE', join(folder, 'LICENSE'))
}
