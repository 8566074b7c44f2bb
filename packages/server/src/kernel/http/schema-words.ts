import type { z } from '@hono/zod-openapi'

type Issue = z.core.$ZodIssue

const TYPE_WORDS: Readonly<Record<string, string>> = {
  array: 'must be a list',
  boolean: 'must be true or false',
  int: 'must be a whole number',
  null: 'must be null',
  number: 'must be a number',
  object: 'must be an object',
  record: 'must be an object',
  string: 'must be text',
}

/** What is counted in the bounds of a value. A number is its own size. */
const COUNTED: Readonly<Record<string, readonly [one: string, several: string]>> = {
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  string: ['character', 'characters'],
}

function boundWords(origin: string, limit: string, bound: number | bigint): string {
  const counted = COUNTED[origin]
  if (counted === undefined) return `must be ${limit} ${bound}`
  return `must have ${limit} ${bound} ${counted[Number(bound) === 1 ? 0 : 1]}`
}

/** What a value must be if its schema has no words for that. Undefined: the words of the schema library stay. */
export function schemaWords(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return TYPE_WORDS[issue.expected]
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    case 'too_small':
      return boundWords(
        issue.origin,
        issue.inclusive === false ? 'more than' : 'at least',
        issue.minimum,
      )
    case 'too_big':
      return boundWords(
        issue.origin,
        issue.inclusive === false ? 'less than' : 'at most',
        issue.maximum,
      )
    default:
      return undefined
  }
}

/** The message of a union whose schema has no words of its own. */
const WORDLESS_UNION = 'Invalid input'
const MUST_BE = /^must be /

/** Whether a member of a union refuses the whole value as of another type. */
const isOtherType = (member: readonly Issue[]): boolean =>
  member.some(({ code, path }) => path.length === 0 && /^invalid_(?:type|value)$/.test(code))

/**
 * The issues of a value that fits no member of a union: those of the member whose type it has, else one that names what
 * the members are. A union with words of its own keeps them, and so does any other issue.
 */
export function unionIssues(issue: Issue): readonly Issue[] {
  if (issue.code !== 'invalid_union' || issue.message !== WORDLESS_UNION) return [issue]
  const [meant, ...others] = issue.errors.filter((member) => !isOtherType(member))
  if (meant !== undefined && others.length === 0) {
    return meant.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
  }
  const words = issue.errors.flatMap(([first]) => (first === undefined ? [] : [first.message]))
  const message = words.map((text, index) => (index > 0 ? text.replace(MUST_BE, '') : text))
  return [{ ...issue, message: message.join(' or ') }]
}
