import { z } from '@hono/zod-openapi'
import { expect, test } from 'vitest'
import { validate } from './validation.ts'

const schema = z.strictObject({
  start: z.string({ error: 'must be an instant' }),
  count: z
    .int({ error: 'must be a whole number from 1 to 5' })
    .max(5, { error: 'must be a whole number from 1 to 5' }),
  list: z
    .array(z.strictObject({ day: z.enum(['monday'], { error: 'must be one of monday' }) }))
    .optional(),
})

const errorsOf = (input: unknown, prefix = '') => {
  const checked = validate(schema, input, prefix)
  return checked.ok ? [] : checked.problem.errors
}

test('valid input returns the parsed value', () => {
  expect(validate(schema, { start: 'x', count: 5 }, '')).toEqual({
    ok: true,
    value: { start: 'x', count: 5 },
  })
})

test('each invalid value is reported with its pointer, the expected value and the actual value', () => {
  expect(errorsOf({ start: 7, count: 9, list: [{ day: 'monday' }, { day: 'Mon' }] })).toEqual([
    { pointer: '/start', message: 'must be an instant; got 7' },
    { pointer: '/count', message: 'must be a whole number from 1 to 5; got 9' },
    { pointer: '/list/1/day', message: 'must be one of monday; got "Mon"' },
  ])
})

/** What a schema without words of its own answers. */
const wordlessErrorsOf = (wordless: z.ZodType, input: unknown) => {
  const checked = validate(z.strictObject({ field: wordless }), { field: input }, '')
  return checked.ok ? [] : checked.problem.errors
}

test.each([
  [z.string(), 5, 'must be text; got 5'],
  [z.number(), 'x', 'must be a number; got "x"'],
  [z.boolean(), 'yes', 'must be true or false; got "yes"'],
  [z.array(z.string()), 5, 'must be a list; got 5'],
  [z.record(z.string(), z.string()), 5, 'must be an object; got 5'],
  [z.literal(true), 5, 'must be true; got 5'],
  [z.enum(['cash', 'link']), 'card', 'must be one of cash, link; got "card"'],
  [z.array(z.string()).min(1), [], 'must have at least 1 entry'],
  [z.string().max(3), 'long', 'must have at most 3 characters; got "long"'],
  [z.number().min(1), 0, 'must be at least 1; got 0'],
])('a schema without words of its own says what a value must be', (wordless, input, message) => {
  expect(wordlessErrorsOf(wordless, input)).toEqual([{ pointer: '/field', message }])
})

const brandOrNull = z.union([
  z.strictObject({ color: z.string().regex(/^#/, { error: 'must be a color' }) }),
  z.null(),
])

test('an object that may be null is refused at the member that is wrong', () => {
  expect(wordlessErrorsOf(brandOrNull, { color: 'red', size: 1 })).toEqual([
    { pointer: '/field/color', message: 'must be a color; got "red"' },
    { pointer: '/field/size', message: 'is unknown; remove it' },
  ])
})

test('a value of no type of a union is told all of them', () => {
  expect(wordlessErrorsOf(brandOrNull, 5)).toEqual([
    { pointer: '/field', message: 'must be an object or null; got 5' },
  ])
})

test('a union with words of its own keeps them', () => {
  const worded = z.union([z.number(), z.literal('all')], { error: 'must be a number or "all"' })
  expect(wordlessErrorsOf(worded, 'some')).toEqual([
    { pointer: '/field', message: 'must be a number or "all"; got "some"' },
  ])
})

test('a secret is not repeated in the message', () => {
  const secrets = z.strictObject({
    restrictedKey: z.string().regex(/^rk_/, { error: 'must be a key' }),
  })
  const checked = validate(secrets, { restrictedKey: 'sk_live_secret' }, '')
  expect(checked.ok ? [] : checked.problem.errors).toEqual([
    { pointer: '/restrictedKey', message: 'must be a key' },
  ])
})

test('a missing value is reported as required', () => {
  expect(errorsOf({ count: 1 })).toEqual([
    { pointer: '/start', message: 'is required; must be an instant' },
  ])
})

test('an unknown field is reported with an escaped pointer', () => {
  expect(errorsOf({ start: 'x', count: 1, 'a/b~c': true })).toEqual([
    { pointer: '/a~1b~0c', message: 'is unknown; remove it' },
  ])
})

test.each([[null], [[1]], ['text']])('a body %j is reported as not an object', (input) => {
  expect(errorsOf(input)).toMatchObject([
    { pointer: '', message: expect.stringContaining('must be an object') },
  ])
  const checked = validate(schema, input, '')
  expect(checked).toMatchObject({
    problem: { detail: expect.stringMatching(/^The body must be an object/) },
  })
})

test('a repeated query parameter is reported as repeated', () => {
  expect(errorsOf({ start: ['x', 'y'], count: 1 }, '/query')).toEqual([
    { pointer: '/query/start', message: 'is given more than once; send it once' },
  ])
})

test('a query parameter that may be repeated says how often', () => {
  const some = z.strictObject({
    part: z.array(z.string()).min(2, { error: 'must be 2 or 3 parts' }),
  })
  const checked = validate(some, { part: ['x'] }, '/query')
  expect(checked).toMatchObject({
    problem: { errors: [{ pointer: '/query/part', message: 'must be 2 or 3 parts' }] },
  })
})

test('a long value is truncated in the message, and its line breaks are escaped', () => {
  expect(errorsOf({ start: 'x', count: `\n${'9'.repeat(500)}` })).toEqual([
    {
      pointer: '/count',
      message: `must be a whole number from 1 to 5; got "\\n${'9'.repeat(57)}…`,
    },
  ])
})

test('a value outside the body is reported with its prefix', () => {
  expect(errorsOf({ start: 'x', count: 9 }, '/query')).toMatchObject([{ pointer: '/query/count' }])
})

test('a response has at most 50 errors, and its detail counts all of them', () => {
  const unknown = Object.fromEntries(Array.from({ length: 80 }, (_, i) => [`x${i}`, 1]))
  const checked = validate(schema, { start: 'x', count: 1, ...unknown }, '')
  expect(checked).toMatchObject({
    ok: false,
    problem: {
      detail: '/x0: is unknown; remove it (and 79 more)',
      errors: { length: 50 },
    },
  })
})
