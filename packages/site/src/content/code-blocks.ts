import { OTHER_DOCUMENTS } from './navigation.ts'

/** A fenced block of code of a document. */
export interface CodeBlock {
  /** The line of its fence, from 1. */
  readonly line: number
  readonly language: string
  readonly code: string
  /** Whether a test runs it. */
  readonly isRun: boolean
  /** Why no test runs it. */
  readonly skip?: string
}

const FENCE = /^( *)(`{3,})(\w*)(.*)$/

/** All fenced code of a document, in its order. */
export function codeBlocks(markdown: string): readonly CodeBlock[] {
  const blocks: CodeBlock[] = []
  let open:
    | { indent: number; fence: string; language: string; info: string; line: number }
    | undefined
  let code: string[] = []
  for (const [index, text] of markdown.split('\n').entries()) {
    const [, indent = '', fence = '', language = '', info = ''] = FENCE.exec(text) ?? []
    if (open === undefined) {
      if (fence === '') continue
      open = { indent: indent.length, fence, language, info, line: index + 1 }
      code = []
    } else if (text.trim() === open.fence) {
      const skip = /\bskip="([^"]+)"/.exec(open.info)?.[1]
      blocks.push({
        line: open.line,
        language: open.language,
        code: code.map((line) => line.slice(open?.indent)).join('\n'),
        isRun: /^ run\b/.test(open.info),
        ...(skip !== undefined && { skip }),
      })
      open = undefined
    } else code.push(text)
  }
  return blocks
}

/** The languages of blocks that somebody could run. Others show answers, settings or pictures. */
const RUNNABLE: ReadonlySet<string> = new Set('sh bash ts tsx js jsx html py php go'.split(' '))

/** Whether a block is something that a reader could run or paste. */
export const isRunnable = ({ language }: CodeBlock): boolean => RUNNABLE.has(language)

/** Whether a block that a reader could run neither is run by a test nor says why not. */
export const isSilent = (block: CodeBlock): boolean =>
  isRunnable(block) && !block.isRun && block.skip === undefined

const COMMANDS_TEST = 'packages/server/tests/docs/documented-commands.test.ts'
const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash'])

/**
 * The test that runs the blocks of a document in a language; undefined if none does. Commands run in documents of
 * the site.
 */
export function runnerOf(
  source: string,
  { language }: Pick<CodeBlock, 'language'>,
): string | undefined {
  if (source === 'packages/engine/README.md') {
    return language === 'ts' ? 'tools/engine-package/build.test.ts' : undefined
  }
  const isRead = OTHER_DOCUMENTS.includes(source) || /^(?:docs|examples)\//.test(source)
  return isRead && SHELLS.has(language) ? COMMANDS_TEST : undefined
}
