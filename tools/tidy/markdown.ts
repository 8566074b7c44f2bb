/** A link or image as a Markdown file has it: its target, and its line, counted from 1. */
export interface MarkdownLink {
  readonly line: number
  readonly target: string
}

/** What `markdownLinks` found: targets, and labels of references that the file does not define. */
export interface MarkdownLinks {
  readonly links: readonly MarkdownLink[]
  readonly undefinedLabels: readonly { readonly line: number; readonly label: string }[]
}

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ')

const FENCE = /^[\s>]*(`{3,}|~{3,})/

/** The text with fenced code and HTML comments blanked out; every other character keeps its place. */
function withoutFences(text: string): string {
  let fence = ''
  const lines = text.split('\n').map((line) => {
    const mark = FENCE.exec(line)?.[1] ?? ''
    if (fence === '') {
      fence = mark
      return mark === '' ? line : blank(line)
    }
    const rest = line.trim().replace(/^(?:>\s*)+/, '')
    if (rest === mark && mark.startsWith(fence)) fence = ''
    return blank(line)
  })
  return lines.join('\n').replaceAll(/<!--[\s\S]*?-->/g, blank)
}

/** A code span: as many backticks at its end as at its start, and no blank line between them. */
const CODE_SPAN = /(?<!`)(`+)(?!`)((?:(?!\n[ \t]*\n)[\s\S])*?[^`])\1(?!`)/g

const withoutCode = (text: string): string => withoutFences(text).replaceAll(CODE_SPAN, blank)

/** `](target)`, `](<target>)` and `](target "title")`; parentheses may lie in the target in pairs. */
const INLINE =
  /\]\(\s*(<[^>\n]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/g
const DEFINITION = /^ {0,3}\[([^\]]+)\]:\s*(<[^>\n]*>|\S+)/gm
const REFERENCE = /\[[^[\]]+\]\[([^[\]]+)\]/g
const HTML = /<(?:a|img|source)\b[^>]*?\b(?:href|src|srcset)="([^"]*)"/g

const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length

const labelOf = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, ' ')

/** The links and images of a Markdown text, also those written as HTML; code and comments have none. */
export function markdownLinks(markdown: string): MarkdownLinks {
  const text = withoutCode(markdown)
  const definitions = [...text.matchAll(DEFINITION)]
  const labels = new Set(definitions.map(([, label = '']) => labelOf(label)))
  const targets = [
    ...[...text.matchAll(INLINE), ...text.matchAll(HTML)].map((found) => ({
      found,
      target: found[1],
    })),
    ...definitions.map((found) => ({ found, target: found[2] })),
  ]
  return {
    links: targets.map(({ found, target = '' }) => ({
      line: lineOf(text, found.index),
      target: target.replace(/^<(.*)>$/, '$1'),
    })),
    undefinedLabels: [...text.matchAll(REFERENCE)]
      .filter(([, label = '']) => !labels.has(labelOf(label)))
      .map((found) => ({ line: lineOf(text, found.index), label: found[1] ?? '' })),
  }
}

const HEADING = /^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/gm
const NAMED = /<a\s[^>]*?\b(?:id|name)="([^"]+)"/g

/** The anchor that the repository host derives from a heading. */
const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<[^>]*>/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')

/** Every `#anchor` of a Markdown text: of its headings, numbered where they repeat, and named by HTML. */
export function markdownAnchors(markdown: string): ReadonlySet<string> {
  const text = withoutFences(markdown)
  const counts = new Map<string, number>()
  const anchors = [...text.matchAll(HEADING)].map(([, heading = '']) => {
    const anchor = anchorOf(heading)
    const count = counts.get(anchor) ?? 0
    counts.set(anchor, count + 1)
    return count === 0 ? anchor : `${anchor}-${count}`
  })
  return new Set([...anchors, ...[...text.matchAll(NAMED)].map(([, name = '']) => name)])
}

/** The code spans of a Markdown text, without their backticks, each with its line; fenced code has none. */
export function markdownCodeSpans(
  markdown: string,
): readonly { readonly line: number; readonly code: string }[] {
  const text = withoutFences(markdown)
  return [...text.matchAll(CODE_SPAN)].map((found) => ({
    line: lineOf(text, found.index),
    code: found[2] ?? '',
  }))
}
