import type { InputError } from '@holdfast/contracts'
import type { z } from '@hono/zod-openapi'
import { type Checked, failed, passed, validationProblem } from './problem.ts'

type Issue = z.core.$ZodIssue

/** What pointers to the members of a query begin with. */
const QUERY = '/query'

/** The most characters of a refused value that a message repeats. */
const SHOWN_LENGTH = 60

/** A refused value as a message repeats it: JSON, shortened, without line ends. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length <= SHOWN_LENGTH ? text : `${text.slice(0, SHOWN_LENGTH)}…`
}

// RFC 6901: "~" and "/" inside a member's name are written "~0" and "~1".
const pointerOf = (prefix: string, path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (pointer, step) => `${pointer}/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    prefix,
  )

function expectation(issue: Issue): string {
  if (issue.code === 'invalid_type' && issue.expected === 'object') return 'must be an object'
  return issue.message
}

function errorsOf(issue: Issue, prefix: string): readonly InputError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      pointer: pointerOf(prefix, [...issue.path, key]),
      message: `${shown(key)} is not a known name here; must be left out`,
    }))
  }
  const pointer = pointerOf(prefix, issue.path)
  if (issue.input === undefined) {
    return [{ pointer, message: `is required; ${expectation(issue)}` }]
  }
  // A name that comes twice in a query is read as a list.
  if (prefix === QUERY && issue.path.length === 1 && Array.isArray(issue.input)) {
    return [{ pointer, message: 'is given more than once; must be given once' }]
  }
  const isWhole = typeof issue.input === 'object' && issue.input !== null
  const got = isWhole ? '' : `; got ${shown(issue.input)}`
  return [{ pointer, message: `${expectation(issue)}${got}` }]
}

/**
 * Checks `input` against a schema. What is wrong is told once for each value, as where it is (below
 * `prefix`: empty for the body, `/query` for a query), what would be right and what was sent.
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  prefix: string,
): Checked<z.output<Schema>> {
  const parsed = schema.safeParse(input, { reportInput: true })
  if (parsed.success) return passed(parsed.data)
  const seen = new Map<string, InputError>()
  for (const issue of parsed.error.issues) {
    for (const error of errorsOf(issue, prefix)) {
      if (!seen.has(error.pointer)) seen.set(error.pointer, error)
    }
  }
  return failed(validationProblem([...seen.values()]))
}
