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
const RUNNABLE: ReadonlySet<string> = new Set(['sh', 'bash', 'ts', 'js', 'py', 'php', 'go'])

/**
 * Whether a block neither is run by a test nor says why not. A block with `…` is a fragment: it has placeholders
 * that a reader replaces.
 */
export const isSilent = ({ language, code, isRun, skip }: CodeBlock): boolean =>
  RUNNABLE.has(language) && !isRun && skip === undefined && !code.includes('…')
