import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Rollup } from 'vite'

/** The scripts and styles of the site: their contents by file name. */
export interface Assets {
  readonly files: ReadonlyMap<string, string>
  readonly theme: string
  readonly script: string
  readonly styles: string
}

const STYLES = ['base.css', 'layout.css', 'content.css', 'search.css'] as const

/** The name of a file with a part that changes with its content, so that browsers may keep it forever. */
export function hashedName(name: string, content: string): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10)
  return `assets/${name.replace(/(\.\w+)$/, `-${hash}$1`)}`
}

const isChunk = (part: Rollup.OutputChunk | Rollup.OutputAsset): part is Rollup.OutputChunk =>
  part.type === 'chunk'

/** Bundles the scripts in `browser` and joins the styles. */
export async function buildAssets(site: string): Promise<Assets> {
  const folder = join(site, 'browser')
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: folder,
    build: {
      write: false,
      modulePreload: false,
      target: 'es2022',
      rollupOptions: {
        input: { theme: join(folder, 'theme.ts'), site: join(folder, 'site.ts') },
        output: {
          entryFileNames: 'assets/[name]-[hash].js',
          chunkFileNames: 'assets/[name]-[hash].js',
        },
      },
    },
  })
  // With one configuration and no watching, the build returns one output.
  const { output } = built as Rollup.RollupOutput
  const chunks = output.filter(isChunk)
  const entry = (name: string): string => {
    const found = chunks.find((chunk) => chunk.isEntry && chunk.name === name)
    if (found === undefined) throw new Error(`the build has no script ${name}`)
    return found.fileName
  }
  const css = STYLES.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
  const styles = hashedName('site.css', css)
  return {
    files: new Map([
      ...chunks.map(({ fileName, code }) => [fileName, code] as const),
      [styles, css],
    ]),
    theme: entry('theme'),
    script: entry('site'),
    styles,
  }
}
