import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const CLIENT = join(ROOT, 'packages/client')
const LIBRARY = join(ROOT, 'packages/server/src/composition/library.ts')

/** The part of TypeScript's API that is used here. The client's own TypeScript has it; that of the repository does not. */
interface TypeScript {
  transpileDeclaration(
    source: string,
    options: { readonly fileName: string; readonly reportDiagnostics: boolean },
  ): { readonly outputText: string; readonly diagnostics?: readonly { messageText: unknown }[] }
}

/** Types that those of the client refer to, by the name of their module. */
const FOREIGN: Readonly<Record<string, string>> = {
  'openapi-fetch': 'node_modules/openapi-fetch/dist/index.d.mts',
  'openapi-typescript-helpers': 'node_modules/openapi-typescript-helpers/dist/index.d.mts',
}

/** Changes the modules that a file of types refers to. */
function redirect(file: string, targets: Readonly<Record<string, string>>): void {
  let text = readFileSync(file, 'utf8')
  for (const [name, target] of Object.entries(targets)) {
    text = text.replaceAll(
      new RegExp(`(from|import\\()\\s*(['"])${name}\\2`, 'g'),
      `$1 $2${target}$2`,
    )
  }
  writeFileSync(file, text)
}

const COMPILER = join(CLIENT, 'node_modules/typescript')

/** Writes the types of the client into a folder. They refer to no other package. */
export function buildClientTypes(folder: string): void {
  mkdirSync(folder, { recursive: true })
  execFileSync(
    process.execPath,
    [
      join(COMPILER, 'bin/tsc'),
      ...['-p', join(CLIENT, 'tsconfig.build.json'), '--outDir', folder],
      '--emitDeclarationOnly',
    ],
    { stdio: 'inherit' },
  )
  for (const [name, path] of Object.entries(FOREIGN)) {
    cpSync(join(ROOT, path), join(folder, `${name}.d.ts`))
  }
  const ownNames = Object.fromEntries(Object.keys(FOREIGN).map((name) => [name, `./${name}.js`]))
  for (const file of globSync('*.d.ts', { cwd: folder })) {
    redirect(join(folder, file), ownNames)
    withJavaScriptNames(join(folder, file))
  }
}

/** Makes imports of `./x.ts` imports of `./x.js`: the compiler writes the names of the sources. */
function withJavaScriptNames(file: string): void {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replaceAll(/(from\s+['"]\.\/[\w.-]+)\.ts(['"])/g, '$1.js$2'))
}

/**
 * Writes the types of the module `holdfast` into `folder`: those of the client, which are those of the contract, and
 * of `openHoldfast`. They refer to no other package but Node's types.
 */
export function buildTypes(folder: string): void {
  buildClientTypes(join(folder, 'client'))
  writeFileSync(
    join(folder, 'index.d.ts'),
    `export * from './client/index.js'\n${ofLibrary(COMPILER)}`,
  )
  redirect(join(folder, 'index.d.ts'), { '@holdfast/client': './client/index.js' })
}

function ofLibrary(compiler: string): string {
  // The cast: TypeScript is loaded by its path.
  const typescript = createRequire(import.meta.url)(compiler) as TypeScript
  const { outputText, diagnostics = [] } = typescript.transpileDeclaration(
    readFileSync(LIBRARY, 'utf8'),
    { fileName: LIBRARY, reportDiagnostics: true },
  )
  if (diagnostics.length > 0)
    throw new Error(`${LIBRARY}: ${JSON.stringify(diagnostics[0]?.messageText)}`)
  return outputText
}
