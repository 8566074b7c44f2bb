import MarkdownIt, { type Token } from 'markdown-it'
import { codeBlock } from './highlight.ts'

/** A heading of a page. */
export interface Heading {
  readonly level: number
  readonly id: string
  readonly text: string
}

/** A part of a page from one heading to the next, as plain text for the search. */
export interface Section {
  /** Empty for the part before the first heading. */
  readonly id: string
  readonly heading: string
  readonly text: string
}

/** A rendered document. */
export interface Rendered {
  /** The text of the first heading of level 1, which `html` does not contain. */
  readonly title: string
  readonly html: string
  readonly headings: readonly Heading[]
  readonly sections: readonly Section[]
}

/**
 * Resolves the target of a link or image as it is written in the document: the address on the site, or undefined
 * for a file of the repository that the site does not have.
 */
export type ResolveTarget = (target: string) => string | undefined

/** The anchor that the repository host derives from a heading, so that links work in both places. */
export const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')

const plainText = (token: Token | undefined): string =>
  (token?.children ?? [])
    .map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : content))
    .join('')

function createParser() {
  const parser = new MarkdownIt({ html: true })
  const { rules } = parser.renderer
  rules.fence = (tokens, index) => {
    const { content = '', info = '' } = tokens[index] ?? {}
    return codeBlock(content, info.trim().split(/\s/)[0] ?? '')
  }
  rules.code_block = (tokens, index) => codeBlock(tokens[index]?.content ?? '', '')
  rules.table_open = () =>
    '<div class="table" tabindex="0" role="group" aria-label="Table"><table>\n'
  rules.table_close = () => '</table></div>\n'
  return parser
}

const PARSER = createParser()

/** Renders a document. A link to a file that the site does not have becomes plain text. */
export function renderMarkdown(markdown: string, resolve: ResolveTarget): Rendered {
  const tokens = PARSER.parse(markdown, {})
  const counts = new Map<string, number>()
  const headings: Heading[] = []
  const sections: { id: string; heading: string; text: string }[] = [
    { id: '', heading: '', text: '' },
  ]
  let title = ''
  const body = tokens.filter((token, index) => {
    if (token.type === 'inline') resolveTargets(token, resolve)
    // An empty header says nothing to screen readers; it is a plain cell.
    if (token.type === 'th_open' && tokens[index + 1]?.content === '') token.tag = 'td'
    if (token.type === 'th_close' && tokens[index - 1]?.content === '') token.tag = 'td'
    const heading = headingAt(tokens, index)
    if (heading?.level === 1) {
      if (token.type === 'inline') title = plainText(token)
      // Counted too: a later heading with the same text gets a number.
      if (token.type === 'heading_open') counts.set(anchorOf(plainText(tokens[index + 1])), 1)
      return false
    }
    if (token.type === 'heading_open') {
      const text = plainText(tokens[index + 1])
      const base = anchorOf(text)
      const count = counts.get(base) ?? 0
      counts.set(base, count + 1)
      const id = count === 0 ? base : `${base}-${count}`
      token.attrSet('id', id)
      headings.push({ level: Number(token.tag.slice(1)), id, text })
      sections.push({ id, heading: text, text: '' })
    } else if (heading === undefined) {
      const section = sections.at(-1)
      if (section !== undefined) section.text += searchText(token)
    }
    return true
  })
  return { title, html: PARSER.renderer.render(body, PARSER.options, {}), headings, sections }
}

/** The heading whose opening, text or closing the token at an index is. */
function headingAt(
  tokens: readonly Token[],
  index: number,
): { readonly level: number } | undefined {
  for (const place of [index, index - 1, index - 2]) {
    const token = tokens[place]
    if (token?.type === 'heading_open') return { level: Number(token.tag.slice(1)) }
    if (token?.type === 'heading_close') return place === index ? levelOf(token) : undefined
  }
  return undefined
}

const levelOf = ({ tag }: Token): { readonly level: number } => ({ level: Number(tag.slice(1)) })

const searchText = (token: Token): string => {
  if (token.type === 'inline') return `${plainText(token)} `
  return token.type === 'fence' ? `${token.content} ` : ''
}

function resolveTargets(token: Token, resolve: ResolveTarget): void {
  let isOpen = false
  for (const child of token.children ?? []) {
    if (child.type === 'image') {
      child.attrSet('src', resolve(String(child.attrGet('src') ?? '')) ?? '')
      child.attrSet('loading', 'lazy')
      continue
    }
    if (child.type === 'link_open') {
      const target = decodeURI(String(child.attrGet('href') ?? ''))
      const resolved = resolve(target)
      isOpen = resolved === undefined
      if (resolved === undefined) {
        // The path stays readable, though the site has no such page.
        child.tag = 'span'
        child.attrs = [['title', `${target} in the repository`]]
      } else child.attrSet('href', resolved)
    } else if (child.type === 'link_close' && isOpen) {
      child.tag = 'span'
      isOpen = false
    }
  }
}
