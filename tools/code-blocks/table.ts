import { readFileSync } from 'node:fs'
import { type CodeBlock, codeBlocks, isRunnable, runnerOf } from '@holdfast/site/code-blocks'
import { codeSources } from '@holdfast/site/documents'

/** Where `docs/testing.md` has the tables. */
const MARKS = { start: '<!-- code blocks: generated -->', end: '<!-- code blocks: end -->' }

const GROUPS: readonly { readonly title: string; readonly pattern: RegExp }[] = [
  { title: 'the documents in `docs`', pattern: /^docs\// },
  { title: 'the read-mes of packages', pattern: /^packages\// },
  { title: 'the read-mes of examples', pattern: /^examples\// },
  { title: 'the read-me and other documents of the project', pattern: /^[^/]+$/ },
]

interface Placed {
  readonly source: string
  readonly block: CodeBlock
}

const count = (all: readonly Placed[], has: (placed: Placed) => boolean): number =>
  all.filter(has).length

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`

const counts = (title: string, all: readonly Placed[]): string =>
  row([
    title,
    count(all, ({ block }) => isRunnable(block)),
    count(all, ({ source, block }) => block.isRun && runnerOf(source, block) !== undefined),
    count(all, ({ block }) => isRunnable(block) && block.skip !== undefined),
  ])

/** The tables: how many code blocks each group of documents has, and why some are not run. */
export function codeBlockTables(root: string): string {
  const all = codeSources(root).flatMap((source) =>
    codeBlocks(readFileSync(`${root}/${source}`, 'utf8')).map((block) => ({ source, block })),
  )
  const reasons = new Map<string, number>()
  for (const { source, block } of all) {
    if (block.skip === undefined) continue
    const key = row([`\`${source}\``, block.skip])
    reasons.set(key, (reasons.get(key) ?? 0) + 1)
  }
  return [
    row([
      'code blocks that a reader could run, of',
      'blocks',
      'run by a test',
      'not run, with the reason',
    ]),
    row(['---', '---', '---', '---']),
    ...GROUPS.map(({ title, pattern }) =>
      counts(
        title,
        all.filter(({ source }) => pattern.test(source)),
      ),
    ),
    counts('all', all),
    '',
    row(['document', 'why a block is not run', 'blocks']),
    row(['---', '---', '---']),
    ...[...reasons].map(([key, blocks]) => `${key} ${blocks} |`),
  ].join('\n')
}

/** A document with the current tables between its marks. */
export function withTables(document: string, tables: string): string {
  const [before, rest] = document.split(MARKS.start)
  const [, after] = rest?.split(MARKS.end) ?? []
  if (before === undefined || after === undefined) throw new Error('docs/testing.md has no marks')
  return `${before}${MARKS.start}\n\n${tables}\n\n${MARKS.end}${after}`
}
