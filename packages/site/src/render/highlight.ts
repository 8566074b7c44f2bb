import { escapeHtml } from './html.ts'

/** What a language writes as comments, strings and keywords. */
interface Grammar {
  readonly comment?: RegExp
  readonly string: RegExp
  readonly keywords: readonly string[]
}

const DOUBLE_OR_SINGLE = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/
const SLASHES = /\/\/[^\n]*|\/\*[\s\S]*?\*\//
const HASH = /(?<![^\s])#[^\n]*/

const SHELL: Grammar = {
  comment: HASH,
  // A shell string goes on over several lines.
  string: /"(?:[^"\\]|\\.)*"|'[^']*'/,
  keywords: ['curl', 'npm', 'npx', 'node', 'export', 'if', 'then', 'fi', 'for', 'do', 'done'],
}

const SCRIPT: Grammar = {
  comment: SLASHES,
  string: /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/,
  keywords:
    'async await break catch class const else export for from function if import in instanceof let new null of return throw true false try type undefined while'.split(
      ' ',
    ),
}

const GRAMMARS: Readonly<Record<string, Grammar>> = {
  sh: SHELL,
  bash: SHELL,
  ts: SCRIPT,
  js: SCRIPT,
  json: { string: DOUBLE_OR_SINGLE, keywords: ['true', 'false', 'null'] },
  py: {
    comment: HASH,
    string: /"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/,
    keywords:
      'as def else except False for from if import in None not print raise return True try while with'.split(
        ' ',
      ),
  },
  php: {
    comment: SLASHES,
    string: DOUBLE_OR_SINGLE,
    keywords: 'echo false function if new null return throw true use'.split(' '),
  },
  go: {
    comment: SLASHES,
    string: /"(?:[^"\\\n]|\\.)*"|`[^`]*`/,
    keywords: 'defer err func if import nil package panic range return var'.split(' '),
  },
  yaml: { comment: HASH, string: DOUBLE_OR_SINGLE, keywords: ['true', 'false', 'null'] },
  nginx: { comment: HASH, string: DOUBLE_OR_SINGLE, keywords: ['server', 'location'] },
  html: { comment: /<!--[\s\S]*?-->/, string: /"[^"\n]*"/, keywords: [] },
}

/** Matches nothing. */
const NEVER = /(?!)/

/**
 * Code as HTML, with its comments, strings, numbers and keywords marked by the classes `c`, `s`, `n` and `k`.
 * A language without a grammar is only escaped.
 */
export function highlight(code: string, language: string): string {
  const grammar = GRAMMARS[language]
  if (grammar === undefined) return escapeHtml(code)
  const { comment = NEVER, string, keywords } = grammar
  const words = keywords.length > 0 ? `\\b(?:${keywords.join('|')})\\b(?!-)` : NEVER.source
  const tokens = new RegExp(
    `(?<c>${comment.source})|(?<s>${string.source})|(?<k>${words})|(?<n>\\b\\d[\\d._]*\\b)`,
    'g',
  )
  let html = ''
  let last = 0
  for (const match of code.matchAll(tokens)) {
    const [kind = ''] =
      Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? []
    html += escapeHtml(code.slice(last, match.index))
    html += `<span class="${kind}">${escapeHtml(match[0])}</span>`
    last = match.index + match[0].length
  }
  return html + escapeHtml(code.slice(last))
}

/** A code block: it can be scrolled by keyboard, and the script of the page adds a button that copies it. */
export const codeBlock = (code: string, language: string): string =>
  `<div class="code"><pre tabindex="0"><code class="language-${escapeHtml(language || 'text')}">${highlight(code.replace(/\n$/, ''), language)}</code></pre></div>`
