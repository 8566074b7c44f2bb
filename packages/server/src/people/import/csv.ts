/** A row of a CSV file: its cells, and the line on which it begins, counted from 1. */
export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
  /** Whether a quote of the row is never closed, so that its last cell has all that follows. */
  readonly isOpen: boolean
}

const SEPARATORS = [',', ';', '\t'] as const

/** The separator of a file: the one that is most often in its first line. */
function separatorOf(text: string): string {
  const [first = ''] = text.split(/\r?\n/, 1)
  const countOf = (separator: string) => first.split(separator).length
  return SEPARATORS.reduce((best, each) => (countOf(each) > countOf(best) ? each : best))
}

/**
 * Reads a CSV file (RFC 4180), with commas, semicolons or tabs between the cells. Rows of empty cells are left out. A quote that is never closed ends
 * with the file, and its row says so.
 */
export function* readCsv(source: string): Generator<CsvRow> {
  const text = source.startsWith('\ufeff') ? source.slice(1) : source
  const separator = separatorOf(text)
  let at = 0
  let line = 1
  while (at < text.length) {
    const cells: string[] = []
    const begins = line
    let isOpen: boolean
    for (;;) {
      const cell = readCell(text, at, separator)
      cells.push(cell.value)
      line += cell.lineBreaks
      isOpen = cell.isOpen
      at = cell.end
      if (text[at] !== separator) break
      at += 1
    }
    if (text[at] === '\r') at += 1
    if (text[at] === '\n') at += 1
    line += 1
    if (cells.some((cell) => cell.trim() !== '')) yield { line: begins, cells, isOpen }
  }
}

interface Cell {
  readonly value: string
  /** The place after the cell. */
  readonly end: number
  /** How many line breaks are in its quotes. */
  readonly lineBreaks: number
  readonly isOpen: boolean
}

function readCell(text: string, start: number, separator: string): Cell {
  if (text[start] === '"') return readQuoted(text, start)
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') {
    end += 1
  }
  return { value: text.slice(start, end), end, lineBreaks: 0, isOpen: false }
}

/** Two quotes in quotes are one. What stands between the closing quote and the separator is dropped. */
function readQuoted(text: string, start: number): Cell {
  const parts: string[] = []
  let at = start + 1
  let isOpen: boolean
  for (;;) {
    const quote = text.indexOf('"', at)
    const end = quote < 0 ? text.length : quote
    parts.push(text.slice(at, end))
    at = end + 1
    isOpen = quote < 0
    if (isOpen || text[at] !== '"') break
    parts.push('"')
    at += 1
  }
  const value = parts.join('')
  const lineBreaks = value.split('\n').length - 1
  return { value, end: Math.min(at, text.length), lineBreaks, isOpen }
}
