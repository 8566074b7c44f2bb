/** How many characters in a row fit one step of a pattern. */
interface Step {
  readonly fits: (character: string) => boolean
  /** `one`: exactly one. `optional`: one or none. `many`: any number. */
  readonly count: 'one' | 'optional' | 'many'
}

/** A parsed pattern: the ways in which a text may match. */
export interface Pattern {
  readonly ways: readonly (readonly Step[])[]
}

/** The most characters of a pattern. */
export const PATTERN_LENGTH_MAX = 200
/** The most steps of a pattern after its counts are written out: `\d{5}` has five. */
const STEPS_MAX = 1000

const CLASS_ESCAPE = /^\\[dDwWsS]$/
const LITERAL_ESCAPE = /^\\[\^$\\.*+?()[\]{}|/-]$/
const ATOM = /^(?:\\.|\[(?:\\.|[^\]\\])*\]|[^\\^$.*+?()[\]{}|]|\.)/su
const COUNT = /^(?:[*+?]|\{(\d{1,3})(?:(,)(\d{1,3})?)?\})/

/**
 * Parses a pattern: characters, `.`, classes such as `[A-Z0-9]`, `\d`, `\w`, `\s`, the counts `?`, `*`, `+` and `{2,4}`, and
 * alternatives with `|`. It has no groups and looks at nothing outside a match, so that a text is matched in a time that grows with
 * the text and the pattern only. What is allowed means the same as in JavaScript with the flag `u`. Undefined if it is none.
 */
export function parsePattern(source: string): Pattern | undefined {
  if (source.length > PATTERN_LENGTH_MAX) return undefined
  const ways: Step[][] = [[]]
  let steps = 0
  let rest = source
  while (rest !== '') {
    if (rest.startsWith('|')) {
      ways.push([])
      rest = rest.slice(1)
      continue
    }
    const atom = ATOM.exec(rest)?.[0]
    const fits = atom === undefined ? undefined : testOf(atom)
    if (atom === undefined || fits === undefined) return undefined
    rest = rest.slice(atom.length)
    const count = COUNT.exec(rest)
    rest = rest.slice(count?.[0].length ?? 0)
    const counted = stepsOf(fits, count)
    if (counted === undefined) return undefined
    steps += counted.length
    if (steps > STEPS_MAX) return undefined
    ways.at(-1)?.push(...counted)
  }
  return { ways }
}

/** Whether a single character fits a part of a pattern; undefined if that is no part of one. */
function testOf(atom: string): Step['fits'] | undefined {
  const isClass = atom.startsWith('[')
  const escapes = atom.match(/\\./gsu) ?? []
  if (!escapes.every((each) => CLASS_ESCAPE.test(each) || LITERAL_ESCAPE.test(each))) {
    return undefined
  }
  // Outside of a class, a hyphen has no meaning that an escape takes away.
  if (!isClass && atom === '\\-') return undefined
  try {
    const expression = new RegExp(`^${atom}$`, 'u')
    return (character) => expression.test(character)
  } catch {
    return undefined
  }
}

/** The steps of a part with its count; undefined if the count is none. */
function stepsOf(fits: Step['fits'], count: RegExpExecArray | null): readonly Step[] | undefined {
  const one: Step = { fits, count: 'one' }
  const optional: Step = { fits, count: 'optional' }
  const many: Step = { fits, count: 'many' }
  if (count === null) return [one]
  const [sign, least, comma, most] = count
  if (sign === '*') return [many]
  if (sign === '+') return [one, many]
  if (sign === '?') return [optional]
  const from = Number(least)
  const required: Step[] = Array.from({ length: from }, () => one)
  if (comma === undefined) return required
  if (most === undefined) return [...required, many]
  const further = Number(most) - from
  if (further < 0) return undefined
  return [...required, ...Array.from({ length: further }, () => optional)]
}

/** Whether a whole text matches a pattern. */
export function matchesPattern({ ways }: Pattern, text: string): boolean {
  const characters = [...text]
  return ways.some((steps) => matchesSteps(steps, characters))
}

/** Follows all ways through the steps at once, one character after the other. */
function matchesSteps(steps: readonly Step[], characters: readonly string[]): boolean {
  let reached = withSkipped(steps, new Set([0]))
  for (const character of characters) {
    const next = new Set<number>()
    for (const position of reached) {
      const step = steps[position]
      if (step?.fits(character)) next.add(step.count === 'many' ? position : position + 1)
    }
    if (next.size === 0) return false
    reached = withSkipped(steps, next)
  }
  return reached.has(steps.length)
}

/** Positions with those behind them that need no character. */
function withSkipped(steps: readonly Step[], positions: Set<number>): Set<number> {
  for (const position of positions) {
    const step = steps[position]
    // A set that grows while it is read is read to its new end.
    if (step !== undefined && step.count !== 'one') positions.add(position + 1)
  }
  return positions
}
