import type { InputError } from '@holdfast/contracts'
import type { z } from '@hono/zod-openapi'
import { pointerStep } from '../refusals.ts'
import { type Checked, failed, passed, validationProblem } from './problem.ts'
import { schemaWords, unionIssues } from './schema-words.ts'

type Issue = z.core.$ZodIssue

/** The prefix of pointers to query parameters. */
const QUERY = '/query'

/** Members with secrets, whose values appear in no message. */
const SECRET_MEMBERS: ReadonlySet<PropertyKey | undefined> = new Set([
  'restrictedKey',
  'webhookSecret',
])

/** The most characters of an invalid value in a message. */
const SHOWN_LENGTH = 60

/** Formats an invalid value for a message: truncated JSON without line breaks. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length <= SHOWN_LENGTH ? text : `${text.slice(0, SHOWN_LENGTH)}…`
}

// RFC 6901 escapes "~" and "/" in names as "~0" and "~1".
const pointerOf = (prefix: string, path: readonly PropertyKey[]): string =>
  path.reduce<string>((pointer, step) => `${pointer}/${pointerStep(step)}`, prefix)

function expectation(issue: Issue): string {
  if (issue.code === 'invalid_type' && issue.expected === 'object') return 'must be an object'
  return issue.message
}

function errorsOf(issue: Issue, prefix: string): readonly InputError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      pointer: pointerOf(prefix, [...issue.path, key]),
      message: 'is unknown; remove it',
    }))
  }
  const pointer = pointerOf(prefix, issue.path)
  if (issue.input === undefined) {
    return [{ pointer, message: `is required; ${expectation(issue)}` }]
  }
  // A repeated query parameter is a list. One that may be repeated has only too few or too many.
  const isRepeated = prefix === QUERY && issue.path.length === 1 && Array.isArray(issue.input)
  if (isRepeated && !('origin' in issue && issue.origin === 'array')) {
    return [{ pointer, message: 'is given more than once; send it once' }]
  }
  const isWhole = typeof issue.input === 'object' && issue.input !== null
  const isSecret = SECRET_MEMBERS.has(issue.path.at(-1))
  const got = isWhole || isSecret ? '' : `; got ${shown(issue.input)}`
  return [{ pointer, message: `${expectation(issue)}${got}` }]
}

/**
 * Validates `input` against a schema. Reports one error per value with a pointer, the expected value and the
 * actual value. Pointers start with `prefix`, which is empty for the body and `/query` for a query.
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  prefix: string,
): Checked<z.output<Schema>> {
  const parsed = schema.safeParse(input, { reportInput: true, error: schemaWords })
  if (parsed.success) return passed(parsed.data)
  const seen = new Map<string, InputError>()
  for (const issue of parsed.error.issues.flatMap(unionIssues)) {
    for (const error of errorsOf(issue, prefix)) {
      if (!seen.has(error.pointer)) seen.set(error.pointer, error)
    }
  }
  return failed(validationProblem([...seen.values()]))
}
